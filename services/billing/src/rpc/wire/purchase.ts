import type { billing } from '@mtg/contracts'
import { invalidField, toTimestamp } from '@mtg/rpc'
import type { PurchaseStatus, PurchaseView } from '../../domain/purchase.ts'
import { toTierMessage } from './tier.ts'

const STATUSES = {
  active: 'PURCHASE_STATUS_ACTIVE',
  inactive: 'PURCHASE_STATUS_INACTIVE',
  expired: 'PURCHASE_STATUS_EXPIRED',
  cancelled: 'PURCHASE_STATUS_CANCELLED',
} as const satisfies Record<PurchaseStatus, billing.PurchaseStatus>

/** A purchase as a message. */
export function toPurchaseMessage(view: PurchaseView): billing.Purchase {
  return {
    purchaseId: view.id,
    buyerId: view.buyerId,
    app: view.app,
    tier: toTierMessage(view.tier),
    status: STATUSES[view.status],
    renews: view.renews,
    createdAt: toTimestamp(view.createdAt),
    windowStartsAt: toTimestamp(view.windowStartsAt),
    windowEndsAt: toTimestamp(view.windowEndsAt),
    used: view.used.toString(),
    quota: view.quota.toString(),
    chargesAbandoned: view.chargesAbandoned,
    chargesTasksOnAcceptance: view.chargesTasksOnAcceptance,
    version: view.version.toString(),
  }
}

// A number that is no value of an enum arrives as it was sent; an unset one as UNSPECIFIED.
const statusOfName: ReadonlyMap<string, PurchaseStatus> = new Map([
  [STATUSES.active, 'active'],
  [STATUSES.inactive, 'inactive'],
  [STATUSES.expired, 'expired'],
  [STATUSES.cancelled, 'cancelled'],
])

/** The status that a message names, or `invalid_argument`. */
export function statusOf(name: string, reason: string): PurchaseStatus {
  const status = statusOfName.get(name)
  if (status === undefined) throw invalidField('status', reason)
  return status
}

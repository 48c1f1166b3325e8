import { type billing, services } from '@mtg/contracts'
import type { BuyerId } from '@mtg/primitives'
import { createClient, toBigint } from '@mtg/rpc'
import type { Page, PageRequest } from '../domain/page.ts'
import type { Purchase, PurchaseStatus, Tier } from '../domain/purchase.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/**
 * What buyers may call. Somebody else's purchase is `purchase_not_found`; one of another version than expected is
 * `precondition_failed`, where 0 expects any.
 */
export interface Purchases {
  /** Also upgrades. */
  obtain(buyerId: BuyerId, wish: PurchaseWish): Promise<Purchase>
  find(buyerId: BuyerId, purchaseId: string): Promise<Purchase>
  /** Newest first. */
  list(buyerId: BuyerId, page: PageRequest, filter: PurchaseFilter): Promise<Page<Purchase>>
  cancel(buyerId: BuyerId, purchase: PurchaseToChange): Promise<Purchase>
  renew(buyerId: BuyerId, purchase: PurchaseToChange): Promise<Purchase>
  close(): void
}

interface PurchaseFilter {
  readonly status: PurchaseStatus | undefined
  /** "publisher/app". */
  readonly app: string | undefined
}

/** What a buyer wants to call. */
interface PurchaseWish {
  /** "publisher/app". */
  readonly app: string
  readonly tier: Tier
  /** Whether a new window follows each one by itself. */
  readonly renews: boolean
  /** Of the purchase of the app that there is; -1: there must be none. */
  readonly expectedVersion: bigint
}

interface PurchaseToChange {
  readonly purchaseId: string
  readonly expectedVersion: bigint
}

/** Opens the connection to billing's purchases. */
export function openPurchases({ address, token, timeoutMs }: ServiceOptions): Purchases {
  const client = createClient(services.billing.PurchaseService, { address, token })
  const limits = { timeoutMs }
  return {
    async obtain(buyerId, { app, tier, renews, expectedVersion }) {
      const wireTier = tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE'
      const wish = { buyerId, app, tier: wireTier, endsAfterWindow: !renews } as const
      const request = { ...wish, expectedVersion: String(expectedVersion) }
      return toPurchase((await client.ObtainPurchase(request, limits)).purchase)
    },
    async find(buyerId, purchaseId) {
      return toPurchase((await client.GetPurchase({ buyerId, purchaseId }, limits)).purchase)
    },
    async list(buyerId, page, { status, app = '' }) {
      const wireStatus = status === undefined ? 'PURCHASE_STATUS_UNSPECIFIED' : WIRE_STATUS_OF[status]
      const asked = { buyerId, ...page, app }
      const { purchases, nextPageToken } = await client.ListPurchases({ ...asked, status: wireStatus }, limits)
      return { items: purchases.map(toPurchase), nextPageToken: nextPageToken || null }
    },
    async cancel(buyerId, { purchaseId, expectedVersion }) {
      const request = { buyerId, purchaseId, expectedVersion: String(expectedVersion) }
      return toPurchase((await client.CancelPurchase(request, limits)).purchase)
    },
    async renew(buyerId, { purchaseId, expectedVersion }) {
      const request = { buyerId, purchaseId, expectedVersion: String(expectedVersion) }
      return toPurchase((await client.RenewPurchase(request, limits)).purchase)
    },
    close: () => client.close(),
  }
}

const WIRE_STATUS_OF = {
  active: 'PURCHASE_STATUS_ACTIVE',
  inactive: 'PURCHASE_STATUS_INACTIVE',
  expired: 'PURCHASE_STATUS_EXPIRED',
  cancelled: 'PURCHASE_STATUS_CANCELLED',
} as const satisfies Record<PurchaseStatus, billing.PurchaseStatus__Output>

const STATUS_OF: Readonly<Record<billing.PurchaseStatus__Output, PurchaseStatus>> = {
  PURCHASE_STATUS_UNSPECIFIED: 'inactive',
  PURCHASE_STATUS_ACTIVE: 'active',
  PURCHASE_STATUS_INACTIVE: 'inactive',
  PURCHASE_STATUS_EXPIRED: 'expired',
  PURCHASE_STATUS_CANCELLED: 'cancelled',
}

function toPurchase(sent: billing.Purchase__Output | null): Purchase {
  const purchase = presentIn(sent)
  return {
    id: purchase.purchaseId,
    app: purchase.app,
    tier: purchase.tier === 'TIER_PAID' ? 'paid' : 'free',
    status: STATUS_OF[purchase.status],
    renews: purchase.renews,
    createdAt: timeIn(purchase.createdAt),
    windowStartsAt: timeIn(purchase.windowStartsAt),
    windowEndsAt: timeIn(purchase.windowEndsAt),
    used: toBigint(purchase.used),
    quota: toBigint(purchase.quota),
    version: toBigint(purchase.version),
  }
}

/** What a purchase is of: an app's free tier or its paid one. */
export type Tier = 'free' | 'paid'

/** States of a purchase. */
export type PurchaseStatus = 'active' | 'inactive' | 'expired' | 'cancelled'

/** A buyer's purchase. */
export interface PurchaseRef {
  readonly buyerId: string
  readonly purchaseId: string
}

/** A buyer's purchase that is to be changed. */
export interface PurchaseToChange extends PurchaseRef {
  /** 0: whatever it is. */
  readonly expectedVersion: bigint
}

/** A purchase with its meter as it stands now: a window that nobody has called in yet counts as begun. */
export interface PurchaseView {
  readonly id: string
  readonly buyerId: string
  /** "publisher/app" */
  readonly app: string
  readonly tier: Tier
  readonly status: PurchaseStatus
  readonly renews: boolean
  readonly createdAt: Date
  readonly windowStartsAt: Date
  readonly windowEndsAt: Date
  readonly used: bigint
  /** Calls per window; 0 when the tier is offered no more. */
  readonly quota: bigint
  readonly chargesAbandoned: boolean
  readonly chargesTasksOnAcceptance: boolean
  /** Counts its changes; calls do not change it. */
  readonly version: bigint
}

/** A change of status: which one it leads to, and from which ones. Where it leads to already, it does nothing. */
interface StatusChange {
  readonly to: PurchaseStatus
  readonly from: readonly PurchaseStatus[]
}

const statusChanges = {
  cancel: { to: 'cancelled', from: ['active', 'inactive'] },
  deactivate: { to: 'inactive', from: ['active'] },
  activate: { to: 'active', from: ['inactive'] },
  expire: { to: 'expired', from: ['active', 'inactive'] },
} as const satisfies Record<string, StatusChange>

/** What can be done to a purchase beside renewing it. */
export type StatusChangeName = keyof typeof statusChanges

/** The status after a change; undefined when the change is not open to a purchase of that status. */
export function statusAfter(name: StatusChangeName, status: PurchaseStatus): PurchaseStatus | undefined {
  const change: StatusChange = statusChanges[name]
  return status === change.to || change.from.includes(status) ? change.to : undefined
}

/** Whether a purchase of that status can be renewed. */
export function isRenewable(status: PurchaseStatus): boolean {
  return status === 'active' || status === 'expired'
}

const ORDER: readonly PurchaseStatus[] = ['active', 'inactive', 'expired', 'cancelled']

/** Whether a status restricts more than another: marketplace files only ever lead to such a one. */
export function isLaterStatus(status: PurchaseStatus, than: PurchaseStatus): boolean {
  return ORDER.indexOf(status) > ORDER.indexOf(than)
}

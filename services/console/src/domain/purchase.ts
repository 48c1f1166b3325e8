/** Tiers of an app. */
export type Tier = 'free' | 'paid'

/** States of a purchase. */
export type PurchaseStatus = 'active' | 'inactive' | 'expired' | 'cancelled'

/** A buyer's right to call an app, with its meter. */
export interface Purchase {
  readonly id: string
  /** "publisher/app". */
  readonly app: string
  readonly tier: Tier
  readonly status: PurchaseStatus
  /** Whether a new window follows each one by itself. */
  readonly renews: boolean
  readonly createdAt: Date
  readonly windowStartsAt: Date
  readonly windowEndsAt: Date
  /** Billable calls in that window. */
  readonly used: bigint
  /** Billable calls allowed in a window. */
  readonly quota: bigint
  /** Counts its changes. */
  readonly version: bigint
}

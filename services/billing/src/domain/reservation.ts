import type { BuyerId, CallId, PublisherId, PurchaseId } from '@mtg/primitives'
import type { ResolvedTarget } from './call.ts'
import type { PriceList } from './price-list.ts'
import type { Tier } from './purchase.ts'

/** States of a reservation: open until it is captured, released, or past its deadline. */
type ReservationState = 'open' | 'captured' | 'released' | 'expired'

/** A reservation as it stands. Null is what a tombstone lacks: a release that overtook its reserve. */
export interface ReservationView {
  readonly callId: CallId
  readonly state: ReservationState
  readonly buyerId: BuyerId | null
  readonly purchaseId: PurchaseId | null
  /** `publisher/app`. */
  readonly app: string | null
  readonly tool: string
  readonly tier: Tier | null
  readonly priceMicros: bigint
  readonly reservedAt: Date
  /** Null while it is open. */
  readonly resolvedAt: Date | null
  readonly expiresAt: Date
  readonly outcome: string
  /** Whether a captured price was given back. */
  readonly corrected: boolean
}

/** What a call has reserved, and what it takes to carry it out. */
export interface Reservation {
  /** Whether anything is held for it: calls that cost and count nothing reserve nothing. */
  readonly isOpen: boolean
  readonly priceMicros: bigint
  readonly tier: Tier
  readonly purchaseId: PurchaseId
  readonly publisherId: PublisherId
  readonly app: NonNullable<ResolvedTarget['app']>
  readonly credential: string
  /** Undefined where nobody asked for it, or it could not be read. */
  readonly prices: PriceList | undefined
}

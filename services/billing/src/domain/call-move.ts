import type { CallId, KeyId, PurchaseId } from '@mtg/primitives'
import type { Breach } from './key-limits.ts'

/** A call that costs or counts, and whose purchase was looked up. */
export interface HoldRequest {
  readonly callId: CallId
  readonly purchaseId: PurchaseId
  readonly tool: string
  /** Null when unknown. */
  readonly keyId: KeyId | null
  /** What a usage record names, when that is not the tool. */
  readonly name: string
  /** Null: whatever it costs. */
  readonly maxPriceMicros: bigint | null
  readonly isPaid: boolean
  readonly ttlMs: number
}

/** Why nothing was held; `stale`: the purchase changed since it was looked up. */
export type HoldRefusal =
  | 'stale'
  | 'call_conflict'
  | 'reservation_resolved'
  | 'app_not_allowed'
  | 'publisher_suspended'
  | 'invalid_app_config'
  | 'meter_expired'
  | 'meter_limit_exceeded'
  | 'publisher_not_payable'
  | 'price_limit_exceeded'
  | 'concurrency_limit_exceeded'
  | 'spend_limit_exceeded'
  | 'insufficient_balance'

/** What became of one hold. */
export type HoldOutcome =
  | {
      readonly isHeld: true
      readonly priceMicros: bigint
      /** Whether the same call has a reservation already. */
      readonly isKnown: boolean
    }
  | {
      readonly isHeld: false
      readonly code: HoldRefusal
      readonly priceMicros: bigint
      readonly windowEndsAt: Date | null
      /** Where a cap of a key refused. */
      readonly breach?: Breach
    }

/** What to do with a reservation; `undeliver` releases, and corrects one that was captured. */
export type SettleAction = 'capture' | 'release' | 'undeliver' | 'expire'

/** One reservation to resolve. */
export interface SettleRequest {
  readonly callId: CallId
  readonly action: SettleAction
  readonly totalTokens: bigint
  readonly outcome: string
}

/** The outcome for one reservation. */
export interface SettleOutcome {
  /** Empty when resolved, `again` when it had been before. */
  readonly code: '' | 'again' | 'reservation_not_found' | 'reservation_resolved'
  readonly amountMicros: bigint
}

/** One step of a call's money: its price is held, or what is held is resolved. */
export type CallMove = ({ readonly kind: 'hold' } & HoldRequest) | ({ readonly kind: 'settle' } & SettleRequest)

/** A move that takes what is held. */
export type Capture = SettleRequest & { readonly kind: 'settle'; readonly action: 'capture' }

/** Whether a move is one. */
export function isCapture(move: CallMove): move is Capture {
  return move.kind === 'settle' && move.action === 'capture'
}

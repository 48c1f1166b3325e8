import { type CallId, uuidv7Floor } from '@mtg/primitives'
import type { SettleAction, SettleOutcome } from './call-move.ts'

/** A call that cannot be settled any more, since its month is sealed. */
export interface SealedCall {
  readonly callId: CallId
  /** How it ended; null when its month was dropped, and nobody knows. */
  readonly state: 'captured' | 'released' | 'expired' | null
  readonly corrected: boolean
  readonly priceMicros: bigint
}

/** Calls stay where they can be settled at least twice as long, whatever is set: clocks may differ. */
const LOOK_AFTER_MS = 5 * 60_000

/**
 * Whether a call may have left the tables of the call path: calls leave in the order of the time in their ids. An id of no time
 * at all, made at random, may have left when it looks like an old one.
 */
export function mayHaveLeft(callId: CallId, nowMs: number): boolean {
  return callId < uuidv7Floor(nowMs - LOOK_AFTER_MS)
}

/** What settling a sealed call comes to: what was done before is done, and nothing else can be. */
export function settleSealed(call: SealedCall, action: SettleAction): SettleOutcome {
  const { state, corrected, priceMicros: amountMicros } = call
  if (state === null) return { code: 'reservation_not_found', amountMicros: 0n }
  const isCharged = state === 'captured' && !corrected
  return { code: isCharged === (action === 'capture') ? 'again' : 'reservation_resolved', amountMicros }
}

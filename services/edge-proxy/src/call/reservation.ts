import type { Span } from '@mtg/observability'
import type { Admission, ReleaseReason } from '../clients/billing.ts'
import type { Settlement } from './settlement.ts'

/** An admission that carries its own undo. Calls that hold nothing have one too; settling it does nothing. */
export interface Hold {
  readonly admission: Admission
  /** Takes the price; when it rejects nothing is charged and nothing may be delivered. */
  capture(totalTokens: number): Promise<void>
  /** Gives back what is held, or what was taken. After the first time it does nothing. Never rejects. */
  release(reason: ReleaseReason, outcome: string): Promise<void>
  /** What was taken is not ours to record: somebody else has given it back, or may. */
  disown(): void
  isCaptured(): boolean
  /** Micro-USD. */
  chargedMicros(): bigint
  totalTokens(): number
}

type HoldState = 'held' | 'captured' | 'resolved'

/** Makes the hold of an admitted call; settling it is part of `span`. */
export function createHold(admission: Admission, settlement: Settlement, span: Span): Hold {
  const { callId } = admission
  let state: HoldState = admission.open ? 'held' : 'resolved'
  let charged = 0n
  let tokens = 0

  return {
    admission,
    async capture(totalTokens) {
      if (state !== 'held') return
      // Settlement releases by itself what it cannot capture.
      state = 'resolved'
      charged = await settlement.capture(callId, totalTokens, span)
      state = 'captured'
      tokens = totalTokens
    },
    async release(reason, outcome) {
      if (state === 'resolved') return
      const wasCaptured = state === 'captured'
      state = 'resolved'
      charged = 0n
      tokens = 0
      if (wasCaptured) settlement.releaseInBackground(callId, 'undelivered', outcome)
      else await settlement.release(callId, reason, outcome, span)
    },
    disown() {
      state = 'resolved'
      charged = 0n
      tokens = 0
    },
    isCaptured: () => state === 'captured',
    chargedMicros: () => charged,
    totalTokens: () => tokens,
  }
}

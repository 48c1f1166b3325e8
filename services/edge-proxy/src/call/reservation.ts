import type { Span } from '@mtg/observability'
import type { Verdict } from '../adapters/adapter.ts'
import type { ReleaseReason, ReservationTerms } from '../clients/billing.ts'
import type { Settlement } from './settlement.ts'

type ReservationState = 'open' | 'captured' | 'resolved'

/**
 * What billing has reserved for a call, with its own undo: it is captured once or released once. A call that costs nothing
 * has one too; settling it does nothing.
 */
export class Reservation {
  readonly terms: ReservationTerms
  readonly #settlement: Settlement
  readonly #span: Span
  #state: ReservationState
  #chargedMicros = 0n
  #totalTokens = 0

  /** Settling is part of `span`. */
  constructor(terms: ReservationTerms, settlement: Settlement, span: Span) {
    this.terms = terms
    this.#settlement = settlement
    this.#span = span
    this.#state = terms.isOpen ? 'open' : 'resolved'
  }

  /** Takes the price of an answer that is charged; gives back what was reserved for any other. */
  settle(verdict: Verdict): Promise<void> {
    return verdict.charged ? this.capture(verdict.totalTokens) : this.release('not_charged', verdict.outcome)
  }

  /** Takes the price; when it rejects nothing is charged and nothing may be delivered. */
  async capture(totalTokens: number): Promise<void> {
    if (this.#state !== 'open') return
    // Settlement releases by itself what it cannot capture.
    this.#state = 'resolved'
    this.#chargedMicros = await this.#settlement.capture(this.terms.callId, totalTokens, this.#span)
    this.#state = 'captured'
    this.#totalTokens = totalTokens
  }

  /** Gives back what is reserved, or what was taken. After the first time it does nothing. Never rejects. */
  async release(reason: ReleaseReason, outcome: string): Promise<void> {
    if (this.#state === 'resolved') return
    const wasCaptured = this.#state === 'captured'
    this.disown()
    const { callId } = this.terms
    if (wasCaptured) this.#settlement.releaseInBackground(callId, 'undelivered', outcome)
    else await this.#settlement.release(callId, reason, outcome, this.#span)
  }

  /** What was taken is not ours to record: somebody else has given it back, or may. */
  disown(): void {
    this.#state = 'resolved'
    this.#chargedMicros = 0n
    this.#totalTokens = 0
  }

  isCaptured(): boolean {
    return this.#state === 'captured'
  }

  /** Micro-USD. */
  chargedMicros(): bigint {
    return this.#chargedMicros
  }

  totalTokens(): number {
    return this.#totalTokens
  }
}

import type { Clock } from '@mtg/primitives'

/**
 * How long calls wait for billing, and how many at a time. These are counted by the time they have waited: callers fall into
 * step with billing's batches, so that at one moment all of them wait and at the next nobody does.
 */
export class BillingWaits {
  readonly #clock: Clock
  readonly #turnMs: number
  #sumMs = 0
  #count = 0

  constructor(clock: Clock, turnMs: number) {
    this.#clock = clock
    this.#turnMs = turnMs
  }

  began(): number {
    return this.#clock.monotonicMs()
  }

  ended(beganAtMs: number): void {
    this.#sumMs += this.#clock.monotonicMs() - beganAtMs
    this.#count += 1
  }

  /** Of the turn that ends now; the next one begins. */
  take(): { readonly waitMs: number; readonly waiting: number } {
    const waitMs = this.#count === 0 ? 0 : this.#sumMs / this.#count
    const waiting = this.#sumMs / this.#turnMs
    this.#sumMs = 0
    this.#count = 0
    return { waitMs, waiting }
  }
}

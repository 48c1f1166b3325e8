import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'

interface Count {
  readonly sinceMs: number
  readonly count: number
}

const PUBLISHERS_MAX = 10_000
const COUNT_MAX = 3
const WITHIN_MS = 60_000
const REST_MS = 10_000

/** Counts checks that overran, by publisher: one with three in a minute rests, since each costs everybody a thread. */
export class Overruns {
  readonly #clock: Clock
  readonly #counts = new LRUCache<string, Count>({ max: PUBLISHERS_MAX })
  readonly #restingUntilMs = new LRUCache<string, number>({ max: PUBLISHERS_MAX })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isResting(publisher: string): boolean {
    return this.#clock.monotonicMs() < (this.#restingUntilMs.get(publisher) ?? 0)
  }

  note(publisher: string): void {
    const nowMs = this.#clock.monotonicMs()
    const known = this.#counts.get(publisher)
    const goesOn = known !== undefined && nowMs - known.sinceMs < WITHIN_MS
    const next = goesOn ? { ...known, count: known.count + 1 } : { sinceMs: nowMs, count: 1 }
    this.#counts.set(publisher, next)
    if (next.count >= COUNT_MAX) this.#restingUntilMs.set(publisher, nowMs + REST_MS)
  }
}

import { performance } from 'node:perf_hooks'
import type { Clock } from '@mtg/primitives'

/** How long rounds of the event loop take, and how much of the time it works. */
export class LoopRounds {
  readonly #clock: Clock
  #roundMs = 0
  #seen = performance.eventLoopUtilization()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Measures one round, from one turn of the loop to the next: with something to do at once, it does not rest between them. */
  probe(): void {
    setImmediate(() => {
      const startedAtMs = this.#clock.monotonicMs()
      setImmediate(() => {
        this.#roundMs = this.#clock.monotonicMs() - startedAtMs
      })
    })
  }

  /** The round measured last, and the share of the time since the last look in which there was something to do. */
  take(): { readonly roundMs: number; readonly busy: number } {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#seen)
    this.#seen = now
    return { roundMs: this.#roundMs, busy: utilization }
  }
}

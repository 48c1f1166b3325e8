import type { Clock } from '@mtg/primitives'

/** What happens in turns, and when they may rest. */
export interface TurnsOptions {
  readonly clock: Clock
  readonly turnMs: number
  /** After so long without anything to watch they rest. */
  readonly restAfterMs: number
  /** A turn; answers with whether there is still something to watch. */
  readonly turn: () => boolean
  /** So many turns were left out while they rested. */
  readonly resume: (turnsLeftOut: number) => void
}

/** Turns of equal length while there is something to watch. While there is nothing they rest: each would wake the process. */
export class Turns {
  readonly #options: TurnsOptions
  #timer: NodeJS.Timeout | undefined
  /** Turns in a row with nothing to watch. */
  #quiet = 0
  #restingSinceMs = 0
  #isClosed = false

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#begin()
  }

  /** There is something to watch; turns that rest begin again. */
  used(): void {
    this.#quiet = 0
    if (this.#timer !== undefined || this.#isClosed) return
    const { clock, turnMs, resume } = this.#options
    resume(Math.floor((clock.monotonicMs() - this.#restingSinceMs) / turnMs))
    this.#begin()
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #begin(): void {
    this.#timer = setInterval(() => this.#turn(), this.#options.turnMs)
  }

  #end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #turn(): void {
    const { clock, turn, turnMs, restAfterMs } = this.#options
    this.#quiet = turn() ? 0 : this.#quiet + 1
    if (this.#quiet * turnMs < restAfterMs) return
    this.#restingSinceMs = clock.monotonicMs()
    this.#end()
  }
}

import type { Clock } from '@mtg/primitives'
import { createFairQueue } from '@mtg/runtime'
import { createTokenBucket } from '../token-bucket.ts'

/** How fast questions may be asked. */
export interface LookupPace {
  readonly clock: Clock
  /** Questions at once, and in a second, of all strangers together. */
  readonly lookupsMax: number
  readonly lookupsPerSecond: number
  /** How long a question may wait for its turn. */
  readonly waitMs: number
}

interface Question {
  readonly ask: () => void
  readonly giveUp: () => void
  readonly untilMs: number
}

const WAITING_MAX = 4_096
/** Also how often those whose time is over are told so. */
const PAUSE_MS = 25

/** Questions to auth about strangers: few at once, and addresses take turns. */
export class LookupTurns {
  readonly #pace: LookupPace
  readonly #perSecond
  readonly #queue = createFairQueue<Question>(WAITING_MAX)
  #underWay = 0
  #timer: NodeJS.Timeout | undefined

  constructor(pace: LookupPace) {
    this.#pace = pace
    this.#perSecond = createTokenBucket(pace.lookupsPerSecond, pace.lookupsPerSecond)
  }

  /** Questions that wait for their turn. */
  waiting(): number {
    return this.#queue.size
  }

  /** Asks when the address has its turn; rejects with `refusal` when that takes too long, or too many wait. */
  ask<Answer>(address: string, question: () => Promise<Answer>, refusal: () => Error): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ask = () => {
        this.#underWay += 1
        question()
          .then(resolve, reject)
          .finally(() => this.#ended())
      }
      const giveUp = () => reject(refusal())
      const untilMs = this.#pace.clock.monotonicMs() + this.#pace.waitMs
      this.#queue.push(address, { ask, giveUp, untilMs })?.giveUp()
      this.#askNext()
    })
  }

  #ended(): void {
    this.#underWay -= 1
    this.#askNext()
  }

  #askNext(): void {
    while (this.#underWay < this.#pace.lookupsMax && this.#queue.size > 0) {
      const nowMs = this.#pace.clock.monotonicMs()
      if (!this.#perSecond.hasAny(nowMs)) return this.#askLater()
      const question = this.#queue.shift()
      if (question === undefined) return
      if (question.untilMs < nowMs) question.giveUp()
      else {
        this.#perSecond.take(nowMs)
        question.ask()
      }
    }
  }

  #askLater(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#askNext()
    }, PAUSE_MS)
  }
}

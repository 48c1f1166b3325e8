import type { ByteBudget } from './byte-budget.ts'

/**
 * Small answers are bounded by the number of calls, and most answers are small: they are not worth the counting, which
 * begins where an answer outgrows this.
 */
export const UNCOUNTED_BYTES = 16 * 1024

/** Bytes of one answer that the process holds. */
export interface AnswerBytes {
  /** So many have come; throws `overloaded` when they cannot be held. */
  arrive(bytes: number): void
  /** All that has come has gone to the buyer, but for so many bytes at its end. */
  keepLast(bytes: number): void
  /** All of it is gone. */
  release(): void
}

/** Counts the bytes of one answer of an app for a buyer. */
export function createAnswerBytes(budget: ByteBudget, buyerId: string, app: string): AnswerBytes {
  const claim = budget.open(buyerId, app)
  let held = 0
  return {
    arrive(bytes) {
      claim.grow(bytes)
      held += bytes
    },
    keepLast(bytes) {
      if (held <= bytes) return
      claim.shrink(held - bytes)
      held = bytes
    },
    release: () => claim.release(),
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import { systemClock } from '@mtg/primitives'
import type { MoveState } from '../../domain/buyer-move.ts'

/** Has cells be asked while nobody moves: then each buyer is in one of them. */
export type SumWhole = <Sum>(ask: () => Promise<Sum>) => Promise<Sum>

/** A move takes some hundredths of a second. */
const WAIT_MAX_MS = 3_000
const AGAIN_AFTER_MS = 30
const ASK_AGAIN_AFTER_MS = 1_000

/**
 * Who is between two cells is in neither, and who moves while cells are asked one after the other may be in both. So it is asked again
 * until nobody was on the way when it began, and nobody has left before it ended; the cells are not held up for it.
 */
export function createSumWhole(readMoves: () => Promise<readonly MoveState[]>): SumWhole {
  return async ask => {
    const giveUpAtMs = systemClock.monotonicMs() + WAIT_MAX_MS
    for (;;) {
      const before = await readMoves()
      if (before.every(({ leavingCount }) => leavingCount === '0')) {
        const sum = await ask()
        const after = await readMoves()
        if (after.every(({ departureCount }, index) => departureCount === before[index]?.departureCount)) return sum
      }
      if (systemClock.monotonicMs() >= giveUpAtMs) {
        throw appError('cell_unavailable', {
          message:
            'Buyers are on their way from one cell of the gateway to another: what all cells have cannot be summed up. Try again.',
          detail: { reason: 'buyers are on the way', retryAfterMs: ASK_AGAIN_AFTER_MS },
        })
      }
      await delay(AGAIN_AFTER_MS)
    }
  }
}

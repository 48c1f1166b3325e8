import { setTimeout as delay } from 'node:timers/promises'
import { toAppError } from '@mtg/errors'
import { systemClock } from '@mtg/primitives'

const PATIENCE_MS = 5_000
const AGAIN_AFTER_MS = 50

/** Who is at work on a buyer's rows is waited for, but not by holding others up: it is tried again. */
export async function untilFree<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAtMs = systemClock.monotonicMs() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (thrown) {
      if (toAppError(thrown).code !== 'database_error' || systemClock.monotonicMs() >= giveUpAtMs) throw thrown
      await delay(AGAIN_AFTER_MS)
    }
  }
}

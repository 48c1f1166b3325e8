import type { Verdict } from '../adapters/adapter.ts'
import type { Hold } from './reservation.ts'

/** Takes the price of an answer that is charged; gives back what was held for any other. */
export function settle(hold: Hold, verdict: Verdict): Promise<void> {
  return verdict.charged ? hold.capture(verdict.totalTokens) : hold.release('not_charged', verdict.outcome)
}

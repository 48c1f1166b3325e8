import type { Verdict } from '../adapters/adapter.ts'
import type { Hold } from './hold.ts'

/** Takes the price of an answer that is charged; gives back what was held for any other. */
export async function settle(hold: Hold, verdict: Verdict): Promise<void> {
  if (verdict.charged) await hold.capture(verdict.totalTokens)
  else await hold.release('not_charged', verdict.outcome)
}

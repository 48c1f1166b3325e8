import { systemClock } from '@mtg/primitives'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

const LOG_INTERVAL_MS = 1000

/**
 * For `onSplit` of a batch: counts the parts that failed by the name of their statement, and logs why, once a second at most.
 * Every item is checked before it joins a batch, so that this stands still unless a check is missing.
 */
export function observeSplits(metrics: Metrics, log: Logger, statement: string): (thrown: unknown) => void {
  const splits = metrics
    .counter('mtg_batch_splits_total', 'Batches, or parts of them, that failed and were worked off in smaller parts.', [
      'statement',
    ])
    .bind({ statement })
  let loggedAtMs = Number.NEGATIVE_INFINITY
  return thrown => {
    splits.inc()
    const nowMs = systemClock.monotonicMs()
    if (nowMs - loggedAtMs < LOG_INTERVAL_MS) return
    loggedAtMs = nowMs
    log.warn({ err: thrown, statement }, 'a batch failed and is worked off in parts')
  }
}

import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { purgeKeys } from '../store/idempotency-keys.ts'
import { type Job, repeat } from './repeat.ts'

const BATCH_MAX = 1000

/** Removes idempotency keys whose time is over, and the answers kept with them. */
export function startPurging(options: {
  readonly db: Database
  readonly intervalMs: number
  readonly log: Logger
}): Job {
  async function work(): Promise<void> {
    // A full batch may have left some behind.
    if ((await purgeKeys(options.db, BATCH_MAX)) === BATCH_MAX) await work()
  }

  return repeat({ name: 'purge idempotency keys', intervalMs: options.intervalMs, work, log: options.log })
}

import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { purgeKeys } from '../store/idempotency-keys.ts'
import { forgetAppDays } from '../store/settled/forget-app-days.ts'
import { purgeTasks } from '../store/tasks.ts'

const BATCH_MAX = 1000

/** Removes what nobody needs any more: idempotency keys with the answers kept for them, tasks, and sums of days long ago. */
export function startPurging(options: {
  readonly db: Database
  readonly intervalMs: number
  readonly log: Logger
}): PeriodicJob {
  const { db, intervalMs, log } = options

  async function run(): Promise<void> {
    // A full batch may have left some behind.
    while ((await purgeKeys(db, BATCH_MAX)) === BATCH_MAX);
    while ((await purgeTasks(db, BATCH_MAX)) === BATCH_MAX);
    while ((await forgetAppDays(db, BATCH_MAX)) === BATCH_MAX);
  }

  return startPeriodicJob({ name: 'purge', intervalMs, run, log })
}

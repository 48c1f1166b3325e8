import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import { purgeExpired } from '../store/purge-expired.ts'

/** Where to delete, and how often. */
export interface PurgeOptions {
  readonly db: Database
  readonly log: Logger
  readonly intervalMs: number
}

/** Deletes what has expired, from time to time. */
export function startPurgeJob({ db, log, intervalMs }: PurgeOptions): Closable {
  return startPeriodicJob({ name: 'purge expired rows', intervalMs, run: () => purgeExpired(db), log })
}

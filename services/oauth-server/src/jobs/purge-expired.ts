import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { Closable } from '@mtg/runtime'
import { purgeExpired } from '../store/purge-expired.ts'

/** What the job needs. */
export interface PurgeOptions {
  readonly db: Database
  readonly log: Logger
  readonly intervalMs: number
}

/** Deletes what has expired, from time to time. */
export function startPurgeJob({ db, log, intervalMs }: PurgeOptions): Closable {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = purgeExpired(db).catch((err: unknown) => log.warn({ err }, 'expired rows could not be deleted'))
  }, intervalMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

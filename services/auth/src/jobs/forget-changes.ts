import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { forgetCallerChanges } from '../store/caller-changes.ts'

const INTERVAL_MS = 600_000

/** Deletes changes of callers that everybody who asks has been told of. */
export function startForgettingChanges({ db, log }: { readonly db: Database; readonly log: Logger }): PeriodicJob {
  return startPeriodicJob({
    name: 'forget changes of callers',
    intervalMs: INTERVAL_MS,
    run: () => forgetCallerChanges(db),
    log,
  })
}

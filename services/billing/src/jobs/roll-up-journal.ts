import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { rollUpJournal } from '../use-cases/ledger/roll-up.ts'

/** Adds new journal entries to the hourly sums of their accounts. */
export function startRollUp(options: {
  readonly db: Database
  readonly intervalMs: number
  readonly log: Logger
}): PeriodicJob {
  const { db, intervalMs, log } = options
  return startPeriodicJob({ name: 'roll up the journal', intervalMs, run: () => rollUpJournal(db), log })
}

import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { forgetListingWords, noteListingWords } from '../store/listings/words.ts'

const APPS_MAX = 100
const FORGOTTEN_MAX = 500

/** Keeps the list of words that queries may have meant. */
export function startNotingWords(options: {
  readonly db: Database
  readonly intervalMs: number
  readonly log: Logger
}): PeriodicJob {
  const { db, intervalMs, log } = options

  async function run(): Promise<void> {
    // A full batch may have left some behind.
    while ((await noteListingWords(db, APPS_MAX)) === APPS_MAX);
    await forgetListingWords(db, FORGOTTEN_MAX)
  }

  return startPeriodicJob({ name: 'note words', intervalMs, run, log })
}

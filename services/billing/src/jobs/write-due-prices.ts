import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { writeDuePrices } from '../store/own-prices.ts'

/** Longer than any call waits for its locks: all that came before such a price held have been decided. */
const DUE_FOR_MS = 60_000

/** Writes announced prices that hold already into their tiers and tools, so that calls need not look for them. */
export function startWritingPrices({
  db,
  intervalMs,
  log,
}: {
  readonly db: Database
  readonly intervalMs: number
  readonly log: Logger
}): PeriodicJob {
  async function run(): Promise<void> {
    const written = await writeDuePrices(db, DUE_FOR_MS)
    if (written > 0) log.info({ written }, 'announced prices were written')
  }

  return startPeriodicJob({ name: 'write due prices', intervalMs, run, log })
}

import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import type { HomeCell } from '../clients/cells/home.ts'
import { keepMap, makeMap, readNewerMap } from '../store/cells/cell-maps.ts'
import type { LearningBook } from '../use-cases/cells/cell-book.ts'

/** Where maps of cells come from: the own database, and the home cell, if this is another. */
export interface FollowCellsOptions {
  readonly db: Database
  readonly book: LearningBook
  /** Undefined: this is it, and makes the maps. */
  readonly home: HomeCell | undefined
  readonly log: Logger
}

const INTERVAL_MS = 500

/** Learns the newest map, of the own database and of the home cell. */
export async function refreshMap({ db, book, home }: Omit<FollowCellsOptions, 'log'>): Promise<void> {
  const kept = await readNewerMap(db, book.version())
  if (kept !== undefined) book.learn(kept)
  const newer = await home?.newerMap(book.version())
  if (newer === undefined) return
  await keepMap(db, newer)
  book.learn(newer)
}

/** Keeps the newest map at hand. What is known already goes on while the home cell is away. */
export function startFollowingCells({ db, book, home, log }: FollowCellsOptions): PeriodicJob {
  let isMade = false

  async function run(): Promise<void> {
    if (home === undefined && !isMade) {
      await makeMap(db, book.names)
      isMade = true
    }
    await refreshMap({ db, book, home })
  }

  return startPeriodicJob({ name: 'follow the map of cells', intervalMs: INTERVAL_MS, firstAfterMs: 0, run, log })
}

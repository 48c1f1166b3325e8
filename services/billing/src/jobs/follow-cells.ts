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

/** Keeps the newest map at hand. What is known already goes on while the home cell is away. */
export function startFollowingCells({ db, book, home, log }: FollowCellsOptions): PeriodicJob {
  let isMade = false

  async function readOwn(): Promise<void> {
    const newer = await readNewerMap(db, book.version())
    if (newer !== undefined) book.learn(newer)
  }

  async function run(): Promise<void> {
    if (home === undefined && !isMade) {
      await makeMap(db, book.names)
      isMade = true
    }
    await readOwn()
    const newer = await home?.newerMap(book.version())
    if (newer === undefined) return
    await keepMap(db, newer)
    book.learn(newer)
  }

  return startPeriodicJob({ name: 'follow the map of cells', intervalMs: INTERVAL_MS, firstAfterMs: 0, run, log })
}

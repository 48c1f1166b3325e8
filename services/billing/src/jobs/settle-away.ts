import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import type { Reach } from '../domain/failpoints.ts'
import { walkAway } from '../use-cases/storage/walk-away.ts'

/** What is kept small, and how. */
export interface SettlingAwayOptions {
  readonly db: Database
  readonly intervalMs: number
  /** How long calls stay where they can be settled; 0: for ever. */
  readonly keptHotMs: number
  readonly reach: Reach
  readonly log: Logger
}

/** Moves calls that were settled a while ago out of the tables of the call path. Every replica may do it; they take turns. */
export function startSettlingAway({ db, intervalMs, keptHotMs, reach, log }: SettlingAwayOptions): Closable {
  if (keptHotMs === 0) return { close: async () => {} }
  let isClosing = false

  async function run(): Promise<void> {
    const movedCount = await walkAway(db, { keptHotMs, reach, isOver: () => isClosing })
    if (movedCount > 0) log.debug({ movedCount }, 'settled calls left the tables of the call path')
  }

  const job = startPeriodicJob({ name: 'settle away', intervalMs, run, log })
  return {
    async close() {
      isClosing = true
      await job.close()
    },
  }
}

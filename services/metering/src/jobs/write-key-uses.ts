import type { Logger } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import { insertKeyUses } from '../store/key-uses.ts'
import type { KeyUses } from '../use-cases/record/key-uses.ts'

/** What is written where, and how often. */
export interface KeyUseJobOptions {
  readonly db: Queryable
  readonly log: Logger
  readonly keyUses: KeyUses
  readonly intervalMs: number
}

/** Writes the last uses of keys, those of all calls since the last time at once. What a crash loses, the key's next call brings back. */
export function startKeyUseJob({ db, log, keyUses, intervalMs }: KeyUseJobOptions): Closable {
  const run = async () => {
    const uses = keyUses.take()
    if (uses.length === 0) return
    try {
      await insertKeyUses(db, uses)
    } catch (thrown) {
      keyUses.giveBack(uses)
      throw thrown
    }
  }
  const job = startPeriodicJob({ name: 'write-key-uses', intervalMs, run, log })
  return {
    async close() {
      await job.close()
      await run().catch((err: unknown) => log.warn({ err }, 'the last uses of keys were lost'))
    },
  }
}

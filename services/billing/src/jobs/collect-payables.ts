import type { Logger } from '@mtg/observability'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { listRequestedCollections } from '../store/cells/collections.ts'
import { type CollectDeps, collect } from '../use-cases/cells/collect.ts'

/** What is collected, and how often it is tried. */
export interface CollectOptions extends CollectDeps {
  /** Also how long the request that began a collection has to finish it by itself. */
  readonly intervalMs: number
  readonly log: Logger
}

/** Sees through collections whose cell may have handed over what was not entered yet. */
export function startCollecting(options: CollectOptions): PeriodicJob {
  const { db, intervalMs, log } = options

  async function run(): Promise<void> {
    for (const collection of await listRequestedCollections(db, intervalMs)) {
      try {
        await collect(options, collection)
      } catch (err) {
        log.warn({ err, collectionId: collection.id, cell: collection.cell }, 'a collection could not be finished yet')
      }
    }
  }

  return startPeriodicJob({ name: 'finish collections', intervalMs, run, log })
}

import type { BoundHistogram } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Batcher, createBatcher } from '@mtg/runtime'
import type { CallTarget, ResolvedTarget } from '../domain/call.ts'
import { resolveCalls } from './resolve-calls.ts'

/** Where targets are looked up, and who is told of it. */
export interface TargetLookupsOptions {
  readonly db: Database
  /** Told of each batch's size. */
  readonly sizes: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

const ITEMS_MAX = 128
const LANES = 2
const QUEUE_MAX = 20_000

/** Looks targets up, many to a statement. Rejects with `database_error`, or `overloaded` when too many wait. */
export function createTargetLookups({ db, sizes, onSplit }: TargetLookupsOptions): Batcher<CallTarget, ResolvedTarget> {
  return createBatcher({
    run: targets => resolveCalls(db, targets),
    itemsMax: ITEMS_MAX,
    lanes: LANES,
    queueMax: QUEUE_MAX,
    sizes,
    onSplit,
  })
}

import { type BoundHistogram } from '@mtg/observability'
import { isRace } from '@mtg/postgres'
import { type Batcher, createBatcher } from '@mtg/runtime'

/** How a batch is carried out, and how many at once. */
export interface CallBatcherOptions<Item, Result> {
  readonly keyOf: (item: Item) => string
  readonly run: (items: Item[]) => Promise<Result[]>
  readonly lanes: number
  readonly itemsForNextLane?: number
  readonly gatherMs?: () => number
  /** Told of each batch's size. */
  readonly sizes?: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit?: (thrown: unknown) => void
}

const ITEMS_MAX = 128
const QUEUE_MAX = 20_000

/**
 * Natural batching for statements in which no call may stand twice. Repeats wait for a later batch, where they meet
 * what the first one left behind. A batch that fails for whatever reason but an outage is worked off in parts, so that one
 * call cannot fail its neighbours; a call that met another process is tried once more by itself. Whatever of it had been
 * carried out before is idempotent by call id.
 */
export function createCallBatcher<Item, Result>(options: CallBatcherOptions<Item, Result>): Batcher<Item, Result> {
  return createBatcher({ ...options, mayPassAgain: isRace, itemsMax: ITEMS_MAX, queueMax: QUEUE_MAX })
}

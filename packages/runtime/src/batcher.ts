import { appError } from '@mtg/errors'
import type { BoundHistogram } from './metrics.ts'

/** How a batcher works off its queue. */
export interface BatcherOptions<Item, Result> {
  /** Answers every item of a batch, in order. */
  readonly run: (items: Item[]) => Promise<Result[]>
  readonly itemsMax: number
  /** How many batches may be under way at once; default 1. */
  readonly lanes?: number
  /** Items that must wait before a batch starts beside another one; default 1. */
  readonly itemsForNextLane?: number
  /** Items that may wait before further ones are refused with `overloaded`. */
  readonly queueMax: number
  /** Told of each batch's size. */
  readonly sizes?: BoundHistogram
}

/** Answers single items with work that is done in batches. */
export interface Batcher<Item, Result> {
  /** Rejects with what the batch was rejected with, or `overloaded`. */
  add(item: Item): Promise<Result>
  /** Items waiting or under way. */
  readonly pending: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Natural batching: the next batch takes all that queued up while the last one ran. No timer: one item alone does not
 * wait, and a busy service commits many at once.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { lanes = 1, itemsForNextLane = 1 } = options
  let queue: Waiting<Item, Result>[] = []
  let underWay = 0
  let pending = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || queue.length === 0 || underWay >= lanes) return
    if (underWay > 0 && queue.length < itemsForNextLane) return
    scheduled = true
    // One turn of the event loop, so that what arrived in one network read shares a batch.
    setImmediate(() => {
      scheduled = false
      const batch = queue.slice(0, options.itemsMax)
      queue = queue.slice(options.itemsMax)
      underWay += 1
      void work(batch)
      schedule()
    })
  }

  async function work(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      options.sizes?.observe(batch.length)
      const results = await options.run(batch.map(waiting => waiting.item))
      // Answers that cannot be told apart must not reach anyone.
      if (results.length !== batch.length) throw new Error(`${results.length} answers to ${batch.length} items`)
      batch.forEach((waiting, index) => waiting.resolve(results[index] as Result))
    } catch (thrown) {
      for (const waiting of batch) waiting.reject(thrown)
    } finally {
      underWay -= 1
      pending -= batch.length
      schedule()
    }
  }

  return {
    add(item) {
      if (queue.length >= options.queueMax)
        return Promise.reject(appError('overloaded', { detail: { queued: queue.length } }))
      pending += 1
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        schedule()
      })
    },
    get pending() {
      return pending
    },
  }
}

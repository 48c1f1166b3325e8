import { appError, isOutage } from '@mtg/errors'
import type { BoundHistogram } from '@mtg/observability'
import { itemAt } from '@mtg/primitives'
import { type WorkOffOptions, workOff } from './work-off.ts'

/** How a batcher works off its queue. */
export interface BatcherOptions<Item, Result> extends WorkOffOptions<Item, Result> {
  readonly itemsMax: number
  /** How many batches may be under way at once; default 1. */
  readonly lanes?: number
  /** Items that must wait before a batch starts beside another one; default 1. */
  readonly itemsForNextLane?: number
  /** How long fewer than `itemsForNextLane` wait for company before their batch starts, asked each time; default: not at all. */
  readonly gatherMs?: () => number
  /** Items that may wait before further ones are refused with `overloaded`. */
  readonly queueMax: number
  /** What an item costs in memory, where that differs; with `queueBytesMax`. */
  readonly bytesOf?: (item: Item) => number
  /** Bytes that may wait before further items are refused with `overloaded`. */
  readonly queueBytesMax?: number
  /** When given, no two items of one key are run together: repeats come after what the first one left behind. */
  readonly keyOf?: (item: Item) => string
  /** Told of each batch's size. */
  readonly sizes?: BoundHistogram
}

/** Answers single items with work that is done in batches. */
export interface Batcher<Item, Result> {
  /** Rejects with what the item failed with by itself, with the outage that ended its batch, or with `overloaded`. */
  add(item: Item): Promise<Result>
  /** Items waiting or under way. */
  readonly pending: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly bytes: number
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Natural batching: the next batch takes all that queued up while the last one ran. No timer unless `gatherMs` asks for one: one
 * item alone does not wait, and a busy service commits many at once. A batch that fails is worked off in parts, see `workOff`.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { lanes = 1, itemsForNextLane = 1, bytesOf = () => 0, queueBytesMax = Number.POSITIVE_INFINITY } = options
  const { gatherMs = () => 0 } = options
  let queue: Waiting<Item, Result>[] = []
  let queueBytes = 0
  let underWay = 0
  let pending = 0
  let scheduled = false
  let gathering: NodeJS.Timeout | undefined

  function schedule(): void {
    if (scheduled || queue.length === 0 || underWay >= lanes) return
    if (queue.length < itemsForNextLane) {
      if (underWay > 0) return
      const waitMs = gatherMs()
      if (waitMs > 0) {
        gathering ??= setTimeout(startSoon, waitMs)
        return
      }
    }
    clearTimeout(gathering)
    startSoon()
  }

  function startSoon(): void {
    gathering = undefined
    scheduled = true
    // One turn of the event loop, so that what arrived in one network read shares a batch.
    setImmediate(() => {
      scheduled = false
      const batch = queue.slice(0, options.itemsMax)
      queue = queue.slice(options.itemsMax)
      for (const { bytes } of batch) queueBytes -= bytes
      underWay += 1
      void work(batch)
      schedule()
    })
  }

  async function work(batch: Waiting<Item, Result>[]): Promise<void> {
    options.sizes?.observe(batch.length)
    let outage: unknown
    for (const round of roundsOf(batch)) {
      if (outage === undefined) outage = await workRound(round, options)
      else for (const { reject } of round) reject(outage)
    }
    underWay -= 1
    pending -= batch.length
    schedule()
  }

  function roundsOf(batch: Waiting<Item, Result>[]): Waiting<Item, Result>[][] {
    const { keyOf } = options
    return keyOf === undefined ? [batch] : distinctRounds(batch, waiting => keyOf(waiting.item))
  }

  return {
    add(item) {
      const bytes = bytesOf(item)
      if (queue.length >= options.queueMax || queueBytes + bytes > queueBytesMax) {
        return Promise.reject(appError('overloaded', { detail: { queued: queue.length, queueBytes } }))
      }
      pending += 1
      queueBytes += bytes
      return new Promise((resolve, reject) => {
        queue.push({ item, bytes, resolve, reject })
        schedule()
      })
    },
    get pending() {
      return pending
    },
  }
}

/** Answers all of a round, and with the outage that ended it, if one did. */
async function workRound<Item, Result>(
  round: Waiting<Item, Result>[],
  options: WorkOffOptions<Item, Result>,
): Promise<unknown> {
  let outage: unknown
  const items = round.map(waiting => waiting.item)
  const outcomes = await workOff(items, options)
  for (const [index, { resolve, reject }] of round.entries()) {
    const outcome = itemAt(outcomes, index)
    if (outcome.status === 'fulfilled') resolve(outcome.value)
    else {
      if (isOutage(outcome.reason)) outage = outcome.reason
      reject(outcome.reason)
    }
  }
  return outage
}

function distinctRounds<T>(entries: readonly T[], keyOf: (entry: T) => string): T[][] {
  const rounds: Map<string, T>[] = []
  for (const entry of entries) {
    const key = keyOf(entry)
    const round = rounds.find(known => !known.has(key))
    if (round === undefined) rounds.push(new Map([[key, entry]]))
    else round.set(key, entry)
  }
  return rounds.map(round => [...round.values()])
}

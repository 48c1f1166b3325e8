import { type Batcher, type BoundHistogram, createBatcher } from '@mtg/runtime'

/** What batches of calls need. */
export interface CallBatcherOptions<Item, Result> {
  readonly keyOf: (item: Item) => string
  readonly run: (items: Item[]) => Promise<Result[]>
  readonly lanes: number
  readonly itemsForNextLane?: number
  /** Told of each batch's size. */
  readonly sizes?: BoundHistogram
}

const ITEMS_MAX = 128
const QUEUE_MAX = 20_000

/**
 * Natural batching for statements in which no call may stand twice. Repeats wait for a later batch, where they meet
 * what the first one left behind. A batch that fails on a constraint (a race for one call id with another process) is
 * worked off item by item, so that one call cannot fail its neighbours.
 */
export function createCallBatcher<Item, Result>(options: CallBatcherOptions<Item, Result>): Batcher<Item, Result> {
  async function runDistinct(items: Item[]): Promise<Result[]> {
    const results = new Map<Item, Result>()
    for (const round of distinctRounds(items, options.keyOf)) {
      const answers = await runRound(round)
      round.forEach((item, index) => results.set(item, answers[index] as Result))
    }
    return items.map(item => results.get(item) as Result)
  }

  async function runRound(items: Item[]): Promise<Result[]> {
    try {
      return await options.run(items)
    } catch (thrown) {
      if (items.length === 1 || !isConstraint(thrown)) throw thrown
      const results: Result[] = []
      for (const item of items) results.push(...(await retryAlone(item)))
      return results
    }
  }

  async function retryAlone(item: Item): Promise<Result[]> {
    try {
      return await options.run([item])
    } catch (thrown) {
      if (!isConstraint(thrown)) throw thrown
      // The other process has committed by now: this time its row is seen.
      return await options.run([item])
    }
  }

  return createBatcher({ ...options, run: runDistinct, itemsMax: ITEMS_MAX, queueMax: QUEUE_MAX })
}

function distinctRounds<Item>(items: Item[], keyOf: (item: Item) => string): Item[][] {
  const rounds: Map<string, Item>[] = []
  for (const item of items) {
    const key = keyOf(item)
    const round = rounds.find(known => !known.has(key))
    if (round === undefined) rounds.push(new Map([[key, item]]))
    else round.set(key, item)
  }
  return rounds.map(round => [...round.values()])
}

function isConstraint(thrown: unknown): boolean {
  // 23: integrity constraint; 40: deadlock or serialization, which a single call cannot meet.
  return thrown instanceof Error && /^(23|40)/.test(String((thrown as { code?: unknown }).code))
}

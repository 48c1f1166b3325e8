import { isOutage } from '@mtg/errors'

/** How a batch is carried out. */
export interface WorkOffOptions<Item, Result> {
  /** Answers every item, in order. */
  readonly run: (items: Item[]) => Promise<Result[]>
  /** Whether an item that failed by itself may pass when it is tried once more, as after a race with another process. */
  readonly mayPassAgain?: (thrown: unknown) => boolean
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit?: (thrown: unknown) => void
}

/**
 * Carries out a batch so that no item can fail another: what fails as a whole is tried in halves, down to single items, and
 * only those that fail by themselves are refused. `n` items take at most `2n - 1` runs, and one bad item among them
 * `2 log2 n`. An outage is nobody's fault: it ends the batch at once.
 */
export async function workOff<Item, Result>(
  items: readonly Item[],
  options: WorkOffOptions<Item, Result>,
): Promise<PromiseSettledResult<Result>[]> {
  let outage: { readonly reason: unknown } | undefined

  async function attempt(part: Item[]): Promise<PromiseSettledResult<Result>[]> {
    const results = await options.run(part)
    // Answers that cannot be told apart must not reach anyone.
    if (results.length !== part.length) throw new Error(`${results.length} answers to ${part.length} items`)
    return results.map(value => ({ status: 'fulfilled', value }))
  }

  async function work(part: Item[], hasFailed = false): Promise<PromiseSettledResult<Result>[]> {
    if (outage !== undefined) return refuseAll(part, outage.reason)
    try {
      return await attempt(part)
    } catch (thrown) {
      if (isOutage(thrown)) outage = { reason: thrown }
      if (outage !== undefined) return refuseAll(part, thrown)
      if (part.length === 1) {
        if (!hasFailed && options.mayPassAgain?.(thrown) === true) return await work(part, true)
        return refuseAll(part, thrown)
      }
      options.onSplit?.(thrown)
      const middle = part.length >> 1
      const left = await work(part.slice(0, middle))
      return [...left, ...(await work(part.slice(middle)))]
    }
  }

  return items.length === 0 ? [] : await work([...items])
}

function refuseAll(part: readonly unknown[], reason: unknown): PromiseRejectedResult[] {
  return part.map(() => ({ status: 'rejected', reason }))
}

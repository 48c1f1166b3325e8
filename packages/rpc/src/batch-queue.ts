import { messageLimits } from './message-size.ts'
import type { Waiting } from './unanswered.ts'

/** Items that are still to be sent, in order. */
export interface BatchQueue<Item, Result> {
  readonly size: number
  add(entry: Waiting<Item, Result>): void
  /** What was sent and must be sent again goes before all others. */
  putBack(entries: readonly Waiting<Item, Result>[]): void
  /** Takes as many as fit into a message; one in any case. */
  take(): Waiting<Item, Result>[]
  /** Forgets those that nobody waits for any more. */
  sweep(): void
}

/** Begins empty. */
export function createBatchQueue<Item, Result>(): BatchQueue<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  return {
    get size() {
      return queue.length
    },
    add: entry => void queue.push(entry),
    putBack(entries) {
      queue = [...entries, ...queue]
    },
    take() {
      const count = countForOneMessage(queue)
      const entries = queue.slice(0, count)
      queue = queue.slice(count)
      return entries
    },
    sweep() {
      queue = queue.filter(entry => entry.question !== undefined)
    },
  }
}

function countForOneMessage(queue: readonly { readonly bytes: number }[]): number {
  let bytes = 0
  let count = 0
  for (const entry of queue) {
    bytes += entry.bytes
    if (count === messageLimits.batchItemsMax || (count > 0 && bytes > messageLimits.batchBytesMax)) break
    count += 1
  }
  return count
}

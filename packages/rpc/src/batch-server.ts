import type * as grpc from '@grpc/grpc-js'
import { appError } from '@mtg/errors'
import { bytesAtMost, messageLimits } from './message-size.ts'
import { isUnreadable, unreadableStatus } from './unreadable.ts'

/** One side of a batched stream, ready for `implement`. */
export interface BatchHandler<Request, Response> {
  readonly serve: (call: grpc.ServerDuplexStream<Request, Response>) => OpenStream
}

/** A stream being served. */
export interface OpenStream {
  /** Answers what was taken, then ends the stream: the client goes on with another server. */
  drain(): void
}

/** How a batched stream's messages hold their items. */
export interface BatchShape<Request, Item, Result, Response> {
  readonly itemsOf: (message: Request) => readonly Item[]
  /** Answers one item, or throws why not. */
  readonly handle: (item: Item) => Promise<Result>
  /** The refusal of one item as its answer. */
  readonly refuse: (item: Item, thrown: unknown) => Result
  readonly toMessage: (results: Result[]) => Response
  /** How many items may be unanswered on one stream before reading pauses. */
  readonly pendingMax?: number
}

interface Answer<Result> {
  readonly result: Result
  readonly bytes: number
}

const PENDING_MAX = 4096

/**
 * Serves a stream whose messages carry many items. Items are answered on their own, so that a slow one holds up no
 * other, and one that fails is refused alone; all results that are ready in one event-loop turn leave together, in messages
 * that are bounded as requests are. Reading pauses while too many are unanswered or the client does not read, and what one
 * message brings beyond that is refused, so that nothing grows without bound.
 */
export function batchHandler<Request, Item, Result, Response>(
  shape: BatchShape<Request, Item, Result, Response>,
): BatchHandler<Request, Response> {
  const pendingMax = shape.pendingMax ?? PENDING_MAX
  return {
    serve(call) {
      let answers: Answer<Result>[] = []
      let pending = 0
      let scheduled = false
      let blocked = false
      let ended = false
      let unreadable = false

      const isOver = () => unreadable || call.cancelled || call.destroyed
      const flush = () => {
        scheduled = false
        while (!blocked && answers.length > 0 && !isOver()) {
          const count = countForOneMessage(answers)
          const message = shape.toMessage(answers.slice(0, count).map(answer => answer.result))
          answers = answers.slice(count)
          blocked = !call.write(message)
        }
        settleFlow()
      }
      const settleFlow = () => {
        if (isOver()) return
        const paused = call.isPaused()
        if (!paused && (blocked || pending >= pendingMax)) call.pause()
        else if (paused && !blocked && pending < pendingMax) call.resume()
        if (ended && pending === 0 && answers.length === 0 && !blocked) call.end()
      }
      const push = (result: Result, bytes: number): void => {
        pending -= 1
        if (isOver()) return
        answers.push({ result, bytes })
        if (scheduled) return
        scheduled = true
        setImmediate(flush)
      }
      const answer = (item: Item, result: Result): void => {
        const bytes = bytesAtMost(result)
        if (bytes > messageLimits.itemBytesMax) refuse(item, answerTooLarge(bytes))
        else push(result, bytes)
      }
      const refuse = (item: Item, thrown: unknown): void => {
        const result = shape.refuse(item, thrown)
        const bytes = bytesAtMost(result)
        if (bytes <= messageLimits.itemBytesMax) return push(result, bytes)
        // Its key alone is larger than an item may be: nobody keeps to the rules who waits for that.
        pending -= 1
        settleFlow()
      }
      const take = (item: Item) => {
        pending += 1
        if (pending > pendingMax + messageLimits.batchItemsMax) return refuse(item, appError('overloaded'))
        // In an async function: also what a handler throws before it waits for anything is its own item's failure.
        void handleOne(shape, item).then(
          result => answer(item, result),
          (thrown: unknown) => refuse(item, thrown),
        )
      }

      call.on('data', (message: Request) => {
        if (isUnreadable(message)) {
          unreadable = true
          call.emit('error', unreadableStatus)
        }
        if (isOver()) return
        for (const item of shape.itemsOf(message)) take(item)
        settleFlow()
      })
      call.on('drain', () => {
        blocked = false
        flush()
      })
      call.on('end', () => {
        ended = true
        settleFlow()
      })
      call.on('error', () => {})
      return {
        drain() {
          ended = true
          settleFlow()
        },
      }
    },
  }
}

async function handleOne<Item, Result>(
  shape: { readonly handle: (item: Item) => Promise<Result> },
  item: Item,
): Promise<Result> {
  return await shape.handle(item)
}

const answerTooLarge = (bytes: number) => appError('internal_error', { detail: { reason: 'answer too large', bytes } })

/** How many of the first answers fit into a message; one in any case. */
function countForOneMessage(answers: readonly { readonly bytes: number }[]): number {
  let bytes = 0
  let count = 0
  for (const answer of answers) {
    bytes += answer.bytes
    if (count === messageLimits.batchItemsMax || (count > 0 && bytes > messageLimits.batchBytesMax)) break
    count += 1
  }
  return count
}

import type * as grpc from '@grpc/grpc-js'
import { appError } from '@mtg/errors'
import { isForwarded } from './forwarded.ts'
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
  /** Answers one item, or throws why not. `isForwarded`: another cell of this service has handed it on. */
  readonly handle: (item: Item, isForwarded: boolean) => Promise<Result>
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
  return { serve: call => new ServedStream(call, shape) }
}

class ServedStream<Request, Item, Result, Response> implements OpenStream {
  readonly #call: grpc.ServerDuplexStream<Request, Response>
  readonly #shape: BatchShape<Request, Item, Result, Response>
  readonly #pendingMax: number
  readonly #isForwarded: boolean
  /** Ready to leave. */
  #answers: Answer<Result>[] = []
  /** Items that are being handled. */
  #pending = 0
  #isFlushScheduled = false
  /** The client does not read. */
  #isBlocked = false
  /** Nothing more will come. */
  #hasEnded = false
  #wasUnreadable = false
  /** Made once: every turn in which something is answered schedules it. */
  readonly #flushLater = () => this.#flush()

  constructor(call: grpc.ServerDuplexStream<Request, Response>, shape: BatchShape<Request, Item, Result, Response>) {
    this.#call = call
    this.#shape = shape
    this.#pendingMax = shape.pendingMax ?? PENDING_MAX
    this.#isForwarded = isForwarded(call.metadata)
    call.on('data', (message: Request) => this.#receive(message))
    call.on('drain', () => {
      this.#isBlocked = false
      this.#flush()
    })
    call.on('end', () => this.drain())
    call.on('error', () => {})
  }

  drain(): void {
    this.#hasEnded = true
    this.#settleFlow()
  }

  #isOver(): boolean {
    return this.#wasUnreadable || this.#call.cancelled || this.#call.destroyed
  }

  #receive(message: Request): void {
    if (isUnreadable(message)) {
      this.#wasUnreadable = true
      this.#call.emit('error', unreadableStatus)
    }
    if (this.#isOver()) return
    for (const item of this.#shape.itemsOf(message)) this.#take(item)
    this.#settleFlow()
  }

  #take(item: Item): void {
    this.#pending += 1
    const isTooMuch = this.#pending > this.#pendingMax + messageLimits.batchItemsMax
    if (isTooMuch) return this.#refuse(item, appError('overloaded'))
    // In an async function: also what a handler throws before it waits for anything is its own item's failure.
    void handleOne(this.#shape, item, this.#isForwarded).then(
      result => this.#answer(item, result),
      (thrown: unknown) => this.#refuse(item, thrown),
    )
  }

  #answer(item: Item, result: Result): void {
    const bytes = bytesAtMost(result)
    if (bytes > messageLimits.itemBytesMax) this.#refuse(item, answerTooLarge(bytes))
    else this.#push(result, bytes)
  }

  #refuse(item: Item, thrown: unknown): void {
    const result = this.#shape.refuse(item, thrown)
    const bytes = bytesAtMost(result)
    if (bytes <= messageLimits.itemBytesMax) return this.#push(result, bytes)
    // Its key alone is larger than an item may be: nobody keeps to the rules who waits for that.
    this.#pending -= 1
    this.#settleFlow()
  }

  #push(result: Result, bytes: number): void {
    this.#pending -= 1
    if (this.#isOver()) return
    this.#answers.push({ result, bytes })
    if (this.#isFlushScheduled) return
    this.#isFlushScheduled = true
    setImmediate(this.#flushLater)
  }

  #flush(): void {
    this.#isFlushScheduled = false
    while (!this.#isBlocked && this.#answers.length > 0 && !this.#isOver()) {
      const count = countForOneMessage(this.#answers)
      const message = this.#shape.toMessage(this.#answers.slice(0, count).map(answer => answer.result))
      this.#answers = this.#answers.slice(count)
      this.#isBlocked = !this.#call.write(message)
    }
    this.#settleFlow()
  }

  /** Pauses or resumes reading, or ends the stream. */
  #settleFlow(): void {
    if (this.#isOver()) return
    const call = this.#call
    const isPaused = call.isPaused()
    if (!isPaused && (this.#isBlocked || this.#pending >= this.#pendingMax)) call.pause()
    else if (isPaused && !this.#isBlocked && this.#pending < this.#pendingMax) call.resume()
    if (this.#hasEnded && this.#pending === 0 && this.#answers.length === 0 && !this.#isBlocked) call.end()
  }
}

async function handleOne<Item, Result>(
  shape: { readonly handle: (item: Item, isForwarded: boolean) => Promise<Result> },
  item: Item,
  isForwarded: boolean,
): Promise<Result> {
  return await shape.handle(item, isForwarded)
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

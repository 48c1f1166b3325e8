import * as grpc from '@grpc/grpc-js'
import { systemClock } from '@mtg/primitives'
import type { BatchStream, BatchWire, ItemKey } from './batch-wire.ts'
import { isConnected } from './channel.ts'
import { createLaneSilence } from './lane-silence.ts'
import type { Unanswered, Waiting } from './unanswered.ts'

const REOPEN_MIN_MS = 20
const REOPEN_MAX_MS = 500
/** Of a stream that ends with one of these, what it carried is not to blame. */
const NOBODYS_FAULT = new Set([grpc.status.UNAUTHENTICATED, grpc.status.PERMISSION_DENIED, grpc.status.UNIMPLEMENTED])

/** Who is told what happens to a lane. */
export interface LaneListener<Item, Result> {
  readonly writable: () => void
  /** What was not answered: `blamed` when the stream broke for no other known reason than what it carried. */
  readonly unanswered: (entries: Waiting<Item, Result>[], blamed: boolean) => void
  /** A retired lane has nothing left. */
  readonly done: () => void
}

/** One long-lived stream to one server. It opens at once, and again by itself whenever it breaks, until it is retired. */
export class Lane<Item, Result> {
  readonly channel: grpc.Client
  readonly #wire: BatchWire<Item, Result>
  readonly #waiting: Unanswered<Item, Result>
  readonly #listener: LaneListener<Item, Result>
  readonly #unanswered = new Map<ItemKey, Waiting<Item, Result>>()
  readonly #silence = createLaneSilence()
  /** Undefined between a stream that broke and the next. */
  #stream: BatchStream<Item> | undefined
  #isBlocked = false
  /** Whether the server was connected when this stream was written to: it may have seen what was written. */
  #wasReached = false
  #isRetired = false
  #isClosed = false
  #reopenMs = REOPEN_MIN_MS
  #reopening: NodeJS.Timeout | undefined

  constructor(
    channel: grpc.Client,
    wire: BatchWire<Item, Result>,
    waiting: Unanswered<Item, Result>,
    listener: LaneListener<Item, Result>,
  ) {
    this.channel = channel
    this.#wire = wire
    this.#waiting = waiting
    this.#listener = listener
    this.#open()
  }

  canWrite(): boolean {
    return this.#stream !== undefined && !this.#isBlocked
  }

  /** Whether it is connected, and not silent. */
  isHealthy(): boolean {
    return isConnected(this.channel) && !this.#silence.isRemembered(systemClock.monotonicMs())
  }

  /** Whether nothing has come for so long that what waits should be asked elsewhere. */
  isSilentAt(nowMs: number): boolean {
    for (const [key, entry] of this.#unanswered) {
      if (this.#waiting.get(key) === entry) return this.#silence.isTooLong(nowMs, entry.timeoutMs)
      // Its time was over before the answer came.
      this.#unanswered.delete(key)
    }
    return false
  }

  write(entries: Waiting<Item, Result>[]): void {
    // The wait for the first answer begins with the first question.
    if (this.#unanswered.size === 0) this.#silence.asked(systemClock.monotonicMs())
    const items: Item[] = []
    for (const entry of entries) {
      // Another lane may have been answered meanwhile.
      if (entry.question === undefined) continue
      this.#unanswered.set(entry.key, entry)
      items.push(entry.question.item)
    }
    if (items.length === 0) return
    this.#wasReached ||= isConnected(this.channel)
    this.#isBlocked = this.#stream?.write(items) === false
  }

  /** Asks elsewhere; answers that come after all count. */
  leave(): void {
    this.#silence.left(systemClock.monotonicMs())
    this.#handOver(false)
    if (this.#isRetired) this.#finish()
  }

  /** Finishes what is under way and takes nothing more. */
  retire(): void {
    this.#isRetired = true
    if (this.#unanswered.size === 0) this.#finish()
  }

  /** Forgets what nobody waits for any more; a retired lane that has nothing left closes. */
  sweep(): void {
    for (const [key, entry] of this.#unanswered) {
      if (this.#waiting.get(key) !== entry) this.#unanswered.delete(key)
    }
    if (this.#isRetired && this.#unanswered.size === 0) this.#finish()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#reopening)
    this.#stream?.cancel()
  }

  #open(): void {
    const opened = this.#wire.open(this.channel, {
      answered: results => this.#answered(results),
      drained: () => {
        this.#isBlocked = false
        this.#listener.writable()
      },
      ended: failure => this.#ended(opened, failure),
    })
    this.#stream = opened
    this.#isBlocked = false
    this.#wasReached = false
    this.#silence.forget()
  }

  #answered(results: readonly Result[]): void {
    this.#reopenMs = REOPEN_MIN_MS
    this.#silence.heard(systemClock.monotonicMs())
    for (const result of results) this.#settle(result)
  }

  #settle(result: Result): void {
    const key = this.#wire.keyOfResult(result)
    this.#unanswered.delete(key)
    const entry = this.#waiting.get(key)
    if (entry === undefined) return
    this.#waiting.remove(entry)?.resolve(result)
    if (this.#isRetired && this.#unanswered.size === 0) this.#finish()
  }

  #ended(which: BatchStream<Item>, failure: grpc.status | undefined): void {
    if (this.#stream !== which) return
    this.#stream = undefined
    if (this.#isClosed) return
    this.#handOver(this.#isBlamed(failure))
    if (this.#isRetired) return this.#finish()
    this.#reopening = setTimeout(() => {
      this.#open()
      this.#listener.writable()
    }, this.#reopenMs)
    this.#reopenMs = Math.min(this.#reopenMs * 2, REOPEN_MAX_MS)
  }

  #isBlamed(failure: grpc.status | undefined): boolean {
    if (failure === undefined || NOBODYS_FAULT.has(failure)) return false
    // A server that was never reached has seen nothing of what was written.
    return this.#wasReached || failure !== grpc.status.UNAVAILABLE
  }

  #handOver(blamed: boolean): void {
    const entries = [...this.#unanswered.values()]
    this.#unanswered.clear()
    this.#listener.unanswered(entries, blamed)
  }

  #finish(): void {
    if (this.#isClosed) return
    this.close()
    this.#listener.done()
  }
}

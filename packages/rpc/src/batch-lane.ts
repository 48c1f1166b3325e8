import * as grpc from '@grpc/grpc-js'
import { systemClock } from '@mtg/primitives'
import type { BatchClientOptions } from './batch-client.ts'
import { callMetadata, isConnected } from './channel.ts'
import type { MethodName, ReceivedResponseOf } from './shapes.ts'
import type { Unanswered, Waiting } from './unanswered.ts'

const REOPEN_MIN_MS = 20
const REOPEN_MAX_MS = 500
/** A server that is silent for this share of an item's time is left, while there is another one. */
const SILENCE_SHARE = 1 / 3
/** After that long it is tried again, even if it has not answered what it was asked before. */
const SILENCE_MEMORY_MS = 5000
/** Of a stream that ends with one of these, what it carried is not to blame. */
const NOBODYS_FAULT = new Set([grpc.status.UNAUTHENTICATED, grpc.status.PERMISSION_DENIED, grpc.status.UNIMPLEMENTED])

/** One long-lived stream that reopens by itself. */
export interface Lane<Item, Result> {
  readonly channel: grpc.Client
  writable(): boolean
  /** Connected, and not silent. */
  healthy(): boolean
  /** Whether nothing has come for so long that what waits should be asked elsewhere. */
  silentAt(nowMs: number): boolean
  /** Asks elsewhere; answers that come after all count. */
  leave(): void
  /** Finishes what is under way and takes nothing more. */
  retire(): void
  /** Forgets what nobody waits for any more; a retired lane that has nothing left closes. */
  sweep(): void
  write(entries: Waiting<Item, Result>[]): void
  close(): void
}

/** Who is told what happens to a lane. */
export interface LaneListener<Item, Result> {
  readonly writable: () => void
  /** What was not answered: `blamed` when the stream broke for no other known reason than what it carried. */
  readonly unanswered: (entries: Waiting<Item, Result>[], blamed: boolean) => void
  /** A retired lane has nothing left. */
  readonly done: () => void
}

/** Opens a stream at once, and again whenever it breaks. */
export function createLane<Definition, Name extends MethodName<Definition>, Item, Result>(
  channel: grpc.Client,
  options: BatchClientOptions<Definition, Name, Item, Result>,
  waiting: Unanswered<Item, Result>,
  listener: LaneListener<Item, Result>,
): Lane<Item, Result> {
  type Entry = Waiting<Item, Result>
  const method = options.service.definition[options.method]
  if (method === undefined) throw new Error(`${options.service.name} has no method ${String(options.method)}`)
  const unanswered = new Map<string | number, Entry>()
  let stream: grpc.ClientDuplexStream<unknown, unknown> | undefined
  let blocked = false
  let closed = false
  let retired = false
  let reached = false
  let reopenMs = REOPEN_MIN_MS
  let reopenTimer: NodeJS.Timeout | undefined
  let heardAtMs = 0
  let writtenAtMs = 0
  let leftAtMs = Number.NEGATIVE_INFINITY
  const metadata = callMetadata(options.token, options.service.name)

  function open(): void {
    const { path, requestSerialize, responseDeserialize } = method as grpc.MethodDefinition<unknown, unknown>
    const opened = channel.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata, {})
    stream = opened
    blocked = false
    reached = false
    leftAtMs = Number.NEGATIVE_INFINITY
    opened.on('data', (message: ReceivedResponseOf<Definition, Name>) => {
      reopenMs = REOPEN_MIN_MS
      heardAtMs = systemClock.monotonicMs()
      leftAtMs = Number.NEGATIVE_INFINITY
      for (const result of options.resultsOf(message)) settle(result)
    })
    opened.on('drain', () => {
      blocked = false
      listener.writable()
    })
    opened.on('error', (failure: grpc.ServiceError) => broken(opened, isBlamed(failure)))
    opened.on('end', () => broken(opened, false))
  }

  /** A server that was never reached has seen nothing of what was written. */
  const isBlamed = ({ code }: grpc.ServiceError) =>
    !NOBODYS_FAULT.has(code) && (reached || code !== grpc.status.UNAVAILABLE)

  function settle(result: Result): void {
    const key = options.keyOfResult(result)
    unanswered.delete(key)
    const entry = waiting.get(key)
    if (entry === undefined) return
    waiting.remove(entry)?.resolve(result)
    if (retired && unanswered.size === 0) finish()
  }

  function handOver(blamed: boolean): void {
    const entries = [...unanswered.values()]
    unanswered.clear()
    listener.unanswered(entries, blamed)
  }

  function broken(which: grpc.ClientDuplexStream<unknown, unknown>, blamed: boolean): void {
    if (stream !== which) return
    stream = undefined
    if (closed) return
    handOver(blamed)
    if (retired) return finish()
    reopenTimer = setTimeout(() => {
      open()
      listener.writable()
    }, reopenMs)
    reopenMs = Math.min(reopenMs * 2, REOPEN_MAX_MS)
  }

  function finish(): void {
    if (closed) return
    close()
    listener.done()
  }

  function close(): void {
    closed = true
    clearTimeout(reopenTimer)
    stream?.cancel()
  }

  open()
  return {
    channel,
    writable: () => stream !== undefined && !blocked,
    healthy: () => isConnected(channel) && systemClock.monotonicMs() - leftAtMs > SILENCE_MEMORY_MS,
    silentAt(nowMs) {
      for (const [key, entry] of unanswered) {
        if (waiting.get(key) === entry)
          return nowMs - Math.max(heardAtMs, writtenAtMs) > entry.timeoutMs * SILENCE_SHARE
        // Its time was over before the answer came.
        unanswered.delete(key)
      }
      return false
    },
    leave() {
      leftAtMs = systemClock.monotonicMs()
      handOver(false)
      if (retired) finish()
    },
    retire() {
      retired = true
      if (unanswered.size === 0) finish()
    },
    sweep() {
      for (const [key, entry] of unanswered) if (waiting.get(key) !== entry) unanswered.delete(key)
      if (retired && unanswered.size === 0) finish()
    },
    write(entries: Entry[]) {
      // The wait for the first answer begins with the first question.
      if (unanswered.size === 0) writtenAtMs = systemClock.monotonicMs()
      const items: Item[] = []
      for (const entry of entries) {
        // Another lane may have been answered meanwhile.
        if (entry.question === undefined) continue
        unanswered.set(entry.key, entry)
        items.push(entry.question.item)
      }
      if (items.length === 0) return
      reached ||= isConnected(channel)
      blocked = stream?.write(options.toMessage(items)) === false
    },
    close,
  }
}

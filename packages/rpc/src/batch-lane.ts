import type * as grpc from '@grpc/grpc-js'
import { systemClock } from '@mtg/runtime'
import type { BatchClientOptions } from './batch-client.ts'
import { callMetadata, isConnected } from './channel.ts'
import type { MethodName, ReceivedResponseOf } from './shapes.ts'

/** An item, and how to answer it. */
export interface Question<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** An item that waits for its answer. */
export interface Waiting<Item, Result> {
  readonly key: string | number
  readonly deadlineMs: number
  readonly timeoutMs: number
  /**
   * Undefined once it is answered. A Map that has grown or shrunk leaves a table behind that holds entries until the old
   * generation is collected: what hangs on them, the whole call, would be kept for as long.
   */
  question: Question<Item, Result> | undefined
}

/** Takes the question off an entry that is answered now. */
export function takeQuestion<Item, Result>(entry: Waiting<Item, Result>): Question<Item, Result> | undefined {
  const { question } = entry
  entry.question = undefined
  return question
}

const REOPEN_MIN_MS = 20
const REOPEN_MAX_MS = 500
/** A server that is silent for this share of an item's time is left, while there is another one. */
const SILENCE_SHARE = 1 / 3
/** After that long it is tried again, even if it has not answered what it was asked before. */
const SILENCE_MEMORY_MS = 5000

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
  onWritable(listener: () => void): void
  write(entries: Waiting<Item, Result>[]): void
  close(): void
}

/** Opens a stream at once, and again whenever it breaks. */
export function createLane<Definition, Name extends MethodName<Definition>, Item, Result>(
  channel: grpc.Client,
  options: BatchClientOptions<Definition, Name, Item, Result>,
  waiting: Map<string | number, Waiting<Item, Result>>,
  requeue: (entries: Waiting<Item, Result>[]) => void,
): Lane<Item, Result> {
  type Entry = Waiting<Item, Result>
  const method = options.service.definition[options.method]
  if (method === undefined) throw new Error(`${options.service.name} has no method ${String(options.method)}`)
  const unanswered = new Map<string | number, Entry>()
  let stream: grpc.ClientDuplexStream<unknown, unknown> | undefined
  let blocked = false
  let closed = false
  let retired = false
  let reopenMs = REOPEN_MIN_MS
  let reopenTimer: NodeJS.Timeout | undefined
  let heardAtMs = 0
  let writtenAtMs = 0
  let leftAtMs = Number.NEGATIVE_INFINITY
  let onWritable = () => {}

  function open(): void {
    const { path, requestSerialize, responseDeserialize } = method as grpc.MethodDefinition<unknown, unknown>
    const opened = channel.makeBidiStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      callMetadata(options.token),
      {},
    )
    stream = opened
    blocked = false
    leftAtMs = Number.NEGATIVE_INFINITY
    opened.on('data', (message: ReceivedResponseOf<Definition, Name>) => {
      reopenMs = REOPEN_MIN_MS
      heardAtMs = systemClock.monotonicMs()
      leftAtMs = Number.NEGATIVE_INFINITY
      for (const result of options.resultsOf(message)) settle(result)
    })
    opened.on('drain', () => {
      blocked = false
      onWritable()
    })
    opened.on('error', () => broken(opened))
    opened.on('end', () => broken(opened))
  }

  function settle(result: Result): void {
    const key = options.keyOfResult(result)
    unanswered.delete(key)
    const entry = waiting.get(key)
    if (entry === undefined) return
    waiting.delete(key)
    takeQuestion(entry)?.resolve(result)
    if (retired && unanswered.size === 0) close()
  }

  function broken(which: grpc.ClientDuplexStream<unknown, unknown>): void {
    if (stream !== which) return
    stream = undefined
    const entries = [...unanswered.values()]
    unanswered.clear()
    if (closed) return
    requeue(entries)
    if (retired) return
    reopenTimer = setTimeout(() => {
      open()
      onWritable()
    }, reopenMs)
    reopenMs = Math.min(reopenMs * 2, REOPEN_MAX_MS)
  }

  function leave(): void {
    leftAtMs = systemClock.monotonicMs()
    const entries = [...unanswered.values()]
    unanswered.clear()
    requeue(entries)
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
    leave,
    retire() {
      retired = true
      if (unanswered.size === 0) close()
    },
    onWritable(listener: () => void) {
      onWritable = listener
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
      const message = options.toMessage(items)
      blocked = stream?.write(message) === false
    },
    close,
  }
}

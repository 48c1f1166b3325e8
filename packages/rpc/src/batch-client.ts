import type * as grpc from '@grpc/grpc-js'
import { appError } from '@mtg/errors'
import { systemClock } from '@mtg/runtime'
import { callMetadata, openChannels } from './channel.ts'
import type { ClientOptions } from './client.ts'
import type { ServiceRef } from './definitions.ts'
import type { MethodName, ReceivedResponseOf, RequestOf } from './shapes.ts'

/** How a batched stream's messages hold their items, and where it runs. */
export interface BatchClientOptions<Definition, Name extends MethodName<Definition>, Item, Result>
  extends ClientOptions {
  readonly service: ServiceRef<Definition>
  readonly method: Name
  readonly toMessage: (items: Item[]) => RequestOf<Definition, Name>
  /** Identifies an item among the unanswered. */
  readonly keyOf: (item: Item) => string | number
  readonly resultsOf: (message: ReceivedResponseOf<Definition, Name>) => readonly Result[]
  /** The key of the item that a result answers. */
  readonly keyOfResult: (result: Result) => string | number
  /** Streams per address; default 1. */
  readonly streamsPerAddress?: number
  /** Items that may wait or be unanswered before `send` refuses with `overloaded`; default 10,000. */
  readonly pendingMax?: number
}

/** Sends single items; travels in batches. */
export interface BatchClient<Item, Result> {
  /**
   * Rejects with `internal_error` when no answer came in time, and with `overloaded` when too many wait. An item may
   * reach the server twice when a stream breaks, so the method must be idempotent by its key.
   */
  send(item: Item, limits: { readonly timeoutMs: number }): Promise<Result>
  close(): void
}

interface Waiting<Item, Result> {
  readonly key: string | number
  readonly item: Item
  readonly deadlineMs: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

const ITEMS_PER_MESSAGE_MAX = 512
const PENDING_MAX = 10_000
const SWEEP_INTERVAL_MS = 25
const REOPEN_MIN_MS = 20
const REOPEN_MAX_MS = 500

/**
 * Natural micro-batching over long-lived bidirectional streams: a message carries all that queued up in one event-loop
 * turn, or while the stream was not writable. Broken streams reopen by themselves, and what they had not answered is
 * sent again until its deadline.
 */
export function createBatchClient<Definition, Name extends MethodName<Definition>, Item, Result>(
  options: BatchClientOptions<Definition, Name, Item, Result>,
): BatchClient<Item, Result> {
  const pendingMax = options.pendingMax ?? PENDING_MAX
  const waiting = new Map<string | number, Waiting<Item, Result>>()
  const channels = openChannels(options.address)
  const lanes = channels.flatMap(channel =>
    Array.from({ length: options.streamsPerAddress ?? 1 }, () => createLane(channel, options, waiting, requeue)),
  )
  let queue: Waiting<Item, Result>[] = []
  let scheduled = false
  let closed = false
  let turn = 0

  function requeue(entries: Waiting<Item, Result>[]): void {
    queue = [...entries.filter(entry => waiting.has(entry.key)), ...queue]
    schedule()
  }

  function schedule(): void {
    if (scheduled || closed || queue.length === 0) return
    scheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    scheduled = false
    while (queue.length > 0) {
      const lane = nextWritableLane()
      if (lane === undefined) return
      lane.write(queue.slice(0, ITEMS_PER_MESSAGE_MAX))
      queue = queue.slice(ITEMS_PER_MESSAGE_MAX)
    }
  }

  function nextWritableLane() {
    for (let step = 0; step < lanes.length; step += 1) {
      turn = (turn + 1) % lanes.length
      const lane = lanes[turn]
      if (lane?.writable()) return lane
    }
    return undefined
  }

  for (const lane of lanes) lane.onWritable(schedule)
  const sweeper = setInterval(() => {
    const now = systemClock.monotonicMs()
    for (const entry of waiting.values()) {
      if (entry.deadlineMs > now) continue
      waiting.delete(entry.key)
      entry.reject(appError('internal_error', { detail: { callee: options.method, reason: 'no answer in time' } }))
    }
    queue = queue.filter(entry => waiting.has(entry.key))
  }, SWEEP_INTERVAL_MS).unref()

  return {
    send(item, limits) {
      return new Promise((resolve, reject) => {
        const key = options.keyOf(item)
        if (closed) return reject(appError('internal_error', { detail: { reason: 'client is closed' } }))
        if (waiting.size >= pendingMax) return reject(appError('overloaded', { detail: { callee: options.method } }))
        if (waiting.has(key))
          return reject(appError('internal_error', { detail: { reason: 'key is already in flight' } }))
        const entry = { key, item, deadlineMs: systemClock.monotonicMs() + limits.timeoutMs, resolve, reject }
        waiting.set(key, entry)
        queue.push(entry)
        schedule()
      })
    },
    close() {
      closed = true
      clearInterval(sweeper)
      for (const lane of lanes) lane.close()
      for (const channel of channels) channel.close()
      for (const entry of waiting.values())
        entry.reject(appError('internal_error', { detail: { reason: 'client was closed' } }))
      waiting.clear()
    },
  }
}

/** One long-lived stream that reopens by itself. */
function createLane<Definition, Name extends MethodName<Definition>, Item, Result>(
  channel: grpc.Client,
  options: BatchClientOptions<Definition, Name, Item, Result>,
  waiting: Map<string | number, Waiting<Item, Result>>,
  requeue: (entries: Waiting<Item, Result>[]) => void,
) {
  type Entry = Waiting<Item, Result>
  const method = options.service.definition[options.method]
  if (method === undefined) throw new Error(`${options.service.name} has no method ${String(options.method)}`)
  const unanswered = new Map<string | number, Entry>()
  let stream: grpc.ClientDuplexStream<unknown, unknown> | undefined
  let blocked = false
  let closed = false
  let reopenMs = REOPEN_MIN_MS
  let reopenTimer: NodeJS.Timeout | undefined
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
    opened.on('data', (message: ReceivedResponseOf<Definition, Name>) => {
      reopenMs = REOPEN_MIN_MS
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
    entry.resolve(result)
  }

  function broken(which: grpc.ClientDuplexStream<unknown, unknown>): void {
    if (stream !== which) return
    stream = undefined
    const entries = [...unanswered.values()]
    unanswered.clear()
    if (closed) return
    reopenTimer = setTimeout(() => {
      open()
      onWritable()
    }, reopenMs)
    reopenMs = Math.min(reopenMs * 2, REOPEN_MAX_MS)
    requeue(entries)
  }

  open()
  return {
    writable: () => stream !== undefined && !blocked,
    onWritable(listener: () => void) {
      onWritable = listener
    },
    write(entries: Entry[]) {
      for (const entry of entries) unanswered.set(entry.key, entry)
      const message = options.toMessage(entries.map(entry => entry.item))
      blocked = stream?.write(message) === false
    },
    close() {
      closed = true
      clearTimeout(reopenTimer)
      stream?.cancel()
    },
  }
}

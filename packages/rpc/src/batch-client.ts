import type * as grpc from '@grpc/grpc-js'
import { appError } from '@mtg/errors'
import { type Metrics, systemClock } from '@mtg/runtime'
import { createLane, type Lane, takeQuestion, type Waiting } from './batch-lane.ts'
import { openChannels } from './channel.ts'
import type { ClientOptions } from './client.ts'
import type { ServiceRef } from './definitions.ts'
import { measureBatches } from './measure-batches.ts'
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
  /** Shows messages' sizes and what waits. */
  readonly metrics?: Metrics | undefined
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

const ITEMS_PER_MESSAGE_MAX = 512
const PENDING_MAX = 10_000
const SWEEP_INTERVAL_MS = 25

/**
 * Natural micro-batching over long-lived bidirectional streams: a message carries all that queued up in one event-loop
 * turn, or while the stream was not writable. Every address has streams of its own, and messages go round them. Broken
 * streams reopen by themselves; what they had not answered, and what a server that fell silent has not, is sent again by
 * another one until its deadline.
 */
export function createBatchClient<Definition, Name extends MethodName<Definition>, Item, Result>(
  options: BatchClientOptions<Definition, Name, Item, Result>,
): BatchClient<Item, Result> {
  const pendingMax = options.pendingMax ?? PENDING_MAX
  const waiting = new Map<string | number, Waiting<Item, Result>>()
  const method = `${options.service.name}/${String(options.method)}`
  const sizes = measureBatches(options.metrics, method, () => waiting.size)
  let lanes: Lane<Item, Result>[] = []
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
      const items = queue.slice(0, ITEMS_PER_MESSAGE_MAX)
      sizes?.observe(items.length)
      lane.write(items)
      queue = queue.slice(ITEMS_PER_MESSAGE_MAX)
    }
  }

  function nextWritableLane(): Lane<Item, Result> | undefined {
    turn += 1
    let fallback: Lane<Item, Result> | undefined
    for (let step = 0; step < lanes.length; step += 1) {
      const lane = lanes[(turn + step) % lanes.length]
      if (lane?.writable() !== true) continue
      if (lane.healthy()) return lane
      fallback ??= lane
    }
    return fallback
  }

  function addLanes(channel: grpc.Client): void {
    for (let count = options.streamsPerAddress ?? 1; count > 0; count -= 1) {
      const lane = createLane(channel, options, waiting, requeue)
      lane.onWritable(schedule)
      lanes.push(lane)
    }
    schedule()
  }

  function retireLanes(channel: grpc.Client): void {
    for (const lane of lanes) if (lane.channel === channel) lane.retire()
    lanes = lanes.filter(lane => lane.channel !== channel)
  }

  const channels = openChannels(options.address, { opened: addLanes, gone: retireLanes })
  const sweeper = setInterval(() => {
    const now = systemClock.monotonicMs()
    for (const lane of lanes) {
      if (lane.silentAt(now) && lanes.some(other => other !== lane && other.writable() && other.healthy())) lane.leave()
    }
    for (const entry of waiting.values()) {
      if (entry.deadlineMs > now) continue
      waiting.delete(entry.key)
      const late = appError('internal_error', { detail: { callee: options.method, reason: 'no answer in time' } })
      takeQuestion(entry)?.reject(late)
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
        const entry = {
          key,
          deadlineMs: systemClock.monotonicMs() + limits.timeoutMs,
          timeoutMs: limits.timeoutMs,
          question: { item, resolve, reject },
        }
        waiting.set(key, entry)
        queue.push(entry)
        schedule()
      })
    },
    close() {
      closed = true
      clearInterval(sweeper)
      for (const lane of lanes) lane.close()
      channels.close()
      for (const entry of waiting.values())
        takeQuestion(entry)?.reject(appError('internal_error', { detail: { reason: 'client was closed' } }))
      waiting.clear()
    },
  }
}

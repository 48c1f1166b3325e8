import type * as grpc from '@grpc/grpc-js'
import type { ServiceRef } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { type Metrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createLane, type Lane } from './batch-lane.ts'
import { isConnected, openChannels } from './channel.ts'
import type { ClientOptions } from './client.ts'
import { measureBatches } from './measure-batches.ts'
import { bytesAtMost, messageLimits } from './message-size.ts'
import type { MethodName, ReceivedResponseOf, RequestOf } from './shapes.ts'
import { createSuspects } from './suspects.ts'
import { createUnanswered, type Waiting } from './unanswered.ts'

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
  /** Shows messages' sizes, what waits, and what was refused. */
  readonly metrics?: Metrics | undefined
  /** Streams per address; default 1. */
  readonly streamsPerAddress?: number
  /** Items that may wait or be unanswered before `send` refuses with `overloaded`; default 10,000. */
  readonly pendingMax?: number
  /** Bytes of them, as `bytesAtMost` counts; default 16 MiB. */
  readonly pendingBytesMax?: number
}

/** Sends single items; travels in batches. */
export interface BatchClient<Item, Result> {
  /**
   * Rejects with `internal_error` when no answer came in time, with `overloaded` when too many wait, and with
   * `invalid_argument` when the item is too large. An item may reach the server twice when a stream breaks, so the method must
   * be idempotent by its key. An item under which stream after stream breaks is given up with `internal_error`.
   */
  send(item: Item, limits: { readonly timeoutMs: number }): Promise<Result>
  close(): void
}

const PENDING_MAX = 10_000
const PENDING_BYTES_MAX = 16 * 1024 * 1024
const SWEEP_INTERVAL_MS = 25
/** Streams of their own that groups of suspects have at a time. */
const PROBES_MAX = 32

/**
 * Natural micro-batching over long-lived bidirectional streams: a message carries all that queued up in one event-loop
 * turn, or while the stream was not writable, bounded in items and bytes. Every address has streams of its own, and messages
 * go round them. Broken streams reopen by themselves; what they had not answered, and what a server that fell silent has not,
 * is sent again until its deadline. What was on a stream that broke goes on in smaller groups, each on a stream of its own,
 * so that an item that breaks streams ends up alone.
 */
export function createBatchClient<Definition, Name extends MethodName<Definition>, Item, Result>(
  options: BatchClientOptions<Definition, Name, Item, Result>,
): BatchClient<Item, Result> {
  type Entry = Waiting<Item, Result>
  const { pendingMax = PENDING_MAX, pendingBytesMax = PENDING_BYTES_MAX } = options
  const waiting = createUnanswered<Item, Result>()
  const method = `${options.service.name}/${String(options.method)}`
  const measured = measureBatches(options.metrics, method, waiting)
  const suspects = createSuspects(waiting, () => measured.refused('breaks_streams'))
  const probes = new Set<Lane<Item, Result>>()
  let lanes: Lane<Item, Result>[] = []
  let queue: Entry[] = []
  let scheduled = false
  let closed = false
  let turn = 0

  function takeBack(entries: Entry[], blamed: boolean): void {
    const open = entries.filter(entry => waiting.get(entry.key) === entry)
    if (blamed) suspects.blame(open)
    else queue = [...open, ...queue]
    schedule()
  }

  function schedule(): void {
    if (scheduled || closed || queue.length + suspects.size === 0) return
    scheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    scheduled = false
    while (queue.length > 0) {
      const lane = nextWritableLane()
      if (lane === undefined) break
      const entries = queue.slice(0, countForOneMessage(queue))
      measured.sent(entries.length)
      lane.write(entries)
      queue = queue.slice(entries.length)
    }
    while (suspects.size > 0 && probes.size < PROBES_MAX) {
      const lane = nextWritableLane()
      if (lane === undefined || !isConnected(lane.channel)) break
      probe(lane.channel, suspects.take())
    }
  }

  function probe(channel: grpc.Client, entries: Entry[]): void {
    const done = () => {
      probes.delete(lane)
      schedule()
    }
    const lane = createLane(channel, options, waiting, { writable: schedule, unanswered: takeBack, done })
    probes.add(lane)
    lane.write(entries)
    lane.retire()
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
      lanes.push(createLane(channel, options, waiting, { writable: schedule, unanswered: takeBack, done: () => {} }))
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
    for (const lane of [...lanes, ...probes]) {
      if (
        lane.silentAt(now) &&
        lanes.some(other => other.channel !== lane.channel && other.writable() && other.healthy())
      )
        lane.leave()
    }
    for (const entry of waiting.entries()) {
      if (entry.deadlineMs > now) continue
      const late = appError('internal_error', { detail: { callee: options.method, reason: 'no answer in time' } })
      waiting.remove(entry)?.reject(late)
    }
    queue = queue.filter(entry => entry.question !== undefined)
    suspects.sweep()
    for (const lane of probes) lane.sweep()
    schedule()
  }, SWEEP_INTERVAL_MS).unref()

  /** Why the item cannot be taken now; undefined when it can. */
  function refusalOf(key: string | number, bytes: number): Error | undefined {
    if (closed) return appError('internal_error', { detail: { reason: 'client is closed' } })
    if (bytes > messageLimits.itemBytesMax) {
      measured.refused('too_large')
      return appError('invalid_argument', { message: 'The values are too long.', detail: { callee: method, bytes } })
    }
    if (waiting.size >= pendingMax || waiting.bytes + bytes > pendingBytesMax) {
      measured.refused('overloaded')
      return appError('overloaded', { detail: { callee: options.method } })
    }
    return waiting.has(key) ? appError('internal_error', { detail: { reason: 'key is already in flight' } }) : undefined
  }

  return {
    send(item, { timeoutMs }) {
      return new Promise((resolve, reject) => {
        const key = options.keyOf(item)
        const bytes = bytesAtMost(item)
        const refusal = refusalOf(key, bytes)
        if (refusal !== undefined) return reject(refusal)
        const deadlineMs = systemClock.monotonicMs() + timeoutMs
        const question = { item, resolve, reject }
        const entry = { key, bytes, deadlineMs, timeoutMs, question, companyMax: 0, brokenAlone: 0 }
        waiting.add(entry)
        queue.push(entry)
        schedule()
      })
    },
    close() {
      closed = true
      clearInterval(sweeper)
      for (const lane of [...lanes, ...probes]) lane.close()
      channels.close()
      for (const entry of waiting.entries())
        waiting.remove(entry)?.reject(appError('internal_error', { detail: { reason: 'client was closed' } }))
    },
  }
}

/** How many of the first entries fit into a message; one in any case. */
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

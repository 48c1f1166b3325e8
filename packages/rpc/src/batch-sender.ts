import type * as grpc from '@grpc/grpc-js'
import { type AppError, appError } from '@mtg/errors'
import type { Metrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { Lane, type LaneListener } from './batch-lane.ts'
import { createBatchQueue } from './batch-queue.ts'
import type { BatchWire, ItemKey } from './batch-wire.ts'
import { type ChannelPool, isConnected, openChannels } from './channel.ts'
import { createLaneRing } from './lane-ring.ts'
import { type BatchMeasures, measureBatches } from './measure-batches.ts'
import { bytesAtMost, messageLimits } from './message-size.ts'
import { createSuspects, type Suspects } from './suspects.ts'
import { createUnanswered, type Waiting } from './unanswered.ts'

/** How much may wait, and where. */
export interface BatchLimits {
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

/** A batched method without the types of its messages, and where it runs. */
export interface BatchSenderOptions<Item, Result> {
  readonly callee: { readonly service: string; readonly method: string }
  readonly keyOf: (item: Item) => ItemKey
  readonly wire: BatchWire<Item, Result>
  readonly address: string
  readonly limits: BatchLimits
}

const PENDING_MAX = 10_000
const PENDING_BYTES_MAX = 16 * 1024 * 1024
const SWEEP_INTERVAL_MS = 25
/** Streams of their own that groups of suspects have at a time. */
const PROBES_MAX = 32

/** Sends the items of each turn of the event loop over its lanes, and takes back what lanes that broke had not answered. */
export class BatchSender<Item, Result> implements BatchClient<Item, Result> {
  readonly #options: BatchSenderOptions<Item, Result>
  readonly #name: string
  readonly #pendingMax: number
  readonly #pendingBytesMax: number
  readonly #waiting = createUnanswered<Item, Result>()
  readonly #queue = createBatchQueue<Item, Result>()
  readonly #lanes = createLaneRing<Item, Result>()
  /** Lanes of suspects: each carries one group, and ends. */
  readonly #probes = new Set<Lane<Item, Result>>()
  readonly #suspects: Suspects<Item, Result>
  readonly #measured: BatchMeasures
  readonly #channels: ChannelPool
  /** Undefined while nothing waits: an idle process is not woken for it. */
  #sweeper: NodeJS.Timeout | undefined
  #isScheduled = false
  #isClosed = false

  constructor(options: BatchSenderOptions<Item, Result>) {
    const { callee, address, limits } = options
    this.#options = options
    this.#name = `${callee.service}/${callee.method}`
    this.#pendingMax = limits.pendingMax ?? PENDING_MAX
    this.#pendingBytesMax = limits.pendingBytesMax ?? PENDING_BYTES_MAX
    this.#measured = measureBatches(limits.metrics, this.#name, this.#waiting)
    this.#suspects = createSuspects(this.#waiting, () => this.#measured.refused('breaks_streams'))
    this.#channels = openChannels(address, {
      opened: channel => this.#addLanes(channel),
      gone: channel => this.#lanes.retire(channel),
    })
  }

  send(item: Item, { timeoutMs }: { readonly timeoutMs: number }): Promise<Result> {
    return new Promise((resolve, reject) => {
      const key = this.#options.keyOf(item)
      const bytes = bytesAtMost(item)
      const refusal = this.#refusalOf(key, bytes)
      if (refusal !== undefined) return reject(refusal)
      const deadlineMs = systemClock.monotonicMs() + timeoutMs
      const question = { item, resolve, reject }
      const entry = { key, bytes, deadlineMs, timeoutMs, question, companyMax: 0, brokenAlone: 0 }
      this.#waiting.add(entry)
      this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref()
      this.#queue.add(entry)
      this.#schedule()
    })
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    for (const lane of this.#openLanes()) lane.close()
    this.#channels.close()
    for (const entry of this.#waiting.entries()) {
      this.#waiting.remove(entry)?.reject(appError('internal_error', { detail: { reason: 'client was closed' } }))
    }
  }

  /** Why the item cannot be taken now; undefined when it can. */
  #refusalOf(key: ItemKey, bytes: number): AppError | undefined {
    if (this.#isClosed) return appError('internal_error', { detail: { reason: 'client is closed' } })
    if (bytes > messageLimits.itemBytesMax) {
      this.#measured.refused('too_large')
      const detail = { callee: this.#name, bytes }
      return appError('invalid_argument', { message: 'The values are too long.', detail })
    }
    if (this.#waiting.size >= this.#pendingMax || this.#waiting.bytes + bytes > this.#pendingBytesMax) {
      this.#measured.refused('overloaded')
      return appError('overloaded', { detail: { callee: this.#options.callee.method } })
    }
    if (!this.#waiting.has(key)) return undefined
    return appError('internal_error', { detail: { reason: 'key is already in flight' } })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isClosed || this.#queue.size + this.#suspects.size === 0) return
    this.#isScheduled = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isScheduled = false
    while (this.#queue.size > 0) {
      const lane = this.#lanes.next()
      if (lane === undefined) break
      const entries = this.#queue.take()
      this.#measured.sent(entries.length)
      lane.write(entries)
    }
    while (this.#suspects.size > 0 && this.#probes.size < PROBES_MAX) {
      const lane = this.#lanes.next()
      if (lane === undefined || !isConnected(lane.channel)) break
      this.#probe(lane.channel, this.#suspects.take())
    }
  }

  #probe(channel: grpc.Client, entries: Waiting<Item, Result>[]): void {
    const lane = this.#openLane(channel, () => {
      this.#probes.delete(lane)
      this.#schedule()
    })
    this.#probes.add(lane)
    lane.write(entries)
    lane.retire()
  }

  #addLanes(channel: grpc.Client): void {
    for (let count = this.#options.limits.streamsPerAddress ?? 1; count > 0; count -= 1) {
      this.#lanes.add(this.#openLane(channel, () => {}))
    }
    this.#schedule()
  }

  #openLane(channel: grpc.Client, done: () => void): Lane<Item, Result> {
    const listener: LaneListener<Item, Result> = {
      writable: () => this.#schedule(),
      unanswered: (entries, blamed) => this.#takeBack(entries, blamed),
      done,
    }
    return new Lane(channel, this.#options.wire, this.#waiting, listener)
  }

  #takeBack(entries: Waiting<Item, Result>[], blamed: boolean): void {
    const open = entries.filter(entry => this.#waiting.get(entry.key) === entry)
    if (blamed) this.#suspects.blame(open)
    else this.#queue.putBack(open)
    this.#schedule()
  }

  #sweep(): void {
    const nowMs = systemClock.monotonicMs()
    for (const lane of this.#openLanes()) if (lane.isSilentAt(nowMs) && this.#lanes.hasAnother(lane)) lane.leave()
    this.#giveUpLate(nowMs)
    this.#queue.sweep()
    this.#suspects.sweep()
    for (const lane of this.#probes) lane.sweep()
    this.#schedule()
    if (this.#waiting.size + this.#probes.size > 0) return
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }

  #giveUpLate(nowMs: number): void {
    for (const entry of this.#waiting.entries()) {
      if (entry.deadlineMs > nowMs) continue
      const detail = { callee: this.#options.callee.method, reason: 'no answer in time' }
      this.#waiting.remove(entry)?.reject(appError('internal_error', { detail }))
    }
  }

  #openLanes(): Lane<Item, Result>[] {
    return [...this.#lanes.all(), ...this.#probes]
  }
}

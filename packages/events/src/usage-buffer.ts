import type { Clock } from '@mtg/primitives'
import type { ObservationShares } from './observation-shares.ts'
import { type UsageKind, usageKinds } from './usage-events.ts'
import { bytesOf, emptyParcel, hasRoom, moveEvents, type Parcel } from './usage-parcel.ts'

/** Why an event was given up. */
export type DropReason = 'full' | 'share' | 'rate' | 'too_large' | 'closed'

/** All reasons, for what tells of each from the start. */
export const dropReasons = ['full', 'share', 'rate', 'too_large', 'closed'] as const satisfies readonly DropReason[]

/** What the buffer may hold. */
export interface BufferBounds {
  /** Bytes of all events that wait or are under way. Observations get half of it. */
  readonly bytesMax: number
  /** How many these may be. */
  readonly eventsMax: number
}

/** Events on their way, bounded in bytes and count. Records stay longest: observations make room for them. */
export interface UsageBuffer {
  add(kind: UsageKind, event: string, buyerId: string): void
  /** The next parcel of at most so many bytes, records first; it counts until it is `done`. */
  take(bytesMax: number): Parcel | undefined
  /** What was taken has arrived. */
  done(parcel: Parcel): void
  readonly bytes: number
  readonly count: number
  /** Events that nobody has taken. */
  readonly waiting: number
  /** How long the oldest event that has not arrived is there; 0 without any. */
  oldestMs(): number
}

/** Larger than any event whose texts are bounded. */
const EVENT_BYTES_MAX = 16 * 1024
const OBSERVATIONS_PART = 0.5

/** Told of an event that is given up. */
type DropListener = (kind: UsageKind, reason: DropReason) => void

/** Makes the buffer; `onDrop` is told of what is given up. */
export function createUsageBuffer(
  bounds: BufferBounds,
  shares: ObservationShares,
  clock: Clock,
  onDrop: DropListener,
): UsageBuffer {
  return new BoundedBuffer(bounds, shares, clock, onDrop)
}

class BoundedBuffer implements UsageBuffer {
  readonly #bounds: BufferBounds
  readonly #shares: ObservationShares
  readonly #clock: Clock
  readonly #onDrop: DropListener
  readonly #queues: Record<UsageKind, Parcel[]> = { recorded: [], observed: [] }
  readonly #underWay = new Set<Parcel>()
  /** Of all that is here, under way or not. */
  readonly #bytes: Record<UsageKind, number> = { recorded: 0, observed: 0 }
  #count = 0
  #waiting = 0

  constructor(bounds: BufferBounds, shares: ObservationShares, clock: Clock, onDrop: DropListener) {
    this.#bounds = bounds
    this.#shares = shares
    this.#clock = clock
    this.#onDrop = onDrop
  }

  get bytes(): number {
    return this.#bytes.recorded + this.#bytes.observed
  }

  get count(): number {
    return this.#count
  }

  get waiting(): number {
    return this.#waiting
  }

  oldestMs(): number {
    const { recorded, observed } = this.#queues
    const oldest = [...this.#underWay, ...recorded.slice(0, 1), ...observed.slice(0, 1)]
    const nowMs = this.#clock.monotonicMs()
    return oldest.reduce((most, { sinceMs }) => Math.max(most, nowMs - sinceMs), 0)
  }

  add(kind: UsageKind, event: string, buyerId: string): void {
    const size = bytesOf(event)
    const reason = this.#refusalOf(kind, buyerId, size)
    if (reason !== undefined) return this.#onDrop(kind, reason)
    const parcel = this.#openParcel(kind, size)
    parcel.events.push(event)
    if (kind === 'observed') parcel.buyers.push(buyerId)
    parcel.bytes += size
    this.#bytes[kind] += size
    this.#count += 1
    this.#waiting += 1
  }

  take(bytesMax: number): Parcel | undefined {
    for (const kind of usageKinds) {
      for (let parcel = this.#queues[kind][0]; parcel !== undefined; parcel = this.#queues[kind][0]) {
        const taken = parcel.bytes < bytesMax ? parcel : this.#split(parcel, bytesMax)
        if (taken === parcel || parcel.events.length === 0) this.#queues[kind].shift()
        if (taken === undefined) continue
        this.#underWay.add(taken)
        this.#waiting -= taken.events.length
        return taken
      }
    }
    return undefined
  }

  done(parcel: Parcel): void {
    this.#underWay.delete(parcel)
    for (const [index, buyerId] of parcel.buyers.entries()) {
      this.#shares.giveBack(buyerId, bytesOf(parcel.events[index] ?? ''))
    }
    this.#bytes[parcel.kind] -= parcel.bytes
    this.#count -= parcel.events.length
  }

  #isFullWith(more: number): boolean {
    return this.#count >= this.#bounds.eventsMax || this.bytes + more > this.#bounds.bytesMax
  }

  #refusalOf(kind: UsageKind, buyerId: string, size: number): DropReason | undefined {
    if (size > EVENT_BYTES_MAX) return 'too_large'
    if (kind === 'recorded') return this.#makeRoom(size) ? undefined : 'full'
    const observedBytesMax = this.#bounds.bytesMax * OBSERVATIONS_PART
    if (this.#isFullWith(size) || this.#bytes.observed + size > observedBytesMax) return 'full'
    return this.#shares.take(buyerId, size)
  }

  /** A record takes the place of observations; nothing takes the place of a record. */
  #makeRoom(size: number): boolean {
    while (this.#isFullWith(size)) {
      const newest = this.#queues.observed.at(-1)
      if (newest === undefined) return false
      this.#drop(newest, newest.events.length - 1, 'full')
      if (newest.events.length === 0) this.#queues.observed.pop()
    }
    return true
  }

  #drop(parcel: Parcel, index: number, reason: DropReason): void {
    const [event = ''] = parcel.events.splice(index, 1)
    const [buyerId] = parcel.buyers.splice(index, 1)
    const size = bytesOf(event)
    if (buyerId !== undefined) this.#shares.giveBack(buyerId, size)
    parcel.bytes -= size
    this.#bytes[parcel.kind] -= size
    this.#count -= 1
    this.#waiting -= 1
    this.#onDrop(parcel.kind, reason)
  }

  #openParcel(kind: UsageKind, size: number): Parcel {
    const last = this.#queues[kind].at(-1)
    if (last !== undefined && hasRoom(last, size)) return last
    const parcel = emptyParcel(kind, this.#clock.monotonicMs())
    this.#queues[kind].push(parcel)
    return parcel
  }

  /** As much of it as a server takes; what alone is more than that would be refused for ever, and hold up all behind it. */
  #split(parcel: Parcel, bytesMax: number): Parcel | undefined {
    const head = emptyParcel(parcel.kind, parcel.sinceMs)
    moveEvents(parcel, head, bytesMax)
    for (let [first] = parcel.events; first !== undefined && bytesOf(first) >= bytesMax; [first] = parcel.events) {
      this.#drop(parcel, 0, 'too_large')
      moveEvents(parcel, head, bytesMax)
    }
    return head.events.length === 0 ? undefined : head
  }
}

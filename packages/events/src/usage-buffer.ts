import type { Clock } from '@mtg/primitives'
import type { ObservationShares } from './observation-shares.ts'
import { type UsageKind, usageKinds } from './usage-events.ts'

/** Events that travel together. */
export interface Parcel {
  readonly kind: UsageKind
  /** Each as JSON: an event and its parts would hold several times as much memory until it is sent. */
  readonly events: string[]
  /** Buyers of observations, in the order of the events. */
  readonly buyers: string[]
  /** Of its events, with what stands between them. */
  bytes: number
  readonly sinceMs: number
}

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

/** What a message may hold; half of what a server takes by default, and many of them fit into a consumer's memory. */
export const PARCEL_EVENTS_MAX = 1000
const PARCEL_BYTES_MAX = 512 * 1024
/** Larger than any event whose texts are bounded. */
const EVENT_BYTES_MAX = 16 * 1024
const OBSERVATIONS_PART = 0.5

/** Makes the buffer; `onDrop` is told of what is given up. */
export function createUsageBuffer(
  bounds: BufferBounds,
  shares: ObservationShares,
  clock: Clock,
  onDrop: (kind: UsageKind, reason: DropReason) => void,
): UsageBuffer {
  const queues: Record<UsageKind, Parcel[]> = { recorded: [], observed: [] }
  const underWay = new Set<Parcel>()
  const bytes: Record<UsageKind, number> = { recorded: 0, observed: 0 }
  let count = 0
  let waiting = 0

  const isFull = (more: number) => count >= bounds.eventsMax || bytes.recorded + bytes.observed + more > bounds.bytesMax

  function account(parcel: Parcel, events: number, size: number): void {
    parcel.bytes += size
    bytes[parcel.kind] += size
    count += events
  }

  function add(kind: UsageKind, event: string, buyerId: string): void {
    const size = Buffer.byteLength(event) + 1
    const reason = refusalOf(kind, buyerId, size)
    if (reason !== undefined) return onDrop(kind, reason)
    const parcel = openParcel(kind, size)
    parcel.events.push(event)
    if (kind === 'observed') parcel.buyers.push(buyerId)
    account(parcel, 1, size)
    waiting += 1
  }

  function refusalOf(kind: UsageKind, buyerId: string, size: number): DropReason | undefined {
    if (size > EVENT_BYTES_MAX) return 'too_large'
    if (kind === 'recorded') return makeRoom(size) ? undefined : 'full'
    if (isFull(size) || bytes.observed + size > bounds.bytesMax * OBSERVATIONS_PART) return 'full'
    return shares.take(buyerId, size)
  }

  /** A record takes the place of observations; nothing takes the place of a record. */
  function makeRoom(size: number): boolean {
    while (isFull(size)) {
      const newest = queues.observed.at(-1)
      if (newest === undefined) return false
      dropFrom(newest, newest.events.length - 1, 'full')
      if (newest.events.length === 0) queues.observed.pop()
    }
    return true
  }

  function dropFrom(parcel: Parcel, index: number, reason: DropReason): void {
    const [event = ''] = parcel.events.splice(index, 1)
    const size = Buffer.byteLength(event) + 1
    const [buyerId] = parcel.buyers.splice(index, 1)
    if (buyerId !== undefined) shares.giveBack(buyerId, size)
    account(parcel, -1, -size)
    waiting -= 1
    onDrop(parcel.kind, reason)
  }

  function openParcel(kind: UsageKind, size: number): Parcel {
    const last = queues[kind].at(-1)
    if (last !== undefined && last.events.length < PARCEL_EVENTS_MAX && last.bytes + size < PARCEL_BYTES_MAX) {
      return last
    }
    const parcel = { kind, events: [], buyers: [], bytes: 0, sinceMs: clock.monotonicMs() }
    queues[kind].push(parcel)
    return parcel
  }

  function take(bytesMax: number): Parcel | undefined {
    for (const kind of usageKinds) {
      for (let parcel = queues[kind][0]; parcel !== undefined; parcel = queues[kind][0]) {
        const taken = parcel.bytes < bytesMax ? parcel : split(parcel, bytesMax)
        if (taken === parcel || parcel.events.length === 0) queues[kind].shift()
        if (taken === undefined) continue
        underWay.add(taken)
        waiting -= taken.events.length
        return taken
      }
    }
    return undefined
  }

  /** As much of it as a server takes; what alone is more than that would be refused for ever, and hold up all behind it. */
  function split(parcel: Parcel, bytesMax: number): Parcel | undefined {
    const head: Parcel = { ...parcel, events: [], buyers: [], bytes: 0 }
    for (;;) {
      const [event] = parcel.events
      if (event === undefined) break
      const size = Buffer.byteLength(event) + 1
      if (size >= bytesMax) dropFrom(parcel, 0, 'too_large')
      else if (head.bytes + size >= bytesMax) break
      else {
        head.events.push(event)
        head.buyers.push(...parcel.buyers.splice(0, 1))
        head.bytes += size
        parcel.events.shift()
        parcel.bytes -= size
      }
    }
    return head.events.length === 0 ? undefined : head
  }

  function done(parcel: Parcel): void {
    underWay.delete(parcel)
    for (const [index, buyerId] of parcel.buyers.entries()) {
      shares.giveBack(buyerId, Buffer.byteLength(parcel.events[index] ?? '') + 1)
    }
    account(parcel, -parcel.events.length, -parcel.bytes)
  }

  return {
    add,
    take,
    done,
    get bytes() {
      return bytes.recorded + bytes.observed
    },
    get count() {
      return count
    },
    get waiting() {
      return waiting
    },
    oldestMs() {
      const oldest = [...underWay, ...queues.recorded.slice(0, 1), ...queues.observed.slice(0, 1)]
      const nowMs = clock.monotonicMs()
      return oldest.reduce((most, { sinceMs }) => Math.max(most, nowMs - sinceMs), 0)
    },
  }
}

import type { UsageKind } from './usage-events.ts'

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

/** What a message may hold; half of what a server takes by default, and many of them fit into a consumer's memory. */
export const PARCEL_EVENTS_MAX = 1000
const PARCEL_BYTES_MAX = 512 * 1024

/** A parcel with nothing in it. */
export function emptyParcel(kind: UsageKind, sinceMs: number): Parcel {
  return { kind, events: [], buyers: [], bytes: 0, sinceMs }
}

/** Bytes of an event in a parcel, with what follows it there. */
export function bytesOf(event: string): number {
  return Buffer.byteLength(event) + 1
}

/** Whether one more event of this size fits. */
export function hasRoom(parcel: Parcel, bytes: number): boolean {
  return parcel.events.length < PARCEL_EVENTS_MAX && parcel.bytes + bytes < PARCEL_BYTES_MAX
}

/** Moves events from the beginning of one parcel to the end of another, as long as that stays below so many bytes. */
export function moveEvents(from: Parcel, to: Parcel, bytesMax: number): void {
  let count = 0
  let moved = 0
  for (const event of from.events) {
    const size = bytesOf(event)
    if (to.bytes + moved + size >= bytesMax) break
    moved += size
    count += 1
  }
  to.events.push(...from.events.splice(0, count))
  to.buyers.push(...from.buyers.splice(0, count))
  to.bytes += moved
  from.bytes -= moved
}

import { randomUUID } from 'node:crypto'
import type { UsageBuffer } from './usage-buffer.ts'
import { PARCEL_EVENTS_MAX, type Parcel } from './usage-parcel.ts'

/** A parcel ready to be sent. It keeps its id when it is sent again, so that the server stores it once. */
export interface OutgoingMessage {
  readonly id: string
  readonly parcel: Parcel
  readonly payload: Buffer
}

/** Which message goes next, and when: no clock of its own, no network. */
export interface UsageOutbox {
  /** The next message, of at most so many bytes; undefined when there is none, or enough are under way. */
  next(payloadBytesMax: number): OutgoingMessage | undefined
  arrived(message: OutgoingMessage): void
  failed(message: OutgoingMessage): void
  /** After a message has come to its end: how long to wait before looking for the next, 0 when there is no reason to. */
  pauseMs(isAwaited: boolean): number
}

const MESSAGES_UNDER_WAY_MAX = 4
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2000

/** Begins with nothing under way. `lingerMs`: how long events wait for company when nobody waits for them. */
export function createUsageOutbox(buffer: UsageBuffer, lingerMs: number): UsageOutbox {
  const retries: OutgoingMessage[] = []
  let underWay = 0
  let retryMs = 0

  function take(payloadBytesMax: number): OutgoingMessage | undefined {
    const again = retries.shift()
    if (again !== undefined) return again
    const parcel = buffer.take(payloadBytesMax)
    return parcel && { id: randomUUID(), parcel, payload: Buffer.from(`[${parcel.events.join(',')}]`) }
  }

  return {
    next(payloadBytesMax) {
      if (underWay >= MESSAGES_UNDER_WAY_MAX) return undefined
      const message = take(payloadBytesMax)
      if (message !== undefined) underWay += 1
      return message
    },
    arrived({ parcel }) {
      underWay -= 1
      retryMs = 0
      buffer.done(parcel)
    },
    failed(message) {
      underWay -= 1
      retryMs = Math.min(Math.max(retryMs * 2, RETRY_MIN_MS), RETRY_MAX_MS)
      retries.push(message)
    },
    pauseMs(isAwaited) {
      if (retryMs > 0) return retryMs
      // A message for every event that came while the last one travelled would cost all sides more than it brings.
      const isWorthwhile = isAwaited || retries.length > 0 || buffer.waiting >= PARCEL_EVENTS_MAX
      return isWorthwhile || buffer.waiting === 0 ? 0 : lingerMs
    },
  }
}

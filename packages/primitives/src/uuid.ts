import { randomUUID } from 'node:crypto'
import { brandedUuid, type Uuid } from './ids.ts'

/** A new UUID of version 7 (RFC 9562 §5.7): it begins with the time, so rows keyed by it lie in the order of time. */
export function uuidv7(nowMs: number): Uuid {
  if (nowMs !== last.ms) last = { ms: nowMs, begin: beginOf(nowMs) }
  return brandedUuid(`${last.begin}-7${randomUUID().slice(15)}`)
}

/** A new random UUID (version 4): it tells nobody when it was made. */
export function randomUuid(): Uuid {
  return brandedUuid(randomUUID())
}

/** Busy services make many ids in one millisecond. */
let last = { ms: -1, begin: '' }

/** The smallest UUID of a moment: no id of version 7 that was made then or later is below it. */
export function uuidv7Floor(ms: number): string {
  return `${beginOf(ms)}-0000-0000-000000000000`
}

function beginOf(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

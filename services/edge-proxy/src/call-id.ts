import { randomUUID } from 'node:crypto'

/**
 * A new call id: a UUID of version 7, which begins with the time. Calls then lie in the order of time in every table
 * they are a key of.
 */
export function newCallId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

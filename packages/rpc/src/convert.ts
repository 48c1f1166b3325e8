import type { Timestamp__Output } from '@mtg/contracts'
import { appError } from '@mtg/errors'

/** An int64 from the wire (a decimal string) as bigint. */
export function toBigint(value: string): bigint {
  return BigInt(value)
}

/** A bigint for the wire. */
export function fromBigint(value: bigint): string {
  return value.toString()
}

/** Milliseconds since 1970 (or a Date) as google.protobuf.Timestamp. */
export function toTimestamp(time: Date | number): { seconds: string; nanos: number } {
  const ms = typeof time === 'number' ? time : time.getTime()
  const seconds = Math.floor(ms / 1000)
  return { seconds: String(seconds), nanos: Math.round((ms - seconds * 1000) * 1_000_000) }
}

/** google.protobuf.Timestamp as a Date; undefined when absent. */
export function fromTimestamp(timestamp: Timestamp__Output | null | undefined): Date | undefined {
  if (timestamp === null || timestamp === undefined) return undefined
  return new Date(Number(timestamp.seconds) * 1000 + timestamp.nanos / 1_000_000)
}

/** The value, or `invalid_argument` naming the field: proto3 cannot say that a field is required. */
export function required<T>(value: T | null | undefined, field: string): T {
  if (value === null || value === undefined || value === '') throw invalidField(field, 'is missing')
  return value
}

/** `invalid_argument` with a public message that names the field. */
export function invalidField(field: string, reason: string): Error {
  return appError('invalid_argument', { message: `${field} ${reason}.`, detail: { field, reason } })
}

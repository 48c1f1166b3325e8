import { fromTimestamp } from '@mtg/rpc'

type WireTime = Parameters<typeof fromTimestamp>[0]

/** A time that the answer of a service must have. */
export function timeIn(timestamp: WireTime): Date {
  const time = fromTimestamp(timestamp)
  if (time === undefined) throw new Error('a service answered without a time')
  return time
}

/** What the answer of a service must have. */
export function presentIn<T>(value: T | null): T {
  if (value === null) throw new Error('a service answered without what was asked for')
  return value
}

import { fromTimestamp, invalidField, required } from '@mtg/rpc'
import { isUuid } from '../domain/fields.ts'
import type { Span } from '../domain/time-range.ts'
import type { AppName } from '../store/usage-records.ts'

type WireTime = Parameters<typeof fromTimestamp>[0]

const PAGE_SIZE_DEFAULT = 50
const PAGE_SIZE_MAX = 500
const CALLS_MAX = 10_000

/** A UUID of a request, in lower case. */
export function uuidOf(value: string, field: string): string {
  if (!isUuid(required(value, field))) throw invalidField(field, 'must be a UUID')
  return value.toLowerCase()
}

/** Call ids of a request. */
export function callIdsOf(callIds: readonly string[]): string[] {
  if (callIds.length > CALLS_MAX) throw invalidField('call_ids', 'must be at most 10,000')
  return callIds.map(callId => uuidOf(callId, 'call_ids'))
}

/** "publisher/app" of a request; undefined when empty. */
export function appOf(value: string): AppName | undefined {
  if (value === '') return undefined
  const [publisherUsername = '', appName = '', ...rest] = value.split('/')
  if (publisherUsername === '' || appName === '' || rest.length > 0 || value.includes('\0')) {
    throw invalidField('app', 'must have the form publisher/app')
  }
  return { publisherUsername, appName }
}

/** Page size of a request: its default when 0, never more than the maximum. */
export function pageSizeOf(value: number): number {
  if (value < 0) throw invalidField('page_size', 'must not be negative')
  return value === 0 ? PAGE_SIZE_DEFAULT : Math.min(value, PAGE_SIZE_MAX)
}

/** A time range of a request; no bound where a time is absent. */
export function spanOf(from: WireTime, to: WireTime): Span {
  const span = {
    fromMs: timeOf(from, 'from') ?? Number.NEGATIVE_INFINITY,
    toMs: timeOf(to, 'to') ?? Number.POSITIVE_INFINITY,
  }
  if (span.fromMs > span.toMs) throw invalidField('to', 'must not lie before from')
  return span
}

// google.protobuf.Timestamp ends with the year 9999.
const TIME_MIN_MS = Date.parse('0001-01-01T00:00:00Z')
const TIME_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

function timeOf(value: WireTime, field: string): number | undefined {
  const timeMs = fromTimestamp(value)?.getTime()
  if (timeMs === undefined) return undefined
  if (Number.isNaN(timeMs) || timeMs < TIME_MIN_MS || timeMs > TIME_MAX_MS) {
    throw invalidField(field, 'is not a time between the years 1 and 9999')
  }
  return timeMs
}

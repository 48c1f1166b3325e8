import type { metering } from '@mtg/contracts'
import type { CallId, Uuid } from '@mtg/primitives'
import { callIdOf, invalidField, appOf as partsOf, required, timeMsOf, uuidOf } from '@mtg/rpc'
import type { AppName } from '../domain/app-name.ts'
import type { Span } from '../domain/time-range.ts'
import type { UsageGrouping } from '../store/usage-sums.ts'

type WireTime = Parameters<typeof timeMsOf>[0]

const CALLS_MAX = 10_000

/** Call ids of a request. */
export function callIdsOf(callIds: readonly string[]): CallId[] {
  if (callIds.length > CALLS_MAX) throw invalidField('call_ids', 'must be at most 10,000')
  return callIds.map(callId => callIdOf(callId, 'call_ids'))
}

/** "publisher/app" of a request; undefined when empty. */
export function appOf(value: string): AppName | undefined {
  if (value === '') return undefined
  const { username, appName } = partsOf(value)
  return { publisherUsername: username, appName }
}

/** A time range of a request; no bound where a time is absent. */
export function spanOf(from: WireTime, to: WireTime): Span {
  const span = {
    fromMs: timeMsOf(from, 'from') ?? Number.NEGATIVE_INFINITY,
    toMs: timeMsOf(to, 'to') ?? Number.POSITIVE_INFINITY,
  }
  if (span.fromMs > span.toMs) throw invalidField('to', 'must not lie before from')
  return span
}

const GROUPING_OF: Readonly<Record<metering.UsageGrouping__Output, UsageGrouping | undefined>> = {
  USAGE_GROUPING_UNSPECIFIED: undefined,
  USAGE_GROUPING_DAY: 'day',
  USAGE_GROUPING_APP: 'app',
  USAGE_GROUPING_TOOL: 'tool',
  USAGE_GROUPING_KEY: 'key',
}

/** What sums are wanted of. */
export function groupingOf(sent: metering.UsageGrouping__Output): UsageGrouping {
  return required(GROUPING_OF[sent], 'grouping')
}

const BUCKETS_SPAN_MAX_MS = 31 * 24 * 3_600_000
const BUCKETS_MAX = 10_000

/** A time range that is to be counted in buckets of so many seconds; few enough to be read at once. */
export function bucketedSpanOf(from: WireTime, to: WireTime, bucketSeconds: number): Span {
  const span = spanOf(required(from, 'from'), required(to, 'to'))
  const lengthMs = span.toMs - span.fromMs
  if (lengthMs > BUCKETS_SPAN_MAX_MS) throw invalidField('to', 'must lie at most 31 days after from')
  if (bucketSeconds < 1) throw invalidField('bucket_seconds', 'must be at least 1')
  if (lengthMs / 1000 / bucketSeconds > BUCKETS_MAX) throw invalidField('bucket_seconds', 'makes over 10,000 buckets')
  return span
}

const BOUNDS_MAX = 2001

/** Ids that stand between neighbouring ranges of calls, each greater than the one before it. */
export function boundsOf(asked: readonly string[]): Uuid[] {
  if (asked.length < 2 || asked.length > BOUNDS_MAX) throw invalidField('bounds', `must be 2 to ${BOUNDS_MAX}`)
  const bounds = asked.map(bound => uuidOf(bound, 'bounds'))
  const areGrowing = bounds.every((bound, index) => index === 0 || (bounds[index - 1] ?? '') < bound)
  if (!areGrowing) throw invalidField('bounds', 'must grow')
  return bounds
}

import { invalidField, appOf as partsOf, timeMsOf, uuidOf } from '@mtg/rpc'
import type { Span } from '../domain/time-range.ts'
import type { AppName } from '../store/usage-records.ts'

type WireTime = Parameters<typeof timeMsOf>[0]

const CALLS_MAX = 10_000

/** Call ids of a request. */
export function callIdsOf(callIds: readonly string[]): string[] {
  if (callIds.length > CALLS_MAX) throw invalidField('call_ids', 'must be at most 10,000')
  return callIds.map(callId => uuidOf(callId, 'call_ids'))
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

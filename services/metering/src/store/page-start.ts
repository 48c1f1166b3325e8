import type { PageEnd } from '@mtg/rpc'
import type { Span } from '../domain/time-range.ts'
import { LOWEST_UUID } from './lowest-uuid.ts'
import { timeOf } from './time.ts'

/** What the rows of a page come before, in a list of the newest first: the page before it, or the end of the span. */
export function pageStart(span: Span, after: PageEnd | undefined): readonly [time: string, id: string] {
  const isWithin = after !== undefined && after.createdAt.getTime() < span.toMs
  return isWithin ? [timeOf(after.createdAt.getTime()), after.id] : [timeOf(span.toMs), LOWEST_UUID]
}

/** A caller's span, as W3C `traceparent` names it. */
export interface ParentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const ZERO_TRACE = '0'.repeat(32)
const ZERO_SPAN = '0'.repeat(16)
const SAMPLED_FLAG = 1

/** Undefined for anything that is not a valid version 00 header: it then counts as absent. */
export function parseTraceparent(text: string | undefined): ParentSpan | undefined {
  if (text === undefined || text === '') return undefined
  const [, traceId = ZERO_TRACE, spanId = ZERO_SPAN, flags = '00'] = TRACEPARENT.exec(text) ?? []
  if (traceId === ZERO_TRACE || spanId === ZERO_SPAN) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) !== 0 }
}

import type { IncomingHttpHeaders } from 'node:http'
import type { FailureKind } from './failure.ts'

/** The kind of body that follows the head of an answer. */
export type AnswerKind = 'json' | 'events' | 'refusal'

/** What a head says, or why nothing may follow it. */
export type HeadReading =
  | { readonly kind: AnswerKind }
  | { readonly kind: 'fault'; readonly failure: FailureKind; readonly detail: string }

/** More fields than this no honest server sends. */
const FIELDS_MAX = 100
const DETAIL_LENGTH_MAX = 100

/** Reads the head of a final answer (no 1xx): only the statuses and content types that can be an answer pass. */
export function readHead(status: number, headers: IncomingHttpHeaders, fields: number): HeadReading {
  if (fields > FIELDS_MAX) return fault('too_large', `${fields} header fields`)
  if (status >= 300 && status < 400) return fault('redirect', `status ${status}`)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') return fault('encoding', encoding)
  if (status >= 400 && status < 600) return { kind: 'refusal' }
  // A request gets 200 or a refusal: 202 is for notifications, and those are not forwarded.
  if (status !== 200) return fault('status', `status ${status}`)
  const type = mediaTypeOf(headers)
  if (type === 'application/json') return { kind: 'json' }
  if (type === 'text/event-stream') return { kind: 'events' }
  return fault('content_type', `content type ${type}`)
}

/** The media type of a body, in lower case and without parameters; empty when there is none, or more than one. */
export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  const type: unknown = headers['content-type']
  if (typeof type !== 'string') return ''
  const end = type.indexOf(';')
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase()
}

function fault(failure: FailureKind, detail: string): HeadReading {
  return { kind: 'fault', failure, detail: detail.slice(0, DETAIL_LENGTH_MAX) }
}

import { invalidField } from '@mtg/rpc'
import { isUuid } from './fields.ts'

/** The last record of a page: the next page starts behind it. */
export interface PagePosition {
  readonly occurredAtMs: number
  readonly callId: string
}

/** A position as an opaque text. */
export function toPageToken({ occurredAtMs, callId }: PagePosition): string {
  return Buffer.from(`${occurredAtMs}/${callId}`).toString('base64url')
}

/** The position in a token; `invalid_argument` for a text that no page ended with. */
export function fromPageToken(token: string): PagePosition {
  const [time = '', callId = '', ...rest] = Buffer.from(token, 'base64url').toString().split('/')
  if (rest.length > 0 || !/^\d{1,15}$/.test(time) || !isUuid(callId)) {
    throw invalidField('page_token', 'is not one that a page ended with')
  }
  return { occurredAtMs: Number(time), callId }
}

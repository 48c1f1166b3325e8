import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AppError } from '@mtg/errors'
import { envelope } from './envelope.ts'

/** How long the rest of a body that nobody wants is still taken in, so that its sender can read the answer. */
const LINGER_MS = 2_000
/** And how much of it. */
const LINGER_BYTES_MAX = 8 * 1024 * 1024

/** Headers of an error answer. */
export function errorHeaders(error: AppError): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
  if (error.code === 'method_not_allowed') headers['allow'] = 'POST'
  // The specification gives rate limits no headers; "overloaded" is not one of them.
  if (error.code === 'overloaded') headers['retry-after'] = '1'
  return headers
}

/** Answers with the gateway's envelope where no call is under way. */
export function sendError(response: ServerResponse, error: AppError, extra: OutgoingHttpHeaders = {}): void {
  dropUnreadBody(response.req)
  const body = envelope(error)
  const headers = { ...errorHeaders(error), ...extra, 'content-length': Buffer.byteLength(body) }
  response.writeHead(error.status, headers).end(body)
}

/**
 * Receives and forgets what is left of a body, for a moment. Closing at once would reset the connection under a sender
 * who has not read the answer yet; receiving without a bound would let anybody send for ever.
 */
export function dropUnreadBody(request: IncomingMessage): void {
  if (request.complete) return
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS).unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  let left = LINGER_BYTES_MAX
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.socket.destroy()
  })
}

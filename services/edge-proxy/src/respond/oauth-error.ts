import type { ServerResponse } from 'node:http'
import type { AppError } from '@mtg/errors'
import { dropUnreadBody } from './send-error.ts'

/** Answers on an OAuth path while oauth-server is away: its clients cannot read the gateway's envelope. */
export function sendOauthUnavailable(response: ServerResponse): void {
  sendOauthError(response, 500, 'server_error', 'The authorization server is not reachable.')
}

/** Refuses a request on an OAuth path before oauth-server has seen it. */
export function sendOauthRefusal(response: ServerResponse, { code, status, message }: AppError): void {
  dropUnreadBody(response.req)
  // RFC 6749 section 4.1.2.1 has a word for being too busy; whatever else is wrong with a request is one for the other.
  const isForNow = code === 'overloaded' || code === 'rate_limit_exceeded'
  if (isForNow) sendOauthError(response, status, 'temporarily_unavailable', message)
  else sendOauthError(response, 400, 'invalid_request', message)
}

function sendOauthError(response: ServerResponse, status: number, error: string, description: string): void {
  const body = JSON.stringify({ error, error_description: description })
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    })
    .end(body)
}

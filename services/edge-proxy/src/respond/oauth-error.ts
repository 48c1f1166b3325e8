import type { ServerResponse } from 'node:http'

/** Answers on an OAuth path while oauth-server is away: its clients cannot read the gateway's envelope. */
export function sendOauthUnavailable(response: ServerResponse): void {
  const body = JSON.stringify({
    error: 'server_error',
    error_description: 'The authorization server is not reachable.',
  })
  response
    .writeHead(500, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    })
    .end(body)
}

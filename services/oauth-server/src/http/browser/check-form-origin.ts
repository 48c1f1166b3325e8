import type { IncomingHttpHeaders } from 'node:http'
import { oauthError } from '../../domain/oauth-error.ts'

/** Refuses a form that another site made the browser send. Programs send none of these headers and pass. */
export function checkFormOrigin(headers: IncomingHttpHeaders, issuer: string, hasToken: boolean): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw refusal('cross-site form')
  const { origin } = headers
  // Our own page has the referrer policy "no-referrer", under which browsers send the origin "null".
  if (origin === 'null') {
    if (site === undefined && !hasToken) throw refusal('form of unknown origin')
    return
  }
  if (origin !== undefined && origin !== issuer && !isHost(origin, headers.host)) throw refusal('cross-origin form')
}

/** The page may have been opened by another name of this server than the issuer's. */
function isHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

function refusal(reason: string): Error {
  return oauthError('invalid_request', { description: 'The form was not sent by our own page.', detail: { reason } })
}

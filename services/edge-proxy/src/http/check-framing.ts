import type { IncomingMessage } from 'node:http'
import { appError } from '@mtg/errors'

/** Headers that may come once only: two of them are two opinions about who is asking, or whom. */
const SINGLE_HEADERS = ['host', 'authorization', 'content-type', 'content-length', 'origin', 'transfer-encoding']
/** A bit for each, so that one number says which were seen. */
const BITS = new Map(SINGLE_HEADERS.map((name, index) => [name, 1 << index]))
const HOST_BIT = BITS.get('host') ?? 0
const TRANSFER_ENCODING_BIT = BITS.get('transfer-encoding') ?? 0
const HEADERS_MAX = 200

/** Refuses what two HTTP servers could read differently. */
export function checkFraming({ rawHeaders, httpVersion }: IncomingMessage): void {
  if (rawHeaders.length > 2 * HEADERS_MAX) throw badRequest(`There are more than ${HEADERS_MAX} headers.`)
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const bit = BITS.get(name) ?? 0
    if ((seen & bit) !== 0) throw badRequest(`The header ${name} was sent more than once.`)
    seen |= bit
  }
  if (httpVersion === '1.1') {
    if ((seen & HOST_BIT) === 0) throw badRequest('The header Host is missing.')
    return
  }
  if (httpVersion !== '1.0') throw badRequest(`HTTP ${httpVersion} is not spoken here.`)
  // RFC 9112 section 6.1: HTTP/1.0 does not know it, and a server in front may have read the body to another end.
  if ((seen & TRANSFER_ENCODING_BIT) !== 0) throw badRequest('HTTP/1.0 has no Transfer-Encoding.')
}

function badRequest(message: string): Error {
  return appError('bad_request', { message })
}

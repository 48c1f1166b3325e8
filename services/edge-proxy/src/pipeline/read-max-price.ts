import type { IncomingHttpHeaders } from 'node:http'
import { appError } from '@mtg/errors'
import { readMicros } from '@mtg/primitives'
import { fieldLimits } from '@mtg/rpc'

/** The header by which a buyer says what a call may cost at most. Like all that is not the protocol's, it is never forwarded. */
const HEADER = 'mtg-max-price'
/** As many digits as the highest price that there may be: a longer text is not looked at. */
const LENGTH_MAX = 17

/** What the call may cost at most, micro-USD; undefined when its buyer says nothing. Sent twice it says nothing clear. */
export function readMaxPrice(headers: IncomingHttpHeaders): bigint | undefined {
  const text = headers[HEADER]
  if (text === undefined) return undefined
  if (typeof text !== 'string' || text.length > LENGTH_MAX) throw invalid('must be an amount in USD such as 0.01')
  const read = readMicros(text)
  if ('fault' in read) throw invalid(read.fault)
  if (read.micros > fieldLimits.amountMicrosMax) throw invalid('is too large')
  return read.micros
}

function invalid(reason: string): Error {
  return appError('invalid_request', { message: `The header Mtg-Max-Price ${reason}.`, detail: { reason } })
}

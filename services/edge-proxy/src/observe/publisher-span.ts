import { toAppError } from '@mtg/errors'
import type { Span } from '@mtg/observability'
import type { Call } from '../adapters/adapter.ts'
import type { Arrival } from '../call/arrival.ts'
import type { Reservation } from '../call/reservation.ts'
import { titleOf } from './call-span.ts'

/** A client span for an exchange with a publisher, who gets its traceparent; undefined when the call is not traced. */
export function startExchangeSpan(
  parent: Span,
  { app }: Arrival,
  call: Call,
  reservation: Reservation,
): Span | undefined {
  if (!parent.recording) return undefined
  const { name, attributes } = titleOf(app, call)
  return parent.child(name, 'client', { ...attributes, ...serverOf(reservation.terms.upstream.url) })
}

/** The exchange, with which its span ends. */
export function endedBy<T>(span: Span | undefined, exchange: Promise<T>): Promise<T> {
  return span === undefined ? exchange : ended(span, exchange)
}

function serverOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const usual = protocol === 'https:' ? 443 : 80
  return {
    'server.address': hostname,
    'server.port': port === '' ? usual : Number(port),
    'network.protocol.name': 'http',
    'network.transport': 'tcp',
  }
}

async function ended<T>(span: Span, exchange: Promise<T>): Promise<T> {
  try {
    const result = await exchange
    span.end()
    return result
  } catch (thrown) {
    span.end(toAppError(thrown).code)
    throw thrown
  }
}

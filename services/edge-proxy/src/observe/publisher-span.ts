import { toAppError } from '@mtg/errors'
import type { Span } from '@mtg/observability'
import type { Call } from '../adapters/adapter.ts'
import type { Arrival } from '../call/arrival.ts'
import type { Reservation } from '../call/reservation.ts'
import { titleOf } from './call-span.ts'

/** Runs an exchange with a publisher under a client span, whose traceparent the publisher gets; just runs it when untraced. */
export function traceExchange<T>(
  parent: Span,
  { app }: Arrival,
  call: Call,
  reservation: Reservation,
  exchange: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  if (!parent.recording) return exchange(undefined)
  const { name, attributes } = titleOf(app, call)
  const span = parent.child(name, 'client', { ...attributes, ...serverOf(reservation.terms.upstream.url) })
  return ended(span, exchange(span.traceparent))
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

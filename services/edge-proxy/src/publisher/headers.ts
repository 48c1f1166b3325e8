import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

const USER_AGENT = 'metered-tool-gateway/1'

/** What the gateway itself tells a publisher about a call. */
export interface CallCredentials {
  /** Presented as the gateway's own bearer token. */
  readonly credential: string
  readonly callId: string
  /** Signed JWT; left out while none can be signed. */
  readonly buyerIdentity: string | undefined
  /** W3C trace context of the gateway's own span; without one the buyer's is passed on. */
  readonly traceparent: string | undefined
}

/**
 * The headers for a publisher, names and values in turn: the protocol's own, ours, and the trace context. Nothing else of
 * the buyer's request passes: no credential, cookie, address or hop-by-hop header.
 */
export function headersForPublisher(
  protocol: Readonly<Record<string, string>>,
  buyer: IncomingHttpHeaders,
  { credential, callId, buyerIdentity, traceparent }: CallCredentials,
): string[] {
  const headers = ['authorization', `Bearer ${credential}`, 'accept-encoding', 'identity', 'user-agent', USER_AGENT]
  headers.push('x-gateway-call-id', callId)
  for (const [name, value] of Object.entries(protocol)) headers.push(name, value)
  if (buyerIdentity !== undefined) headers.push('x-gateway-buyer-identity', buyerIdentity)
  const parent = traceparent ?? single(buyer['traceparent'])
  if (parent === undefined) return headers
  headers.push('traceparent', parent)
  for (const name of ['tracestate', 'baggage']) {
    const value = single(buyer[name])
    if (value !== undefined) headers.push(name, value)
  }
  return headers
}

/** The headers of a publisher's answer that pass to the buyer. */
export function headersForBuyer(answer: IncomingHttpHeaders, callId: string): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'x-gateway-call-id': callId }
  for (const name in answer) {
    const passes =
      name === 'content-type' || name === 'cache-control' || (name.startsWith('mcp-') && name !== 'mcp-session-id')
    if (passes) headers[name] = answer[name]
  }
  return headers
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

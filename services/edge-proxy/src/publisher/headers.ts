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

const PASSED_NAME = /^mcp-[a-z0-9-]{1,60}$/
const PASSED_VALUE = /^[\x20-\x7e]{0,1024}$/
const PASSED_MAX = 16

/**
 * The headers for the buyer. Of the publisher's answer pass cache-control and `mcp-*`, few, short and in plain characters;
 * what the body is we say ourselves, since only bodies that are just that pass.
 */
export function headersForBuyer(
  answer: IncomingHttpHeaders,
  callId: string,
  contentType: 'application/json' | 'text/event-stream',
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'x-gateway-call-id': callId,
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
  }
  let passed = 0
  for (const name in answer) {
    const value = answer[name]
    if (name !== 'cache-control' && (!name.startsWith('mcp-') || !isPassedName(name))) continue
    if (typeof value !== 'string' || !PASSED_VALUE.test(value)) continue
    passed += 1
    if (passed > PASSED_MAX) break
    headers[name] = value
  }
  return headers
}

const isPassedName = (name: string) => name !== 'mcp-session-id' && PASSED_NAME.test(name)

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

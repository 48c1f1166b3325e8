import type { IncomingHttpHeaders } from 'node:http'

/** RFC 9110 section 7.6.1: these end at each hop, as does whatever `Connection` names. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers of a message that go on to the next hop. */
export function endToEndHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map(name => name.trim().toLowerCase()))
  const kept: Record<string, string | string[]> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name)) kept[name] = value
  }
  return kept
}

import type { MessageFacts } from '../adapter.ts'
import { textOf } from '../json/value.ts'
import type { McpMessage } from './message.ts'
import { PROTOCOL_VERSION } from './version.ts'

/** W3C's `traceparent` in quotes: nothing longer is one, and is not even decoded. */
const TRACEPARENT_BYTES_MAX = 57

/** What OpenTelemetry's conventions for MCP want to know of a message. Its caller's span is in `_meta`, unprefixed (SEP-414). */
export function factsOf({ bytes, id, meta }: McpMessage): MessageFacts {
  const sent = meta?.members.get('traceparent')
  const isShort = sent !== undefined && sent.end - sent.start <= TRACEPARENT_BYTES_MAX
  return {
    attributes: {
      'mcp.protocol.version': PROTOCOL_VERSION,
      ...(id !== undefined && { 'jsonrpc.request.id': id.startsWith('"') ? String(JSON.parse(id)) : id }),
    },
    traceparent: isShort ? textOf(bytes, sent) : undefined,
  }
}

import { type JsonObject, rawOf } from '../json/scan.ts'
import type { McpMessage } from './message.ts'
import { metaKeys, PROTOCOL_VERSION } from './version.ts'

const GATEWAY_INFO = '{"name":"metered-tool-gateway","version":"1"}'

/**
 * The body for the publisher. Real servers demand `_meta` keys that our specification's callers do not send: they are
 * put in as one splice, and every other byte stays as it was.
 */
export function withMeta(message: McpMessage): Buffer {
  const { bytes, root, params, meta } = message
  if (message.isPublishedRevision) return bytes
  const keys = metaMembers(message)
  if (meta !== undefined) return insertFirst(bytes, meta, keys)
  if (params !== undefined) return insertFirst(bytes, params, `"_meta":{${keys}}`)
  return splice(bytes, root.end - 1, `,"params":{"_meta":{${keys}}}`)
}

function metaMembers({ bytes, meta }: McpMessage): string {
  const bare = (key: string, otherwise: string) => {
    const value = meta?.members.get(key)
    return value?.kind === 'object' ? rawOf(bytes, value).toString('utf8') : otherwise
  }
  const members = [`"${metaKeys.protocolVersion}":"${PROTOCOL_VERSION}"`]
  for (const [key, otherwise] of [
    ['clientCapabilities', '{}'],
    ['clientInfo', GATEWAY_INFO],
  ] as const) {
    if (!meta?.members.has(metaKeys[key])) members.push(`"${metaKeys[key]}":${bare(key, otherwise)}`)
  }
  return members.join(',')
}

function insertFirst(bytes: Buffer, object: JsonObject, member: string): Buffer {
  return splice(bytes, object.start + 1, object.members.size === 0 ? member : `${member},`)
}

function splice(bytes: Buffer, at: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text, 'utf8'), bytes.subarray(at)])
}

import { splice } from '../json/splice.ts'
import { type JsonObject, jsonOf } from '../json/value.ts'
import type { McpMessage } from './message.ts'
import { metaKeys, PROTOCOL_VERSION } from './version.ts'

const GATEWAY_INFO = '{"name":"metered-tool-gateway","version":"1"}'
const VERSION_MEMBER = `"${metaKeys.protocolVersion}":"${PROTOCOL_VERSION}"`
/** Members that the caller may have sent itself, and what stands for them when it has not. */
const OTHERWISE = [
  ['clientCapabilities', '{}'],
  ['clientInfo', GATEWAY_INFO],
] as const
const OWN_MEMBERS = [VERSION_MEMBER, ...OTHERWISE.map(([key, value]) => `"${metaKeys[key]}":${value}`)].join(',')

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
  return splice(bytes, root.end - 1, root.end - 1, `,"params":{"_meta":{${keys}}}`)
}

function metaMembers({ bytes, meta }: McpMessage): string {
  if (meta === undefined) return OWN_MEMBERS
  const bare = (key: string, otherwise: string) => {
    const value = meta.members.get(key)
    return value?.kind === 'object' ? jsonOf(bytes, value) : otherwise
  }
  const members = [VERSION_MEMBER]
  for (const [key, otherwise] of OTHERWISE) {
    if (!meta.members.has(metaKeys[key])) members.push(`"${metaKeys[key]}":${bare(key, otherwise)}`)
  }
  return members.join(',')
}

function insertFirst(bytes: Buffer, object: JsonObject, member: string): Buffer {
  const at = object.start + 1
  return splice(bytes, at, at, object.members.size === 0 ? member : `${member},`)
}

import { isObject, type JsonObject, type JsonValue, jsonOf, textOf, watchFor } from '../json/value.ts'
import type { MessageLimits } from '../message-limits.ts'
import { invalid, type NameMember, nameOf } from '../request-body.ts'
import { metaKeys } from './version.ts'

/** A JSON-RPC request or notification, read but not built: the bytes stay as they were sent. */
export interface McpMessage {
  readonly bytes: Buffer
  readonly root: JsonObject
  readonly method: string
  /** The id's JSON as it was sent; undefined for a notification. */
  readonly id: string | undefined
  readonly params: JsonObject | undefined
  readonly meta: JsonObject | undefined
  /** Whether it comes from a client of the published revision of the protocol (it names its version in `_meta`). */
  readonly isPublishedRevision: boolean
}

/** What of a message is looked into, beyond its top two levels. */
export const messageWatch = watchFor({ params: { _meta: {} } })

const TOP_LEVEL_KEYS = new Set(['jsonrpc', 'id', 'method', 'params'])
const METHOD: NameMember = { key: 'method', shownAs: '"method"', bound: 'nameBytesMax' }
/** Members of `params` that name what a method is about. */
export type NameParam = 'name' | 'uri' | 'taskId'

const requiredParams: Readonly<Record<NameParam, NameMember>> = {
  name: { key: 'name', shownAs: '"params.name"', bound: 'nameBytesMax' },
  uri: { key: 'uri', shownAs: '"params.uri"', bound: 'uriBytesMax' },
  taskId: { key: 'taskId', shownAs: '"params.taskId"', bound: 'uriBytesMax' },
}
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/
/** Of a character in JSON, escaped as wastefully as can be. */
const ESCAPED_BYTES_MAX = 6

/** Understands a body as one JSON-RPC request or notification; everything else is `invalid_request`. */
export function readMessage(bytes: Buffer, root: JsonObject, limits: MessageLimits): McpMessage {
  const { members } = root
  for (const key of members.keys()) {
    if (!TOP_LEVEL_KEYS.has(key)) {
      throw invalid(`has the member ${JSON.stringify(key.slice(0, 40))}, which JSON-RPC does not know`)
    }
  }
  if (textOf(bytes, members.get('jsonrpc')) !== '2.0') throw invalid('must have "jsonrpc": "2.0"')
  const method = nameOf(bytes, members, METHOD, limits)
  if (method === undefined) throw invalid('must have a "method" (a string)')
  const params = objectOrAbsent(members.get('params'), '"params"')
  const meta = objectOrAbsent(params?.members.get('_meta'), '"params._meta"')
  return {
    bytes,
    root,
    method,
    id: readId(bytes, members.get('id'), method, limits),
    params,
    meta,
    isPublishedRevision: meta?.members.has(metaKeys.protocolVersion) ?? false,
  }
}

/** The name, uri or task id in `params`; `invalid_request` when it is missing, empty or none. */
export function requiredParam(message: McpMessage, key: NameParam, limits: MessageLimits): string {
  const name = nameOf(message.bytes, message.params?.members, requiredParams[key], limits)
  if (name === undefined) throw invalid(`must have "params.${key}" (a string) for ${message.method}`)
  return name
}

function objectOrAbsent(value: JsonValue | undefined, what: string): JsonObject | undefined {
  if (value === undefined) return undefined
  if (!isObject(value)) throw invalid(`must have an object as ${what}`)
  return value
}

function readId(
  bytes: Buffer,
  value: JsonValue | undefined,
  method: string,
  limits: MessageLimits,
): string | undefined {
  if (value === undefined) {
    if (method.startsWith('notifications/')) return undefined
    throw invalid('must have an "id" (a string or an integer)')
  }
  if (value.kind !== 'string' && value.kind !== 'number') throw noId()
  if (lengthOfId(bytes, value, limits.idLengthMax) > limits.idLengthMax) {
    limits.exceeded('message_id')
    throw invalid(`must have at most ${limits.idLengthMax} characters in "id"`)
  }
  const id = jsonOf(bytes, value)
  if (value.kind === 'number' && !INTEGER.test(id)) throw noId()
  return id
}

const noId = () => invalid('must have a string or an integer as "id"')

/** Characters of a string, digits of a number. One that is far too long is not decoded for it. */
function lengthOfId(bytes: Buffer, value: JsonValue, lengthMax: number): number {
  const length = value.end - value.start
  if (value.kind === 'number') return bytes[value.start] === 0x2d ? length - 1 : length
  return length > lengthMax * ESCAPED_BYTES_MAX + 2 ? length : (textOf(bytes, value)?.length ?? 0)
}

import { appError } from '@mtg/errors'
import { JsonFault, type JsonObject, type JsonValue, jsonOf, scanObject, textOf } from '../json/scan.ts'
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

const TOP_LEVEL_KEYS = new Set(['jsonrpc', 'id', 'method', 'params'])
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/

/** Reads a body as one JSON-RPC request or notification; everything else is `invalid_request`. */
export function readMessage(bytes: Buffer): McpMessage {
  const root = scanBody(bytes)
  const { members } = root
  for (const key of members.keys()) {
    if (!TOP_LEVEL_KEYS.has(key))
      throw invalid(`has the member ${JSON.stringify(key.slice(0, 40))}, which JSON-RPC does not know`)
  }
  if (textOf(bytes, members.get('jsonrpc')) !== '2.0') throw invalid('must have "jsonrpc": "2.0"')
  const method = textOf(bytes, members.get('method'))
  if (method === undefined || method === '') throw invalid('must have a "method" (a string)')
  const params = objectOrAbsent(members.get('params'), '"params"')
  const meta = objectOrAbsent(params?.members.get('_meta'), '"params._meta"')
  const id = readId(bytes, members.get('id'), method)
  return {
    bytes,
    root,
    method,
    id,
    params,
    meta,
    isPublishedRevision: meta?.members.has(metaKeys.protocolVersion) ?? false,
  }
}

/** A string of `params`; `invalid_request` when it is missing or empty. */
export function requiredParam(message: McpMessage, key: string): string {
  const text = textOf(message.bytes, message.params?.members.get(key))
  if (text === undefined || text === '') throw invalid(`must have "params.${key}" (a string) for ${message.method}`)
  return text
}

function scanBody(bytes: Buffer): JsonObject {
  try {
    return scanObject(bytes, { params: { _meta: {} } })
  } catch (thrown) {
    if (thrown instanceof JsonFault) throw invalid(thrown.message, thrown)
    throw thrown
  }
}

function objectOrAbsent(value: JsonValue | undefined, what: string): JsonObject | undefined {
  if (value === undefined) return undefined
  if (value.kind !== 'object' || value.members === undefined) throw invalid(`must have an object as ${what}`)
  return value as JsonObject
}

function readId(bytes: Buffer, value: JsonValue | undefined, method: string): string | undefined {
  if (value === undefined) {
    if (method.startsWith('notifications/')) return undefined
    throw invalid('must have an "id" (a string or an integer)')
  }
  const id = jsonOf(bytes, value)
  const isInteger = value.kind === 'number' && INTEGER.test(id)
  if (value.kind !== 'string' && !isInteger) throw invalid('must have a string or an integer as "id"')
  return id
}

function invalid(reason: string, cause?: Error): Error {
  return appError('invalid_request', { message: `The request body ${reason}.`, detail: { reason }, cause })
}

import { appError } from '@mtg/errors'
import { JsonFault, type JsonObject, scanObject, textOf } from '../json/scan.ts'
import { splice } from '../json/splice.ts'

/** A chat completions request that was understood. */
export interface ChatRequest {
  readonly model: string
  readonly stream: boolean
  /** The body for the publisher. */
  readonly body: Buffer
}

/**
 * Reads a chat completions request: text only. A streamed reply must end with its usage, which servers send when asked
 * for it, so the question is put in where it is absent; every other byte stays as it was.
 */
export function readChatRequest(bytes: Buffer): ChatRequest {
  const root = scanBody(bytes)
  const model = textOf(bytes, root.members.get('model'))
  if (model === undefined || model === '') throw invalid('must have a "model" (a string)')
  checkMessages(bytes, root)
  const stream = readStream(root)
  return { model, stream, body: stream ? withUsage(bytes, root) : bytes }
}

function scanBody(bytes: Buffer): JsonObject {
  try {
    return scanObject(bytes)
  } catch (thrown) {
    if (thrown instanceof JsonFault) throw invalid(thrown.message)
    throw thrown
  }
}

function checkMessages(bytes: Buffer, root: JsonObject): void {
  const value = root.members.get('messages')
  if (value?.kind !== 'array') throw invalid('must have "messages" (an array)')
  const messages = JSON.parse(bytes.toString('utf8', value.start, value.end)) as unknown[]
  if (messages.length === 0) throw invalid('must have at least one message')
  for (const [index, message] of messages.entries()) {
    const { role, content } = asRecord(message)
    if (typeof role !== 'string') throw invalid(`must have a string as messages[${index}].role`)
    if (typeof content !== 'string')
      throw invalid(`must have text as messages[${index}].content: other parts are not supported`)
  }
}

function readStream(root: JsonObject): boolean {
  const kind = root.members.get('stream')?.kind
  if (kind === undefined || kind === 'false' || kind === 'null') return false
  if (kind === 'true') return true
  throw invalid('must have true or false as "stream"')
}

function withUsage(bytes: Buffer, root: JsonObject): Buffer {
  const options = root.members.get('stream_options')
  if (options === undefined)
    return splice(bytes, root.end - 1, root.end - 1, ',"stream_options":{"include_usage":true}')
  if (options.kind === 'null') return splice(bytes, options.start, options.end, '{"include_usage":true}')
  if (options.members === undefined) throw invalid('must have an object as "stream_options"')
  const include = options.members.get('include_usage')
  if (include !== undefined) return include.kind === 'true' ? bytes : splice(bytes, include.start, include.end, 'true')
  const member = options.members.size === 0 ? '"include_usage":true' : '"include_usage":true,'
  return splice(bytes, options.start + 1, options.start + 1, member)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function invalid(reason: string): Error {
  return appError('invalid_request', { message: `The request body ${reason}.`, detail: { reason } })
}

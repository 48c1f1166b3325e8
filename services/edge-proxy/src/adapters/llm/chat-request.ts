import { splice } from '../json/splice.ts'
import { EACH, type JsonObject, watchFor } from '../json/value.ts'
import type { MessageLimits } from '../message-limits.ts'
import { invalid, type NameMember, nameOf } from '../request-body.ts'

/** A chat completions request that was understood. */
export interface ChatRequest {
  readonly model: string
  readonly stream: boolean
  /** The body for the publisher. */
  readonly body: Buffer
}

const MODEL: NameMember = { key: 'model', shownAs: '"model"', bound: 'nameBytesMax' }

/** What of a request is looked into, beyond its top two levels. */
export const chatWatch = watchFor({ messages: { [EACH]: {} } })

/**
 * Understands a chat completions request: text only. A streamed reply must end with its usage, which servers send when
 * asked for it, so the question is put in where it is absent; every other byte stays as it was.
 */
export function readChatRequest(bytes: Buffer, root: JsonObject, limits: MessageLimits): ChatRequest {
  const model = nameOf(bytes, root.members, MODEL, limits)
  if (model === undefined) throw invalid('must have a "model" (a string)')
  checkMessages(root)
  const stream = readStream(root)
  return { model, stream, body: stream ? withUsage(bytes, root) : bytes }
}

function checkMessages(root: JsonObject): void {
  const messages = root.members.get('messages')?.elements
  if (messages === undefined) throw invalid('must have "messages" (an array)')
  if (messages.length === 0) throw invalid('must have at least one message')
  for (const [index, { members }] of messages.entries()) {
    if (members?.get('role')?.kind !== 'string') throw invalid(`must have a string as messages[${index}].role`)
    if (members.get('content')?.kind !== 'string') {
      throw invalid(`must have text as messages[${index}].content: other parts are not supported`)
    }
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
  if (options === undefined) {
    return splice(bytes, root.end - 1, root.end - 1, ',"stream_options":{"include_usage":true}')
  }
  if (options.kind === 'null') return splice(bytes, options.start, options.end, '{"include_usage":true}')
  if (options.members === undefined) throw invalid('must have an object as "stream_options"')
  const include = options.members.get('include_usage')
  if (include !== undefined) return include.kind === 'true' ? bytes : splice(bytes, include.start, include.end, 'true')
  const member = options.members.size === 0 ? '"include_usage":true' : '"include_usage":true,'
  return splice(bytes, options.start + 1, options.start + 1, member)
}

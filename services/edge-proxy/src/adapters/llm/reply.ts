import { fieldLimits } from '@mtg/rpc'
import { type ChatUsage, HOLD, PASS, type Step, type StreamJudge, type Verdict } from '../adapter.ts'
import { badAnswer, readReply } from '../answer-body.ts'
import { EACH, type JsonObject, type JsonValue, jsonOf, textOf, watchFor } from '../json/value.ts'

const DONE = '[DONE]'
/** More digits than any count of tokens has. */
const NUMBER_BYTES_MAX = 32
/** What of a reply is looked into, beyond its top two levels. */
const replyWatch = watchFor({ choices: { [EACH]: { message: {} } } })
/** The same of a chunk. */
const chunkWatch = watchFor({})

/** What a complete reply is worth; throws publisher_error when it lacks what the contract asks for. */
export function judgeReply(body: Buffer): Verdict | Promise<Verdict> {
  return readReply(body, replyWatch, reply => {
    const choices = reply.members.get('choices')?.elements
    if (choices === undefined || choices.length === 0 || !choices.every(hasContent)) {
      throw badAnswer('has no choices[].message.content')
    }
    const tokens = totalTokens(body, reply)
    if (tokens === undefined) throw badAnswer('has no usage.total_tokens')
    return charged(tokens, usageOf(body, reply))
  })
}

/**
 * Follows a streamed reply. The chunk with the usage is held back until it is known to be the last one, so that the
 * price is taken before the reply is complete; some servers put a running usage into every chunk.
 */
export function followReply(): StreamJudge {
  let tokens: number | undefined
  let usage: ChatUsage | undefined
  const verdict = () => {
    if (tokens === undefined) throw badAnswer('ended without usage.total_tokens')
    return charged(tokens, usage)
  }
  return {
    onEvent({ data }) {
      if (data === undefined || data.length === 0) return PASS
      if (data.toString('latin1', 0, DONE.length + 1).trim() === DONE) return { action: 'last', verdict: verdict() }
      return readReply(data, chunkWatch, (chunk): Step => {
        const error = chunk.members.get('error')
        if (error !== undefined && error.kind !== 'null') throw badAnswer('broke off with an error')
        const found = totalTokens(data, chunk)
        if (found === undefined) return PASS
        tokens = found
        usage = usageOf(data, chunk)
        return HOLD
      })
    },
    onEnd: verdict,
  }
}

/** Replies that call tools have null as content. */
function hasContent(choice: JsonValue): boolean {
  const kind = choice.members?.get('message')?.members?.get('content')?.kind
  return kind === 'string' || kind === 'null'
}

/** More than that no usage record holds: what nobody can have used is no count. */
const TOKENS_MAX = Number(fieldLimits.countMax)

/** A longer one is no model's name. */
const MODEL_BYTES_MAX = 256

function usageOf(bytes: Buffer, reply: JsonObject): ChatUsage | undefined {
  const named = reply.members.get('model')
  const isShort = named !== undefined && named.end - named.start <= MODEL_BYTES_MAX
  const model = isShort ? textOf(bytes, named) : undefined
  const inputTokens = tokensIn(bytes, reply, 'prompt_tokens')
  const outputTokens = tokensIn(bytes, reply, 'completion_tokens')
  const isSilent = model === undefined && inputTokens === undefined && outputTokens === undefined
  return isSilent ? undefined : { model, inputTokens, outputTokens }
}

const totalTokens = (bytes: Buffer, reply: JsonObject) => tokensIn(bytes, reply, 'total_tokens')

function tokensIn(bytes: Buffer, reply: JsonObject, count: string): number | undefined {
  const value = reply.members.get('usage')?.members?.get(count)
  if (value?.kind !== 'number' || value.end - value.start > NUMBER_BYTES_MAX) return undefined
  const total = Number(jsonOf(bytes, value))
  return Number.isSafeInteger(total) && total >= 0 && total <= TOKENS_MAX ? total : undefined
}

const charged = (total: number, usage: ChatUsage | undefined): Verdict => ({
  charged: true,
  outcome: 'ok',
  totalTokens: total,
  ...(usage !== undefined && { usage }),
})

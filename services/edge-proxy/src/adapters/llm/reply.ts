import { fieldLimits } from '@mtg/rpc'
import { HOLD, PASS, type Step, type StreamJudge, type Verdict } from '../adapter.ts'
import { badAnswer, readReply } from '../answer-body.ts'
import { EACH, type JsonObject, type JsonValue, jsonOf, watchFor } from '../json/value.ts'

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
    return charged(tokens)
  })
}

/**
 * Follows a streamed reply. The chunk with the usage is held back until it is known to be the last one, so that the
 * price is taken before the reply is complete; some servers put a running usage into every chunk.
 */
export function followReply(): StreamJudge {
  let tokens: number | undefined
  const verdict = () => {
    if (tokens === undefined) throw badAnswer('ended without usage.total_tokens')
    return charged(tokens)
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

function totalTokens(bytes: Buffer, reply: JsonObject): number | undefined {
  const value = reply.members.get('usage')?.members?.get('total_tokens')
  if (value?.kind !== 'number' || value.end - value.start > NUMBER_BYTES_MAX) return undefined
  const total = Number(jsonOf(bytes, value))
  return Number.isSafeInteger(total) && total >= 0 && total <= TOKENS_MAX ? total : undefined
}

const charged = (totalTokens: number): Verdict => ({ charged: true, outcome: 'ok', totalTokens })

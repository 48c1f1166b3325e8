import { appError } from '@mtg/errors'
import { HOLD, PASS, type StreamJudge, type Verdict } from '../adapter.ts'

const DONE = '[DONE]'

/** What a complete reply is worth; throws publisher_error when it lacks what the contract asks for. */
export function judgeReply(body: Buffer): Verdict {
  const reply = parseObject(body)
  const choices = reply['choices']
  if (!Array.isArray(choices) || choices.length === 0 || !choices.every(hasContent)) {
    throw badReply('has no choices[].message.content')
  }
  const tokens = totalTokens(reply)
  if (tokens === undefined) throw badReply('has no usage.total_tokens')
  return charged(tokens)
}

/**
 * Follows a streamed reply. The chunk with the usage is held back until it is known to be the last one, so that the
 * price is taken before the reply is complete; some servers put a running usage into every chunk.
 */
export function followReply(): StreamJudge {
  let tokens: number | undefined
  const verdict = () => {
    if (tokens === undefined) throw badReply('ended without usage.total_tokens')
    return charged(tokens)
  }
  return {
    onEvent({ data }) {
      if (data === undefined || data.length === 0) return PASS
      if (data.toString('latin1', 0, DONE.length + 1).trim() === DONE) return { action: 'last', verdict: verdict() }
      const chunk = parseObject(data)
      if ('error' in chunk && chunk['error'] !== null) throw badReply('broke off with an error')
      const found = totalTokens(chunk)
      if (found === undefined) return PASS
      tokens = found
      return HOLD
    },
    onEnd: verdict,
  }
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw badReply('is not valid JSON')
  }
  if (!isRecord(value)) throw badReply('is not a JSON object')
  return value
}

/** Replies that call tools have null as content. */
function hasContent(choice: unknown): boolean {
  if (!isRecord(choice) || !isRecord(choice['message'])) return false
  const { content } = choice['message']
  return typeof content === 'string' || content === null
}

function totalTokens({ usage }: Record<string, unknown>): number | undefined {
  if (!isRecord(usage)) return undefined
  const { total_tokens: total } = usage
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const charged = (totalTokens: number): Verdict => ({ charged: true, outcome: 'ok', totalTokens })

function badReply(reason: string): Error {
  return appError('publisher_error', { detail: { reason: `the reply ${reason}` } })
}

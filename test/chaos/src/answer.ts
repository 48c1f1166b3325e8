import type { Answer } from '@mtg/testing'

/** The JSON-RPC result; undefined when it is an error: inside a 200 that is an answer that costs nothing. */
export function resultOf(answer: Answer): Record<string, unknown> | undefined {
  const { result }: { result?: Record<string, unknown> } = messageOf(answer) ?? {}
  return result
}

/** The gateway's code, which a stream that has begun carries in its last event. */
export function errorCodeOf(answer: Answer): string | undefined {
  const { error } = (messageOf(answer) ?? {}) as { error?: { data?: { code?: string } } }
  return answer.code ?? error?.data?.code
}

/** The whole body, or the last event of a stream. */
function messageOf({ json, text }: Answer): object | undefined {
  if (typeof json === 'object' && json !== null) return json
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return last.startsWith('data: ') ? (JSON.parse(last.slice('data: '.length)) as object) : undefined
}

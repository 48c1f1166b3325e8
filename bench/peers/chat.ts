import type { CallShape } from '../edge/orders.ts'

/** The name that the publisher's model has everywhere. */
export const MODEL = 'bench'
/** What callers show, to those who ask for something. */
export const KEY = 'sk-bench-peers-0001'

const CHAT_PATH = '/v1/chat/completions'

/** Asks for a chat completion with about 1 KB: what every peer understands. */
export function chatCall(
  different: { path?: string; model?: string; headers?: Record<string, string> } = {},
): CallShape {
  const { path = CHAT_PATH, model = MODEL, headers } = different
  return {
    path,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'x'.repeat(900) }] }),
  }
}

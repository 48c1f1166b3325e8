import { isRecord } from '../../lib/json.ts'
import { endPlaygroundKey, playgroundKey } from './playground-key.ts'

/** The version of MCP that the gateway speaks. */
export const PROTOCOL = '2026-07-28'
const EVENT_STREAM = 'text/event-stream'

/** What is called with what. */
export interface PlaygroundCall {
  /** "publisher/app". */
  readonly app: string
  readonly adapter: 'mcp' | 'llm'
  readonly body: Readonly<Record<string, unknown>>
  /** Of MCP: the method, and the tool's name. */
  readonly mcp?: { readonly method: string; readonly name: string }
}

/** What came back. */
export interface PlaygroundAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** The body, or the JSON of a stream's last event. */
  readonly text: string
  readonly json: unknown
  readonly callId: string | undefined
  readonly ms: number
}

/** Makes a call as any program would, with the page's own key. `onText` gets a chat's words as they come. */
export async function callGateway(
  call: PlaygroundCall,
  options: { readonly onText?: (text: string) => void; readonly signal?: AbortSignal } = {},
): Promise<PlaygroundAnswer> {
  const startedAtMs = performance.now()
  const response = await fetch(`/api/v1/playground/${call.adapter}/${call.app}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: `application/json, ${EVENT_STREAM}`,
      'x-playground-key': await playgroundKey(),
      ...(call.mcp && {
        'mcp-protocol-version': PROTOCOL,
        'mcp-method': call.mcp.method,
        'mcp-name': headerOf(call.mcp.name),
      }),
    },
    body: JSON.stringify(call.body),
    ...(options.signal && { signal: options.signal }),
  })
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) === true
  const text = isStream ? await readEvents(response, options.onText) : await response.text()
  const json = parsed(text)
  // Somebody revoked it elsewhere: the next call makes another.
  if (response.status === 401) await endPlaygroundKey().catch(() => undefined)
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => /^(?:content-type|x-gateway|mcp-|retry-after)/.test(name)),
    text,
    json,
    callId: response.headers.get('x-gateway-call-id') ?? undefined,
    ms: performance.now() - startedAtMs,
  }
}

/** A name as a header, which carries ASCII alone: anything else goes in MCP's base64 form. */
function headerOf(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')) return text
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`
}

/** Reads a stream to its end; answers with its last event, which is the result (MCP), or with all words (chat). */
async function readEvents(response: Response, onText: ((text: string) => void) | undefined): Promise<string> {
  let last = ''
  let words = ''
  for await (const data of eventsOf(response)) {
    if (data === '[DONE]') continue
    last = data
    const word = wordIn(parsed(data))
    if (word === undefined) continue
    words += word
    onText?.(words)
  }
  return last
}

async function* eventsOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    buffer += part.value.replaceAll('\r\n', '\n')
    const events = buffer.split('\n\n')
    buffer = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split('\n').filter(line => line.startsWith('data:'))
      if (lines.length > 0) yield lines.map(line => line.slice(5).trimStart()).join('\n')
    }
  }
}

/** The words of one chunk of a chat. */
function wordIn(chunk: unknown): string | undefined {
  if (!isRecord(chunk) || !Array.isArray(chunk.choices)) return undefined
  const choice: unknown = chunk.choices[0]
  if (!isRecord(choice) || !isRecord(choice.delta)) return undefined
  return typeof choice.delta.content === 'string' ? choice.delta.content : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the agent works with. */
export interface AgentOptions {
  readonly gatewayUrl: string
  readonly key: string
  /** "publisher/app". */
  readonly app: string
  readonly tool: string
  readonly say: (text: string) => void
}

/** How it ended. */
export interface Stop {
  readonly paidCalls: number
  readonly code: string
  /** Of the call that was refused: what `mtg explain` is asked about. */
  readonly callId: string
}

interface Answer {
  readonly callId: string
  /** Empty when the call was answered. */
  readonly code: string
  readonly message: string
}

/** Even without a limit it would not go on for ever. */
const TRIES_MAX = 200

/**
 * Never content with an answer, it asks the same thing again and again; when the gateway calls that a loop, it believes to be
 * clever and rewords the question each time. Without limits on its key it would spend its owner's wallet overnight.
 */
export async function runAgent(options: AgentOptions): Promise<Stop> {
  let paidCalls = 0
  let isRewording = false
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const question = isRewording ? `Is this right? (attempt ${attempt})` : 'Is this right?'
    const { callId, code, message } = await ask(options, question)
    if (code === '') {
      paidCalls += 1
      continue
    }
    options.say(`after ${paidCalls} paid calls: ${code}: ${message} (call ${callId})`)
    if (code !== 'loop_detected' || isRewording) return { paidCalls, code, callId }
    options.say('so it asks the same thing in other words')
    isRewording = true
  }
  return { paidCalls, code: '', callId: '' }
}

async function ask({ gatewayUrl, key, app, tool }: AgentOptions, text: string): Promise<Answer> {
  const response = await fetch(`${gatewayUrl}/v1-beta/mcp/${app}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
      // Whatever the tool costs by then: never more than a cent for one answer.
      'mtg-max-price': '0.01',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: crypto.randomUUID(),
      method: 'tools/call',
      params: { name: tool, arguments: { text } },
    }),
  })
  const callId = response.headers.get('x-gateway-call-id') ?? ''
  const answer: unknown = await response.json()
  const refusal = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
  return { callId, code: textOf(refusal, 'code'), message: textOf(refusal, 'message') }
}

/** A text of the gateway's error envelope; a JSON-RPC error has numbers, and is an answer. */
function textOf(refusal: unknown, member: 'code' | 'message'): string {
  const value = typeof refusal === 'object' && refusal !== null ? Reflect.get(refusal, member) : undefined
  return typeof value === 'string' ? value : ''
}

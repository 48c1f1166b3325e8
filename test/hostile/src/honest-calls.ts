import { type Answer, callMcp, callTool, chat, post } from '@mtg/testing/calls'
import { request } from 'undici'
import { victimApps, victimBuyer } from './marketplace.ts'

/** What a right answer means for the books. */
interface Honoured {
  /** The call's id, where it was charged. */
  readonly chargedCallId?: string
}

/** One kind of honest call. Rejects when it fails, or when its answer is not the right one for its request. */
export interface HonestCall {
  readonly kind: string
  /** Whether its time counts for the median: those that do are alike. */
  readonly isTimed: boolean
  make(baseUrl: string, token: string): Promise<Honoured>
}

const TIMEOUT_MS = 10_000
const credential = victimBuyer.key

/** The most common call: a paid tool. */
const tool: HonestCall = {
  kind: 'tool',
  isTimed: true,
  async make(baseUrl, token) {
    const id = `id-${token}`
    const call = { baseUrl, app: victimApps.mcpApp, credential, tool: 'echo', arguments: { token }, id }
    const answer = await callTool({ ...call, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return charged(answer, hasResultFor(answer.json, id, token))
  },
}

const completion: HonestCall = {
  kind: 'chat',
  isTimed: true,
  async make(baseUrl, token) {
    const body = { messages: [{ role: 'user', content: token }] }
    const call = { baseUrl, app: victimApps.llmApp, credential, body }
    const answer = await chat({ ...call, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { choices } = (answer.json ?? {}) as { choices?: { message?: { content?: string } }[] }
    return charged(answer, choices?.[0]?.message?.content === token)
  },
}

const list: HonestCall = {
  kind: 'list',
  isTimed: true,
  async make(baseUrl, token) {
    const id = `id-${token}`
    const call = { baseUrl, app: victimApps.mcpApp, credential, params: { token }, id }
    const answer = await callMcp({ ...call, signal: AbortSignal.timeout(TIMEOUT_MS) })
    expectRight(answer, hasResultFor(answer.json, id, token))
    return {}
  },
}

/** A paid tool that answers by a stream of events. */
const stream: HonestCall = {
  kind: 'stream',
  isTimed: false,
  async make(baseUrl, token) {
    const id = `id-${token}`
    const call = { baseUrl, app: victimApps.mcpApp, credential, tool: 'stream', arguments: { token }, id }
    const answer = await callTool({ ...call, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const last = /^data: (.*)$/m.exec(answer.text.trimEnd().split('\n\n').at(-1) ?? '')?.[1] ?? 'null'
    return charged(answer, hasResultFor(JSON.parse(last), id, token))
  },
}

/** Opens a subscription, and leaves after its first event. */
const subscription: HonestCall = {
  kind: 'subscription',
  isTimed: false,
  async make(baseUrl, token) {
    const method = 'subscriptions/listen'
    const { statusCode, body } = await request(`${baseUrl}/v1-beta/mcp/${victimApps.mcpApp}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': method,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: token, method, params: { notifications: [], token } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    let text = ''
    for await (const chunk of body) {
      text += String(chunk)
      if (text.endsWith('\n\n')) break
    }
    if (statusCode !== 200 || !text.includes(token)) throw new Error(`${statusCode} ${text.slice(0, 200)}`)
    return {}
  },
}

const accessToken: HonestCall = {
  kind: 'access token',
  isTimed: false,
  async make(baseUrl) {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: credential }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await post({ baseUrl, path: '/oauth/token', headers, body, signal })
    expectRight(answer, typeof (answer.json as { access_token?: unknown } | undefined)?.access_token === 'string')
    return {}
  },
}

const usage: HonestCall = {
  kind: 'usage',
  isTimed: false,
  async make(baseUrl) {
    const { statusCode, body } = await request(`${baseUrl}/v1-beta/usage?pageSize=1`, {
      headers: { authorization: `Bearer ${credential}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 200)}`)
    return {}
  },
}

/** In the order in which the victim makes them, over and over. */
export const honestCalls: readonly HonestCall[] = [
  tool,
  completion,
  tool,
  stream,
  tool,
  completion,
  tool,
  list,
  tool,
  completion,
  tool,
  subscription,
  tool,
  completion,
  accessToken,
  usage,
]

function charged(answer: Answer, isRight: boolean): Honoured {
  expectRight(answer, isRight)
  return { chargedCallId: answer.callId ?? '' }
}

function expectRight(answer: Answer, isRight: boolean): void {
  if (answer.status === 200 && isRight) return
  throw new Error(`${answer.status} ${answer.code ?? answer.text.slice(0, 200)} (${answer.callId ?? 'no call id'})`)
}

function hasResultFor(message: unknown, id: string, token: string): boolean {
  const { id: answered, result } = (message ?? {}) as { id?: unknown; result?: { content?: { text?: string }[] } }
  return answered === id && result?.content?.[0]?.text === token
}

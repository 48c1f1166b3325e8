import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ErrorCode } from '@mtg/errors'
import { behaviours } from '@mtg/testing'
import { BUYER_ID } from './behind-state.ts'
import {
  type CallOptions,
  chatCall,
  type EdgeUnderTest,
  KEY,
  LLM_PATH,
  MCP_PATH,
  startEdgeUnderTest,
  toolCall,
} from './edge-under-test.ts'

let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({ BODY_BYTES_MAX: '10000', ALLOWED_ORIGINS: 'https://friend.test' })
})
after(() => edge.close())
beforeEach(() => {
  edge.closeCircuits()
  edge.publisher.behave(behaviours.wellBehaved())
  edge.behind.refuse = undefined
  edge.behind.refuseCredential = undefined
  edge.behind.scope = 'mcp:tools llm:completions'
})

let keys = 0
/** A credential that nobody has remembered anything about. */
const freshKey = () => {
  keys += 1
  return `Bearer ${KEY}-${keys}`
}

/** Each entry makes a request fail at its step; the list is in the order of the steps. */
const faults: { readonly code: ErrorCode; readonly apply: (options: Writable) => void }[] = [
  { code: 'invalid_path', apply: options => Object.assign(options, { path: '/v1-beta/mcp/acme//search' }) },
  { code: 'not_found', apply: options => Object.assign(options, { path: '/v1-beta/soap/acme/search' }) },
  { code: 'protocol_not_supported', apply: options => Object.assign(options, { path: '/v1-beta/a2a/acme/search' }) },
  { code: 'method_not_allowed', apply: options => Object.assign(options, { method: 'DELETE' }) },
  { code: 'origin_not_allowed', apply: ({ headers }) => Object.assign(headers, { origin: 'https://evil.test' }) },
  { code: 'api_key_missing', apply: ({ headers }) => Object.assign(headers, { authorization: undefined }) },
  { code: 'api_key_invalid', apply: ({ headers }) => Object.assign(headers, { authorization: 'Bearer nonsense' }) },
  { code: 'buyer_suspended', apply: () => Object.assign(edge.behind, { refuseCredential: 'buyer_suspended' }) },
  { code: 'bad_request', apply: ({ headers }) => Object.assign(headers, { 'content-type': 'text/plain' }) },
  { code: 'body_too_large', apply: options => Object.assign(options, { body: ' '.repeat(10_001) }) },
  { code: 'invalid_request', apply: options => Object.assign(options, { body: { ...toolCall, id: null } }) },
  {
    code: 'UnsupportedProtocolVersion',
    apply: ({ headers }) => Object.assign(headers, { 'mcp-protocol-version': '2025-11-25' }),
  },
  { code: 'HeaderMismatch', apply: ({ headers }) => Object.assign(headers, { 'mcp-name': 'other' }) },
  { code: 'invalid_request', apply: ({ headers }) => Object.assign(headers, { 'mtg-max-price': 'cheap' }) },
  { code: 'insufficient_scope', apply: () => Object.assign(edge.behind, { scope: 'llm:completions' }) },
  { code: 'invalid_request', apply: ({ headers }) => Object.assign(headers, { 'idempotency-key': 'no key' }) },
  { code: 'app_not_purchased', apply: () => Object.assign(edge.behind, { refuse: { code: 'app_not_purchased' } }) },
  { code: 'publisher_server_error', apply: () => edge.publisher.behave(behaviours.reply(500)) },
]

type Writable = { -readonly [Key in keyof CallOptions]: CallOptions[Key] } & {
  headers: Record<string, string | undefined>
}

describe('an earlier step answers before a later one', () => {
  faults.forEach((fault, index) => {
    const next = faults[index + 1]
    test(`${fault.code} before ${next?.code ?? 'nothing'}`, async () => {
      const options: Writable = { headers: { authorization: freshKey() } }
      next?.apply(options)
      fault.apply(options)
      const answer = await edge.call(options)
      assert.equal(answer.json.error?.code, fault.code, answer.text)
      assert.equal(answer.json.error?.status, answer.status)
    })
  })
})

describe('billing refuses', () => {
  const codes: ErrorCode[] = [
    'publisher_not_found',
    'app_not_found',
    'adapter_not_supported',
    'publisher_suspended',
    'publisher_api_key_not_found',
    'invalid_app_config',
    'app_not_purchased',
    'subscription_inactive',
    'subscription_expired',
    'subscription_cancelled',
    'meter_expired',
    'rate_limit_exceeded',
    'redis_error',
    'meter_limit_exceeded',
    'publisher_not_payable',
    'insufficient_balance',
    'app_not_allowed',
    'loop_detected',
    'price_limit_exceeded',
    'concurrency_limit_exceeded',
    'spend_limit_exceeded',
    'database_error',
  ]
  for (const code of codes) {
    test(`${code} reaches the buyer, and nothing reaches the publisher`, async () => {
      edge.behind.refuse = { code }
      const before = edge.publisher.requests.length
      const answer = await edge.call()
      assert.equal(answer.json.error?.code, code)
      assert.equal(edge.publisher.requests.length, before)
    })
  }
})

test('a call whose buyer is on the way between cells of billing is asked again, by its id, and goes on', async () => {
  edge.behind.refuse = { code: 'cell_unavailable', retryAfterMs: 1, times: 3 }
  const before = edge.behind.reserved.length
  assert.equal((await edge.call()).status, 200)
  const asked = edge.behind.reserved.slice(before)
  assert.equal(asked.length, 4)
  assert.equal(new Set(asked.map(({ callId }) => callId)).size, 1)
  // A cell that is down does not say when to ask again.
  edge.behind.refuse = { code: 'cell_unavailable' }
  assert.equal((await edge.call()).status, 503)
  assert.equal(edge.behind.reserved.length, before + 5)
})

test('a full rate window is remembered: before it ends billing is not asked', async () => {
  const path = '/v1-beta/mcp/acme/limited'
  edge.behind.refuse = { code: 'rate_limit_exceeded', retryAfterMs: 30_000 }
  await edge.call({ path, body: toolCall })
  const asked = edge.behind.reserved.length
  const answer = await edge.call({ path, body: toolCall })
  assert.equal(answer.json.error?.code, 'rate_limit_exceeded')
  assert.match(answer.json.error?.message ?? '', /Try again in 30 s\.$/)
  assert.equal(edge.behind.reserved.length, asked)
  const unreadable = await edge.call({ path, body: 'no JSON' })
  assert.equal(unreadable.json.error?.code, 'invalid_request')
})

test('a caller is asked for once and then known for a while; credentials never leave for the publisher', async () => {
  const authorization = freshKey()
  await edge.call({ headers: { authorization } })
  await edge.call({ headers: { authorization, cookie: 'a=b', 'x-forwarded-for': '1.2.3.4' } })
  const [, credential = ''] = authorization.split(' ')
  assert.equal(edge.behind.credentials.filter(seen => seen === credential).length, 1)
  const sent = edge.publisher.requests.at(-1)
  assert.equal(sent?.headers.authorization, 'Bearer publisher-key')
  for (const name of ['cookie', 'x-forwarded-for']) assert.equal(sent?.headers[name], undefined)
  assert.ok(!JSON.stringify(sent).includes(credential))
})

test('many callers with one unknown credential ask auth once', async () => {
  const authorization = freshKey()
  await Promise.all(Array.from({ length: 20 }, () => edge.call({ headers: { authorization } })))
  assert.equal(edge.behind.credentials.filter(seen => `Bearer ${seen}` === authorization).length, 1)
})

test('the publisher learns the call id, the signed buyer and the trace', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const answer = await edge.call({ headers: { traceparent, tracestate: 'a=b' } })
  const headers = edge.publisher.requests.at(-1)?.headers ?? {}
  assert.equal(headers['x-gateway-call-id'], answer.callId)
  assert.equal(headers['x-gateway-buyer-identity'], `identity.${BUYER_ID}.acme`)
  assert.equal(headers['traceparent'], traceparent)
  assert.equal(headers['accept-encoding'], 'identity')
})

test('calls go on without a buyer identity while nobody can sign one', async () => {
  edge.behind.signIdentities = false
  const answer = await edge.call({ path: '/v1-beta/mcp/unsigned/search', body: toolCall })
  edge.behind.signIdentities = true
  assert.equal(answer.status, 200)
  assert.equal(edge.publisher.requests.at(-1)?.headers['x-gateway-buyer-identity'], undefined)
})

test('the answer of a publisher passes without its cookies and addresses', async () => {
  const headers = { 'set-cookie': 'a=b', location: 'http://x', 'mcp-extra': '1', 'cache-control': 'max-age=5' }
  edge.publisher.behave((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return behaviours.wellBehaved()(request, response)
  })
  const answer = await edge.call()
  assert.equal(answer.status, 200)
  assert.deepEqual(
    Object.keys(headers).map(name => answer.headers.get(name)),
    [null, null, '1', 'max-age=5'],
  )
})

test('401 and insufficient_scope carry a challenge that names the metadata of the app', async () => {
  const missing = await edge.call({ headers: { authorization: undefined } })
  const metadata = `resource_metadata="http://gateway.test/.well-known/oauth-protected-resource${MCP_PATH}"`
  assert.equal(missing.headers.get('www-authenticate'), `Bearer ${metadata}, scope="mcp:tools"`)
  edge.behind.scope = 'mcp:tools'
  const scope = await edge.call({ path: LLM_PATH, headers: { authorization: freshKey() } })
  assert.match(
    scope.headers.get('www-authenticate') ?? '',
    /^Bearer error="insufficient_scope".*scope="llm:completions"$/,
  )
})

test('GET and HEAD end after authentication; every other method has no meaning', async () => {
  const anonymous = await edge.call({ method: 'GET', headers: { authorization: undefined } })
  assert.equal(anonymous.json.error?.code, 'api_key_missing')
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await edge.call({ method })
    assert.deepEqual([answer.status, answer.json.error?.code], [405, 'method_not_allowed'], method)
    assert.equal(answer.headers.get('allow'), 'POST')
  }
  assert.equal((await edge.call({ method: 'HEAD' })).status, 405)
})

const notificationCall = {
  headers: { 'mcp-method': undefined, 'mcp-name': undefined, 'mcp-protocol-version': undefined },
  body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
}

test('notifications are counted by billing, acknowledged, and neither billed nor forwarded', async () => {
  const before = [edge.behind.reserved.length, edge.publisher.requests.length] as const
  const answer = await edge.call(notificationCall)
  assert.deepEqual([answer.status, answer.text], [202, ''])
  assert.deepEqual([edge.behind.reserved.length, edge.publisher.requests.length], [before[0] + 1, before[1]])
  const { billable, toolName } = edge.behind.reserved.at(-1) ?? {}
  assert.deepEqual([billable, toolName], [false, ''])
})

test('a notification that finds the rate window full is refused like every message', async () => {
  edge.behind.refuse = { code: 'rate_limit_exceeded', retryAfterMs: 30_000 }
  const path = '/v1-beta/mcp/acme/notified'
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await edge.call({ ...notificationCall, path })
    assert.equal(answer.json.error?.code, 'rate_limit_exceeded')
  }
})

test('an OpenAI client may take the app as its base URL', async () => {
  const answer = await edge.call({ path: `${LLM_PATH}/chat/completions`, body: chatCall })
  assert.equal(answer.status, 200)
  assert.equal(edge.behind.reserved.at(-1)?.appName, 'chat')
})

test('web pages of our own and of friendly origins may call', async () => {
  for (const origin of ['http://gateway.test', 'https://friend.test']) {
    assert.equal((await edge.call({ headers: { origin } })).status, 200)
  }
})

test('an app that keeps failing goes offline at once, and the publisher is left alone', async () => {
  edge.publisher.behave(behaviours.reply(500))
  for (let turn = 0; turn < 5; turn += 1) await edge.call()
  const before = edge.publisher.requests.length
  const answer = await edge.call()
  assert.deepEqual([answer.status, answer.json.error?.code], [502, 'app_offline'])
  assert.equal(edge.publisher.requests.length, before)
})

test("a publisher's 4xx never opens the circuit", async () => {
  edge.publisher.behave(behaviours.reply(404))
  for (let turn = 0; turn < 8; turn += 1) {
    assert.equal((await edge.call()).json.error?.code, 'publisher_client_error')
  }
})

test('one line is logged for a call, with the same fields for success and failure and no credential', async () => {
  const good = await edge.call()
  edge.behind.refuse = { code: 'insufficient_balance' }
  const bad = await edge.call()
  const [line, other] = [good, bad].map(({ callId }) => edge.logged.filter(entry => entry['callId'] === callId))
  assert.deepEqual([line?.length, other?.length], [1, 1])
  const fields = [
    'callId',
    'buyerId',
    'keyId',
    'app',
    'adapter',
    'operation',
    'code',
    'owner',
    'status',
    'ms',
    'billedMicros',
  ]
  for (const name of fields) assert.ok(name in (line?.[0] ?? {}) && name in (other?.[0] ?? {}), name)
  assert.deepEqual([line?.[0]?.['code'], other?.[0]?.['code']], ['ok', 'insufficient_balance'])
  assert.ok(!JSON.stringify(edge.logged).includes(KEY))
})

test('paths that are none of ours', async t => {
  const cases: [path: string, status: number, code: string][] = [
    ['/', 404, 'not_found'],
    ['/nothing/here', 404, 'not_found'],
    ['/v1-beta', 400, 'invalid_path'],
    ['/v1-beta/mcp/acme', 400, 'invalid_path'],
    ['/v1-beta/mcp/acme/search/more', 400, 'invalid_path'],
    ['/v1-beta/mcp/acme/search/chat/completions', 400, 'invalid_path'],
    ['/v1-beta/mcp/acme/se%61rch', 400, 'invalid_path'],
    ['/v1-beta/mcp/acme/search%zz', 400, 'invalid_path'],
    ['/v1-beta/a2a/acme/search', 501, 'protocol_not_supported'],
    ['/v1-beta/a2a/acme', 400, 'invalid_path'],
    ['/v1-beta/soap/acme/search', 404, 'not_found'],
    ['/v1-beta/constructor/acme/search', 404, 'not_found'],
  ]
  for (const [path, status, code] of cases) {
    await t.test(path, async () => {
      const answer = await edge.call({ path, body: toolCall })
      assert.deepEqual([answer.status, answer.json.error?.code], [status, code])
    })
  }
})

test('/health reports the database, the rate-limit cache and every service', async () => {
  const answer = await edge.call({ path: '/health', method: 'GET' })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json, {
    status: 'ok',
    checks: { database: 'up', redis: 'up', auth: 'up', billing: 'up', metering: 'up', oauth: 'up', usage: 'up' },
  })
})

test('/health does not stay green while usage events are refused', { timeout: 120_000 }, async () => {
  const health = async () => (await edge.call({ path: '/health', method: 'GET' })).json as Record<string, unknown>
  edge.flow.isFlowing = false
  // An answer may be a second old.
  let report = await health()
  while (report['status'] === 'ok') report = await health()
  edge.flow.isFlowing = true
  assert.deepEqual(
    [report['status'], report['checks']],
    [
      'degraded',
      { database: 'up', redis: 'up', auth: 'up', billing: 'up', metering: 'up', oauth: 'up', usage: 'down' },
    ],
  )
})

test('OAuth paths reach the authorization server unchanged, without hop-by-hop headers', async () => {
  edge.publisher.behave(behaviours.reply(302, '', { location: 'https://client.test/cb?code=x', 'set-cookie': 'a=b' }))
  const answer = await edge.call({
    path: '/authorize?client_id=x&state=a%2Fb',
    method: 'GET',
    headers: { cookie: 'c=d' },
  })
  const seen = edge.publisher.requests.at(-1)
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.get('location'), 'https://client.test/cb?code=x')
  assert.equal(answer.headers.get('set-cookie'), 'a=b')
  assert.equal(seen?.path, '/authorize?client_id=x&state=a%2Fb')
  assert.equal(seen?.headers.cookie, 'c=d')
  assert.equal(seen?.headers['x-forwarded-for'], '127.0.0.1')
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ErrorCode } from '@mtg/errors'
import {
  type Answer,
  type Behaviour,
  behaviours,
  type Constellation,
  callMcp,
  callTool,
  chat,
  chatChunk,
  type FakePublisher,
  post,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { request } from 'undici'
import { buyers, keys, refusingMarketplace, unknownKey } from './shop/refusing-shop.ts'
import { costOf } from './shop/spending.ts'

let gateway: Constellation
let publisher: FakePublisher

before(async () => {
  publisher = await startFakePublisher()
  gateway = await startConstellation({ marketplace: refusingMarketplace(publisher.origin) })
})

beforeEach(() => publisher.behave(behaviours.wellBehaved()))

after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

/** How a case differs from a good paid tool call. */
interface Difference {
  app?: string
  credential?: string
  headers?: Record<string, string>
}

function callEcho({ app = 'shop/tools', credential = keys.rich, headers = {} }: Difference = {}): Promise<Answer> {
  return callTool({ baseUrl: gateway.baseUrl, app, credential, headers, tool: 'echo' })
}

/** Posts any body to the app, with the headers of a good tool call. */
function postBody(body: string | Buffer, path = '/v1-beta/mcp/shop/tools'): Promise<Answer> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
  return post({ baseUrl: gateway.baseUrl, path, body, credential: keys.rich, headers })
}

function callChat(body: object, credential = keys.rich): Promise<Answer> {
  return chat({ baseUrl: gateway.baseUrl, app: 'shop/chat', credential, body })
}

const goodBody = '{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"echo","arguments":{}}}'
const image = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }

type Case = [what: string, status: number, code: ErrorCode, call: () => Promise<Answer>]

/** What never gets as far as the publisher. */
const refusedBeforehand: Case[] = [
  ['no credential', 401, 'api_key_missing', () => callEcho({ headers: { authorization: '' } })],
  ['a key that nobody has', 401, 'api_key_invalid', () => callEcho({ credential: unknownKey })],
  ['something that is no key', 401, 'api_key_invalid', () => callEcho({ credential: 'let-me-in' })],
  ['a token that nobody signed', 401, 'api_key_invalid', () => callEcho({ credential: 'e30.e30.c2ln' })],
  ['a revoked key', 401, 'api_key_revoked', () => callEcho({ credential: keys.revoked })],
  ['a suspended buyer', 403, 'buyer_suspended', () => callEcho({ credential: keys.suspended })],
  ['a suspended publisher', 403, 'publisher_suspended', () => callEcho({ app: 'closed/tools' })],
  ['a key for chats on tools', 403, 'insufficient_scope', () => callEcho({ credential: keys.chatOnly })],
  ['a key for tools on chats', 403, 'insufficient_scope', () => callChat({}, keys.toolsOnly)],
  ['a page of another origin', 403, 'origin_not_allowed', () => callEcho({ headers: { origin: 'https://evil.test' } })],
  [
    'another protocol version',
    400,
    'UnsupportedProtocolVersion',
    () => callEcho({ headers: { 'mcp-protocol-version': '2025-11-25' } }),
  ],
  ['a tool name that differs', 400, 'HeaderMismatch', () => callEcho({ headers: { 'mcp-name': 'other' } })],
  ['a header that is missing', 400, 'invalid_request', () => callEcho({ headers: { 'mcp-name': '' } })],
  ['broken JSON', 400, 'invalid_request', () => postBody('{"jsonrpc":"2.0",')],
  ['a batch', 400, 'invalid_request', () => postBody(`[${goodBody}]`)],
  ['another content type', 400, 'bad_request', () => callEcho({ headers: { 'content-type': 'text/plain' } })],
  ['an oversized body', 413, 'body_too_large', () => postBody(Buffer.alloc(2 ** 21, ' '))],
  ['a chat without messages', 400, 'invalid_request', () => callChat({ messages: undefined })],
  ['a chat with an image', 400, 'invalid_request', () => callChat({ messages: [image] })],
  ['an unknown publisher', 404, 'publisher_not_found', () => callEcho({ app: 'nobody/tools' })],
  ['an unknown app', 404, 'app_not_found', () => callEcho({ app: 'shop/nothing' })],
  ['a publisher without key', 404, 'publisher_api_key_not_found', () => callEcho({ app: 'keyless/tools' })],
  ['a chat app called as tools', 501, 'adapter_not_supported', () => callEcho({ app: 'shop/chat' })],
  ['an unknown adapter', 404, 'not_found', () => postBody(goodBody, '/v1-beta/soap/shop/tools')],
  ['a path too short', 400, 'invalid_path', () => postBody(goodBody, '/v1-beta/mcp/shop')],
  ['no purchase', 403, 'app_not_purchased', () => callEcho({ app: 'shop/unbought' })],
  ['an inactive purchase', 403, 'subscription_inactive', () => callEcho({ app: 'shop/inactive' })],
  ['an expired purchase', 403, 'subscription_expired', () => callEcho({ app: 'shop/expired' })],
  ['a cancelled purchase', 403, 'subscription_cancelled', () => callEcho({ app: 'shop/cancelled' })],
  ['a period that ended', 429, 'meter_expired', () => callEcho({ app: 'shop/over' })],
  ['a publisher that cannot be paid', 500, 'publisher_not_payable', () => callEcho({ app: 'unpayable/tools' })],
  ['a wallet one micro short', 402, 'insufficient_balance', () => callEcho({ credential: keys.poor })],
]

function assertRefusal(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.code], [status, code], answer.text)
  const { error } = answer.json as { error: { code: string; message: string; status: number } }
  assert.deepEqual(Object.keys(error).toSorted(), ['code', 'message', 'status'])
  assert.equal(error.status, status)
  assert.match(error.message, /\w+/)
}

describe('is refused before it reaches the publisher, and costs nothing', () => {
  for (const [what, status, code, call] of refusedBeforehand) {
    test(`${what}: ${status} ${code}`, async () => {
      const requestCount = publisher.requests.length
      const cost = await costOf(gateway, buyers.rich, async () => assertRefusal(await call(), status, code))
      assert.equal(cost, 0n)
      assert.equal(publisher.requests.length, requestCount)
    })
  }

  test('the second call where the rate allows one: 429 rate_limit_exceeded', async () => {
    assert.equal((await callEcho({ app: 'shop/rate' })).status, 200)
    const cost = await costOf(gateway, buyers.rich, async () =>
      assertRefusal(await callEcho({ app: 'shop/rate' }), 429, 'rate_limit_exceeded'),
    )
    assert.equal(cost, 0n)
  })

  test('the second call where the quota allows one: 429 meter_limit_exceeded, but lists still work', async () => {
    assert.equal((await callEcho({ app: 'shop/quota' })).status, 200)
    const cost = await costOf(gateway, buyers.rich, async () =>
      assertRefusal(await callEcho({ app: 'shop/quota' }), 429, 'meter_limit_exceeded'),
    )
    assert.equal(cost, 0n)
    const list = await callMcp({ baseUrl: gateway.baseUrl, app: 'shop/quota', credential: keys.rich })
    assert.equal(list.status, 200)
  })
})

/** What a publisher may do wrong; all of it costs the buyer nothing. */
const failures: [what: string, behaviour: Behaviour, status: number, code: ErrorCode, call: () => Promise<Answer>][] = [
  ['an answer of 422', behaviours.reply(422, '{}'), 422, 'publisher_client_error', callEcho],
  ['an answer of 503', behaviours.reply(503, '{}'), 503, 'publisher_server_error', callEcho],
  ['a cut connection', behaviours.reset(), 502, 'publisher_error', callEcho],
  ['an answer cut in the middle', behaviours.cutMidBody(), 502, 'publisher_error', callEcho],
  ['an answer that is no JSON', behaviours.reply(200, 'hello'), 502, 'publisher_error', callEcho],
  ['an answer without end', behaviours.flood(), 502, 'publisher_error', callEcho],
  ['a compression bomb', behaviours.compressionBomb(), 502, 'publisher_error', callEcho],
  ['a redirect', behaviours.redirect('http://127.0.0.1:1/'), 502, 'publisher_error', callEcho],
  ['no answer in time', behaviours.stall(), 504, 'gateway_timeout', () => callEcho({ app: 'shop/slow' })],
  [
    'a capability that the caller lacks',
    behaviours.rpcError(-32_021, 400),
    400,
    'MissingRequiredClientCapability',
    callEcho,
  ],
  ['a chat reply without usage', behaviours.chat('hi'), 502, 'publisher_error', () => callChat({})],
]

describe('of a publisher costs its buyer nothing', () => {
  for (const [what, behaviour, status, code, call] of failures) {
    test(`${what}: ${status} ${code}`, async () => {
      publisher.behave(behaviour)
      const cost = await costOf(gateway, buyers.rich, async () => assertRefusal(await call(), status, code))
      assert.equal(cost, 0n)
      publisher.behave(behaviours.wellBehaved())
      await callEcho() // A success between failures keeps the circuit closed.
    })
  }

  test('a stream without usage ends with publisher_error', async () => {
    publisher.behave(behaviours.stream(chatChunk('hi'), 'data: [DONE]\n\n'))
    const cost = await costOf(gateway, buyers.rich, async () => {
      const answer = await callChat({ stream: true })
      assert.equal(answer.status, 200)
      assert.match(answer.text, /"code":"publisher_error"/)
      assert.doesNotMatch(answer.text, /\[DONE\]/)
    })
    assert.equal(cost, 0n)
  })

  test('failure upon failure takes the app offline: 502 app_offline, without asking the publisher again', async () => {
    publisher.behave(behaviours.reply(500, '{}'))
    const cost = await costOf(gateway, buyers.rich, async () => {
      const codes: (string | undefined)[] = []
      while (codes.at(-1) !== 'app_offline' && codes.length < 50) {
        codes.push((await callEcho({ app: 'shop/broken' })).code)
      }
      assert.equal(codes.at(-1), 'app_offline', codes.join())
      const requestCount = publisher.requests.length
      assertRefusal(await callEcho({ app: 'shop/broken' }), 502, 'app_offline')
      assert.equal(publisher.requests.length, requestCount)
    })
    assert.equal(cost, 0n)
  })
})

test('a 402 links to where the wallet is topped up, and nothing else does', async () => {
  const poor = await callEcho({ credential: keys.poor })
  assert.match(String(poor.headers['link']), /^<http:\/\/[^>]+\/wallet>; rel="payment"$/)
  publisher.behave(behaviours.reply(402, '{}'))
  assert.equal((await callEcho()).headers['link'], undefined)
})

test('a legacy key without scope may do everything', async () => {
  assert.equal((await callEcho({ credential: keys.unrestricted })).status, 200)
  publisher.behave(behaviours.chat('hi', 3))
  assert.equal((await callChat({}, keys.unrestricted)).status, 200)
})

for (const method of ['PUT', 'DELETE', 'GET', 'PATCH', 'OPTIONS'] as const) {
  test(`${method} on a known route: 405 method_not_allowed`, async () => {
    const headers = { authorization: `Bearer ${keys.rich}` }
    const answer = await request(`${gateway.baseUrl}/v1-beta/mcp/shop/tools`, { method, headers })
    const body = (await answer.body.json()) as { error: { code: string } }
    assert.deepEqual([answer.statusCode, body.error.code], [405, 'method_not_allowed'])
  })
}

test('the ledger adds up after all of this', () => gateway.verifyLedger())

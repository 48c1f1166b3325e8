import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { appError } from '@mtg/errors'
import { toRefusal } from '@mtg/rpc'
import { BUYER_ID, KEY_ID } from './behind-state.ts'
import { type EdgeUnderTest, startEdgeUnderTest } from './edge-under-test.ts'

let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({ UNCOUNTED_PER_MINUTE: '60' })
})
after(() => edge.close())
beforeEach(() => {
  edge.behind.scope = 'mcp:tools'
  edge.behind.quoted = { adapter: 'mcp', priceMicros: '2000', tier: 'TIER_PAID' }
})

const quote = (body: unknown = { app: 'acme/search', tool: 'add' }, headers = {}) =>
  edge.call({ path: '/api/v1/quote', body, headers })

test('a quote says price and tier, by buyer and key, and reserves nothing', async () => {
  const answer = await quote()
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json, { allowed: true, price: '0.002', tier: 'paid' })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { buyerId, keyId, publisherUsername, appName, toolName } = edge.behind.quotes.at(-1) ?? {}
  assert.deepEqual([buyerId, keyId, publisherUsername, appName, toolName], [BUYER_ID, KEY_ID, 'acme', 'search', 'add'])
  assert.deepEqual([edge.behind.reserved.length, edge.publisher.requests.length], [0, 0])
})

test('what would refuse the call is told with its text; before it has a price there is none', async () => {
  edge.behind.quoted = { adapter: 'mcp', tier: 'TIER_UNSPECIFIED', refusal: toRefusal(appError('app_not_purchased')) }
  const { json } = await quote()
  assert.deepEqual(
    [json['allowed'], json['price'], json['tier'], json['code']],
    [false, null, null, 'app_not_purchased'],
  )
  assert.match(String(json['message']), /obtain it in the marketplace/)
})

test("a scope that does not cover the app's adapter refuses before billing does", async () => {
  edge.behind.quoted = { adapter: 'llm', refusal: toRefusal(appError('insufficient_balance')) }
  assert.equal((await quote()).json['code'], 'insufficient_scope')
})

test('a question that cannot be read, or is too large, is refused, and so is whoever may not ask', async () => {
  const bad: unknown[] = [
    'no JSON',
    {},
    { app: 'acme' },
    { app: 'acme/search/x' },
    { app: 'acme/search', tool: '' },
    { app: 'acme/search', price: 1 },
  ]
  for (const body of bad) assert.equal((await quote(body)).json.error?.code, 'invalid_request', JSON.stringify(body))
  assert.equal((await quote({ app: 'x'.repeat(17_000) })).json.error?.code, 'body_too_large')
  assert.equal((await quote(undefined, { authorization: undefined })).json.error?.code, 'api_key_missing')
  const get = await edge.call({ path: '/api/v1/quote', method: 'GET' })
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST'])
})

test('quotes count as requests that no rate window counts', async () => {
  for (let n = 0; n < 60; n += 1) await quote()
  assert.equal((await quote()).json.error?.code, 'rate_limit_exceeded')
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { BUYER_ID, KEY_ID } from './behind-state.ts'
import { type EdgeUnderTest, startEdgeUnderTest } from './edge-under-test.ts'

let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest()
})
after(() => edge.close())

const get = (query = '', headers = {}) => edge.call({ path: `/v1-beta/usage${query}`, method: 'GET', headers })

test("a buyer gets the buyer's own records, filtered and paged as asked", async () => {
  edge.behind.usage = [
    {
      callId: KEY_ID,
      occurredAt: { seconds: '1795219200', nanos: 5_000_000 },
      publisherUsername: 'acme',
      appName: 'search',
      adapter: 'mcp',
      operation: 'tools/call',
      name: 'add',
      tier: 'paid',
      chargedMicros: '2000',
      totalTokens: '0',
      durationMs: 12,
    },
  ]
  const answer = await get('?app=acme/search&from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z&pageSize=10&pageToken=p')
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json, {
    records: [
      {
        callId: KEY_ID,
        occurredAt: '2026-11-21T00:00:00.005Z',
        app: 'acme/search',
        adapter: 'mcp',
        operation: 'tools/call',
        name: 'add',
        tier: 'paid',
        chargedMicros: '2000',
        totalTokens: '0',
        durationMs: 12,
      },
    ],
    nextPageToken: '',
  })
  const asked = edge.behind.usageQueries.at(-1)
  assert.deepEqual(
    [asked?.buyerId, asked?.app, asked?.from?.seconds, asked?.to?.seconds, asked?.pageSize, asked?.pageToken],
    [BUYER_ID, 'acme/search', '1793491200', '1796083200', 10, 'p'],
  )
})

test('an app that was bought and never called has no usage; one that was never bought is purchase_not_found', async () => {
  edge.behind.usage = []
  edge.behind.purchases = ['acme/quiet']
  assert.deepEqual((await get('?app=acme/quiet')).json['records'], [])
  const answer = await get('?app=acme/unknown')
  assert.deepEqual([answer.status, answer.json.error?.code], [404, 'purchase_not_found'])
})

test('questions that make no sense are refused', async t => {
  const queries = [
    '?app=acme',
    '?from=yesterday',
    '?pageSize=0',
    '?pageSize=501',
    '?pageSize=x',
    '?limit=1',
    '?app=a/b&app=c/d',
  ]
  for (const query of queries) {
    await t.test(query, async () => assert.equal((await get(query)).json.error?.code, 'invalid_request'))
  }
})

test('strangers learn nothing, and other methods have no meaning', async () => {
  const stranger = await get('', { authorization: undefined })
  assert.equal(stranger.json.error?.code, 'api_key_missing')
  assert.match(stranger.headers.get('www-authenticate') ?? '', /^Bearer resource_metadata=/)
  assert.equal((await edge.call({ path: '/v1-beta/usage', body: {} })).json.error?.code, 'method_not_allowed')
})

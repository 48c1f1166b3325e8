import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ErrorCode } from '@mtg/errors'
import { type CallOptions, type EdgeUnderTest, startEdgeUnderTest, toolCall } from './edge-under-test.ts'

const PER_MINUTE = 5
let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({ UNCOUNTED_PER_MINUTE: String(PER_MINUTE) })
  edge.behind.buyerOf = credential => `buyer of ${credential}`
})
after(() => edge.close())

const as = (key: string): CallOptions => ({ headers: { authorization: `Bearer vnb-sk-key-of-${key}` } })

async function codesOf(count: number, options: CallOptions): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const { json, status } = await edge.call(options)
    codes.push(json.error?.code ?? String(status))
  }
  return codes
}

/** As many of one, then the other. */
const thenLimited = (code: string) => [...Array<string>(PER_MINUTE).fill(code), 'rate_limit_exceeded']

const refusals: ErrorCode[] = ['app_not_purchased', 'publisher_not_found', 'app_not_found', 'subscription_expired']
for (const code of refusals) {
  test(`calls refused with ${code} are counted: the edge answers by itself when there are too many`, async () => {
    edge.behind.refuse = { code }
    const codes = await codesOf(PER_MINUTE + 1, as(code))
    edge.behind.refuse = undefined
    assert.deepEqual(codes, thenLimited(code))
    const asked = edge.behind.reserved.length
    assert.deepEqual(await codesOf(1, as(code)), ['rate_limit_exceeded'])
    assert.equal(edge.behind.reserved.length, asked)
    assert.deepEqual(await codesOf(1, as(`nobody else, ${code}`.replace(/\W/g, ''))), ['200'])
  })
}

test('requests that cannot be read as a call are counted, and so are GETs', async () => {
  assert.deepEqual(
    await codesOf(PER_MINUTE + 1, { ...as('unreadable'), body: { ...toolCall, id: null } }),
    thenLimited('invalid_request'),
  )
  assert.deepEqual(await codesOf(PER_MINUTE + 1, { ...as('getter'), method: 'GET' }), thenLimited('method_not_allowed'))
})

test('usage queries are counted', async () => {
  const query = { ...as('curious'), path: '/v1-beta/usage', method: 'GET' }
  assert.deepEqual(await codesOf(PER_MINUTE + 1, query), thenLimited('200'))
})

test('what the rate windows count, or the gateway fails at, does not count here', async () => {
  for (const code of ['insufficient_balance', 'database_error'] as const) {
    edge.behind.refuse = { code }
    assert.deepEqual(await codesOf(PER_MINUTE + 1, as('poor')), Array(PER_MINUTE + 1).fill(code))
  }
  edge.behind.refuse = undefined
  assert.deepEqual(await codesOf(1, as('poor')), ['200'])
})

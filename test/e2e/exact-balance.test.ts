import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Constellation,
  eventually,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { Pool } from 'undici'

const CALLERS = 5000
const PAID_FOR = 700
const CONNECTIONS_PER_EDGE = 500
const EMAIL = 'ada@example.test'
const KEY = 'vnb-sk-exact-ada-0001'
const STEADY = { email: 'bob@example.test', key: 'vnb-sk-exact-bob-0001', wallet: 1_000 }
const RESTING = { email: 'cyd@example.test', key: 'vnb-sk-exact-cyd-0001', wallet: 100 }
/** Long enough to count as one. */
const REST_MS = 400
const RESTING_AHEAD_CALLS = 3
/** Each calls again as soon as it is answered. */
const STEADY_CALLERS = 8
/** Until so many of their calls had been reserved before they came. */
const AHEAD_CALLS = 100

let publisher: FakePublisher
let gateway: Constellation
let pools: Pool[]

before(async () => {
  publisher = await startFakePublisher()
  const limits = { perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  const app = {
    name: 'tools',
    adapter: 'mcp',
    upstream: `${publisher.origin}/mcp`,
    tiers: { paid: { price: '0.01', ...limits } },
  }
  gateway = await startConstellation({
    replicas: { 'edge-proxy': 2 },
    // On a busy machine a queue of thousands may take longer than a caller should wait; here nobody gives up.
    serviceEnv: {
      'edge-proxy': {
        AUTH_TIMEOUT_MS: '30000',
        RESERVE_TIMEOUT_MS: '30000',
        SETTLE_TIMEOUT_MS: '30000',
        // The publisher shares a process with all callers.
        CONNECT_TIMEOUT_MS: '30000',
      },
    },
    marketplace: JSON.stringify({
      publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
      buyers: [
        {
          email: EMAIL,
          wallet: (PAID_FOR * 0.01).toFixed(2),
          keys: [{ name: 'default', key: KEY }],
          purchases: [{ app: 'acme/tools', tier: 'paid' }],
        },
        {
          email: STEADY.email,
          wallet: STEADY.wallet.toFixed(2),
          keys: [{ name: 'default', key: STEADY.key }],
          purchases: [{ app: 'acme/tools', tier: 'paid' }],
        },
        {
          email: RESTING.email,
          wallet: RESTING.wallet.toFixed(2),
          keys: [{ name: 'default', key: RESTING.key }],
          purchases: [{ app: 'acme/tools', tier: 'paid' }],
        },
      ],
    }),
  })
  pools = gateway.edgeUrls.map(url => new Pool(url, { connections: CONNECTIONS_PER_EDGE }))
})

after(async () => {
  await Promise.all((pools ?? []).map(pool => pool.close()))
  await gateway?.stop()
  await publisher?.close()
})

async function call(index: number, key = KEY) {
  const pool = pools[index % pools.length]
  if (pool === undefined) throw new Error('there is no edge')
  const { statusCode, headers, body } = await pool.request({
    path: '/v1-beta/mcp/acme/tools',
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: String(index),
      method: 'tools/call',
      params: { name: 'echo', arguments: {} },
    }),
  })
  await body.dump()
  return { statusCode, callId: headers['x-gateway-call-id'] }
}

test(`money for ${PAID_FOR} calls pays for exactly so many of ${CALLERS} concurrent callers over two edges`, async () => {
  const answers = await Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index)))
  const counts = Map.groupBy(answers, ({ statusCode }) => statusCode)
  assert.equal(counts.get(200)?.length, PAID_FOR)
  assert.equal(counts.get(402)?.length, CALLERS - PAID_FOR)
  const wallet = await gateway.wallet(EMAIL)
  assert.deepEqual([wallet.balance, wallet.held], ['0.00', '0.00'])
  assert.equal(publisher.requests.length, PAID_FOR)
  await gateway.verifyLedger()
})

test('who calls without a pause is charged for each call once, also for those that were reserved ahead, and nothing stays held', async () => {
  const calls: { readonly callId: string; readonly isAhead: boolean }[] = []
  const aheadCount = () => calls.filter(({ isAhead }) => isAhead).length
  const callOn = async (caller: number) => {
    while (aheadCount() < AHEAD_CALLS) {
      const sentAtMs = Date.now()
      const { statusCode, callId } = await call(caller, STEADY.key)
      assert.equal(statusCode, 200)
      calls.push({ callId: String(callId), isAhead: madeAtMs(String(callId)) < sentAtMs })
    }
  }
  await Promise.all(Array.from({ length: STEADY_CALLERS }, (_, caller) => callOn(caller)))
  assert.equal(new Set(calls.map(({ callId }) => callId)).size, calls.length)
  const balance = (STEADY.wallet - calls.length * 0.01).toFixed(2)
  await eventually(async () => {
    const wallet = await gateway.wallet(STEADY.email)
    assert.deepEqual([wallet.balance, wallet.held], [balance, '0.00'])
  })
  await gateway.verifyLedger()
})

test('who comes back after pauses is charged for each call once, also for those that were held for it, and nothing is shown as held', async () => {
  let calls = 0
  for (let ahead = 0; ahead < RESTING_AHEAD_CALLS; calls += 1) {
    await new Promise(resolve => setTimeout(resolve, REST_MS))
    const sentAtMs = Date.now()
    const { statusCode, callId } = await call(0, RESTING.key)
    assert.equal(statusCode, 200)
    if (madeAtMs(String(callId)) < sentAtMs) ahead += 1
  }
  const wallet = await gateway.wallet(RESTING.email)
  assert.deepEqual([wallet.balance, wallet.held], [(RESTING.wallet - calls * 0.01).toFixed(2), '0.00'])
  await gateway.verifyLedger()
})

/** RFC 9562, 5.7: an id begins with the millisecond it was made in. */
const madeAtMs = (uuidv7: string) => Number.parseInt(uuidv7.replaceAll('-', '').slice(0, 12), 16)

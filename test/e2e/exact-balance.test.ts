import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Constellation, type FakePublisher, startConstellation, startFakePublisher } from '@mtg/testing'
import { Pool } from 'undici'

const CALLERS = 5000
const PAID_FOR = 700
const CONNECTIONS_PER_EDGE = 500
const EMAIL = 'ada@example.test'
const KEY = 'vnb-sk-exact-ada-0001'

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
    serviceEnv: { 'edge-proxy': { AUTH_TIMEOUT_MS: '30000', RESERVE_TIMEOUT_MS: '30000', SETTLE_TIMEOUT_MS: '30000' } },
    marketplace: JSON.stringify({
      publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
      buyers: [
        {
          email: EMAIL,
          wallet: (PAID_FOR * 0.01).toFixed(2),
          keys: [{ name: 'default', key: KEY }],
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

async function call(index: number): Promise<number> {
  const pool = pools[index % pools.length]
  if (pool === undefined) throw new Error('there is no edge')
  const { statusCode, body } = await pool.request({
    path: '/v1-beta/mcp/acme/tools',
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
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
  return statusCode
}

test(`money for ${PAID_FOR} calls pays for exactly so many of ${CALLERS} concurrent callers over two edges`, async () => {
  const statuses = await Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index)))
  const counts = Map.groupBy(statuses, status => status)
  assert.equal(counts.get(200)?.length, PAID_FOR)
  assert.equal(counts.get(402)?.length, CALLERS - PAID_FOR)
  const wallet = await gateway.wallet(EMAIL)
  assert.deepEqual([wallet.balance, wallet.held], ['0.00', '0.00'])
  assert.equal(publisher.requests.length, PAID_FOR)
  await gateway.verifyLedger()
})

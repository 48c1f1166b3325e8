import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient, services } from '@mtg/rpc'
import { systemClock, uuidv7 } from '@mtg/runtime'
import { type Constellation, startConstellation } from '@mtg/testing'
import { Client } from 'pg'

const EMAIL = 'ada@example.test'
const LIMITS = { timeoutMs: 20_000 }

let gateway: Constellation
let buyerId: string

before(async () => {
  const limits = { perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  const app = {
    name: 'search',
    adapter: 'mcp',
    upstream: 'http://127.0.0.1:9/mcp',
    tiers: { paid: { price: '0.01', ...limits } },
  }
  gateway = await startConstellation({
    services: ['auth', 'billing', 'metering'],
    marketplace: JSON.stringify({
      publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
      buyers: [{ email: EMAIL, wallet: '10.00', purchases: [{ app: 'acme/search', tier: 'paid' }] }],
    }),
  })
  buyerId = await gateway.buyerId(EMAIL)
})
after(() => gateway?.stop())

/** A captured call of which no edge published an event. */
async function captureUnseen(): Promise<string> {
  const calls = createClient(services.billing.ReservationService, { address: gateway.grpc.billing })
  const callId = uuidv7(systemClock.nowMs())
  const target = { adapter: 'mcp', publisherUsername: 'acme', appName: 'search', billable: true, toolName: 'lookup' }
  await calls.Reserve({ callId, buyerId, ...target }, LIMITS)
  await calls.Capture({ callId }, LIMITS)
  calls.close()
  return callId
}

test('a captured call whose usage event was lost gets its record, with its price and tool', async () => {
  const callIds = await Promise.all(Array.from({ length: 5 }, captureUnseen))
  assert.deepEqual(await gateway.usage(EMAIL), [])
  const found = await gateway.reconcile()
  assert.deepEqual(
    [found.capturedCount, found.missingCount, found.republishedCount, found.surplusCount],
    ['5', '5', '5', '0'],
  )
  const records = await gateway.usage(EMAIL)
  assert.deepEqual(new Set(records.map(record => record.callId)), new Set(callIds))
  assert.deepEqual(
    [records[0]?.chargedMicros, records[0]?.name, records[0]?.operation],
    ['10000', 'lookup', 'tools/call'],
  )
})

test('reconciling again finds nothing to do', async () => {
  const found = await gateway.reconcile()
  assert.deepEqual([found.missingCount, found.republishedCount, found.surplusCount], ['0', '0', '0'])
})

test('a corrected call needs no record, and a record without a captured call is reported', async () => {
  const callId = await captureUnseen()
  await gateway.reconcile()
  const calls = createClient(services.billing.ReservationService, { address: gateway.grpc.billing })
  await calls.Release({ callId, reason: 'RELEASE_REASON_UNDELIVERED' }, LIMITS)
  calls.close()
  const found = await gateway.reconcile()
  assert.deepEqual([found.missingCount, found.surplusCount], ['0', '1'])
})

test('the ledger still adds up', async () => {
  await gateway.verifyLedger()
  const client = new Client({ connectionString: gateway.servers.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM billing.journal')
  await client.end()
  assert.equal(rows[0]?.count, '8')
})

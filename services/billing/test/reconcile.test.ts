import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type billing, createClient, services, toTimestamp } from '@mtg/rpc'
import { systemClock, uuidv7 } from '@mtg/runtime'
import { type Constellation, eventually, startConstellation } from '@mtg/testing'
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

const HOUR_MS = 3_600_000

async function totals(): Promise<unknown> {
  const usage = createClient(services.metering.UsageService, { address: gateway.grpc.metering })
  const { totals: sums } = await usage.SummarizeUsage({ buyerId }, LIMITS)
  usage.close()
  return sums
}

async function reconcileWith(request: billing.ReconcileRequest, timeoutMs = LIMITS.timeoutMs) {
  const ledger = createClient(services.billing.LedgerService, { address: gateway.grpc.billing })
  try {
    return await ledger.Reconcile(request, { timeoutMs })
  } finally {
    ledger.close()
  }
}

/** A captured call of which no edge published an event. */
async function captureUnseen(madeAtMs = systemClock.nowMs()): Promise<string> {
  const calls = createClient(services.billing.ReservationService, { address: gateway.grpc.billing })
  const callId = uuidv7(madeAtMs)
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

async function giveBack(callId: string): Promise<void> {
  const calls = createClient(services.billing.ReservationService, { address: gateway.grpc.billing })
  await calls.Release({ callId, reason: 'RELEASE_REASON_UNDELIVERED' }, LIMITS)
  calls.close()
}

test('a call whose charge was given back before it had a record gets none', async () => {
  await giveBack(await captureUnseen())
  const found = await gateway.reconcile()
  assert.deepEqual([found.missingCount, found.surplusCount, found.retractedCount], ['0', '0', '0'])
})

test('a charge that is given back takes its usage record and its part of the sums along', async () => {
  const before = await totals()
  const callId = await captureUnseen()
  await gateway.reconcile()
  assert.ok((await gateway.usageCallIds(EMAIL)).includes(callId))
  await giveBack(callId)
  const found = await gateway.reconcile()
  assert.deepEqual([found.missingCount, found.surplusCount, found.retractedCount], ['0', '0', '1'])
  assert.ok(!(await gateway.usageCallIds(EMAIL)).includes(callId))
  assert.deepEqual(await totals(), before)
  assert.equal((await gateway.reconcile()).retractedCount, '0')
})

test('a charge of a call of long ago that is given back now takes its record along', async () => {
  const callId = await captureUnseen(systemClock.nowMs() - 3 * HOUR_MS)
  const dayAgo = { lookbackSeconds: '86400' }
  await reconcileWith(dayAgo)
  assert.ok((await gateway.usageCallIds(EMAIL)).includes(callId))
  await giveBack(callId)
  // The call itself lies before what is looked at.
  assert.equal((await reconcileWith({ lookbackSeconds: '60' })).retractedCount, '1')
  assert.equal((await reconcileWith(dayAgo)).surplusCount, '0')
})

test('a dry run takes nothing away', async () => {
  const callId = await captureUnseen()
  await gateway.reconcile()
  await giveBack(callId)
  const found = await reconcileWith({ dryRun: true })
  assert.deepEqual([found.retractedCount, found.surplusCount], ['0', '1'])
  assert.equal((await gateway.reconcile()).retractedCount, '1')
})

test('what could not be taken away while metering was gone is taken away when it is back', async () => {
  const callId = await captureUnseen()
  await gateway.reconcile()
  gateway.kill('metering', 'SIGSTOP')
  await giveBack(callId)
  await assert.rejects(reconcileWith({}, 300))
  gateway.kill('metering', 'SIGCONT')
  await eventually(async () => {
    await gateway.reconcile()
    assert.ok(!(await gateway.usageCallIds(EMAIL)).includes(callId))
  })
})

test('a usage record of a call that was never captured is reported', async () => {
  const usage = createClient(services.metering.UsageService, { address: gateway.grpc.metering })
  const ids = { buyerId, purchaseId: buyerId, appId: buyerId }
  const app = { publisherUsername: 'acme', appName: 'search', adapter: 'mcp', operation: 'tools/call' }
  const callId = uuidv7(systemClock.nowMs())
  const record = { callId, occurredAt: toTimestamp(new Date()), ...ids, ...app, tier: 'paid', chargedMicros: '1' }
  await usage.RecordUsage({ record }, LIMITS)
  assert.equal((await gateway.reconcile()).surplusCount, '1')
  usage.close()
})

test('the ledger still adds up', async () => {
  await gateway.verifyLedger()
  const client = new Client({ connectionString: gateway.servers.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM billing.journal')
  await client.end()
  assert.equal(rows[0]?.count, '16')
})

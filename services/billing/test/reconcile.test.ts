import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { createLogger } from '@mtg/observability'
import { openDatabase } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { createBatchClient, createClient, toTimestamp } from '@mtg/rpc'
import { type Constellation, eventually, startConstellation } from '@mtg/testing'
import { Client } from 'pg'
import { createMetering } from '../src/clients/metering.ts'
import { capturedCallsOf } from '../src/store/captured-calls.ts'
import { reconcile } from '../src/use-cases/reconcile/reconcile.ts'

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
      buyers: [{ email: EMAIL, wallet: '100.00', purchases: [{ app: 'acme/search', tier: 'paid' }] }],
    }),
  })
  buyerId = await gateway.buyerId(EMAIL)
})
after(() => gateway?.stop())

const HOUR_MS = 3_600_000

async function totals(): Promise<unknown> {
  const usage = createClient(services.metering.UsageService, {
    address: gateway.grpc.metering,
    token: gateway.secretOf('operator'),
  })
  const { totals: sums } = await usage.SummarizeUsage({ buyerId }, LIMITS)
  usage.close()
  return sums
}

async function reconcileWith(request: billing.ReconcileRequest, timeoutMs = LIMITS.timeoutMs) {
  const ledger = createClient(services.billing.LedgerService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
  try {
    return await ledger.Reconcile(request, { timeoutMs })
  } finally {
    ledger.close()
  }
}

/** A captured call of which no edge published an event. */
async function captureUnseen(
  madeAtMs = systemClock.nowMs(),
  more: Partial<billing.ReserveRequest> = { toolName: 'lookup' },
): Promise<string> {
  const calls = createClient(services.billing.ReservationService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
  const callId = uuidv7(madeAtMs)
  const target = { adapter: 'mcp', publisherUsername: 'acme', appName: 'search', billable: true }
  await calls.Reserve({ callId, buyerId, ...target, ...more }, LIMITS)
  await calls.Capture({ callId }, LIMITS)
  calls.close()
  return callId
}

test('a captured call whose usage event was lost gets its record, with its price and tool', async () => {
  const callIds = await Promise.all(Array.from({ length: 5 }, () => captureUnseen()))
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
  const calls = createClient(services.billing.ReservationService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
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

/** As `captureUnseen`, for many. */
async function captureMany(count: number): Promise<void> {
  const server = {
    service: services.billing.ReservationService,
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  }
  const reserving = createBatchClient({
    ...server,
    method: 'ReserveStream',
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  const settling = createBatchClient({
    ...server,
    method: 'SettleStream',
    toMessage: (items: billing.SettleItem[]) => ({ items }),
    keyOf: item => item.capture?.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  const target = { adapter: 'mcp', publisherUsername: 'acme', appName: 'search', billable: true, toolName: 'lookup' }
  const callIds = Array.from({ length: count }, () => uuidv7(systemClock.nowMs()))
  const captures = callIds.map(async callId => {
    assert.ok((await reserving.send({ callId, buyerId, ...target }, LIMITS)).reservation)
    assert.ok((await settling.send({ capture: { callId } }, LIMITS)).captured)
  })
  await Promise.all(captures)
  reserving.close()
  settling.close()
}

/** Stores records that no call has left, as somebody could who has got at the bus. */
async function forge(callIds: readonly string[], chargedMicros = '999000000'): Promise<void> {
  const usage = createClient(services.metering.UsageService, {
    address: gateway.grpc.metering,
    token: gateway.secretOf('billing'),
  })
  const ids = { buyerId, purchaseId: buyerId, appId: buyerId }
  const app = { publisherUsername: 'acme', appName: 'search', adapter: 'mcp', operation: 'tools/call' }
  for (const callId of callIds) {
    const record = { callId, occurredAt: toTimestamp(new Date()), ...ids, ...app, tier: 'paid', chargedMicros }
    await usage.RecordUsage({ record }, LIMITS)
  }
  usage.close()
}

test('usage that billing does not know is reported, and taken away from what buyers see, whatever time its id claims', async () => {
  const before = await totals()
  const forged = [
    uuidv7(systemClock.nowMs()),
    uuidv7(systemClock.nowMs() - 20 * 24 * HOUR_MS),
    uuidv7(systemClock.nowMs() + 100 * 24 * HOUR_MS),
    randomUUID(),
  ]
  await forge(forged)
  assert.notDeepEqual(await totals(), before)
  const found = await gateway.reconcile()
  assert.deepEqual([found.surplusCount, found.surplusRetractedCount], ['4', '4'])
  assert.deepEqual(await totals(), before)
  const shown = await gateway.usageCallIds(EMAIL)
  assert.deepEqual(
    forged.filter(callId => shown.includes(callId)),
    [],
  )
  const again = await gateway.reconcile()
  assert.deepEqual([again.surplusCount, again.missingCount], ['0', '0'])
})

test('a dry run reports usage that billing does not know, and leaves it', async () => {
  const before = await totals()
  await forge([uuidv7(systemClock.nowMs()), randomUUID()])
  const found = await reconcileWith({ dryRun: true })
  assert.deepEqual([found.surplusCount, found.surplusRetractedCount], ['2', '0'])
  assert.notDeepEqual(await totals(), before)
  assert.equal((await gateway.reconcile()).surplusRetractedCount, '2')
  assert.deepEqual(await totals(), before)
})

test('the record of a call that is under way is not taken away, and one of a late call is confirmed', async () => {
  const calls = createClient(services.billing.ReservationService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
  const [callId, lateId] = [uuidv7(systemClock.nowMs()), uuidv7(systemClock.nowMs() - 2 * HOUR_MS)]
  const target = { adapter: 'mcp', publisherUsername: 'acme', appName: 'search', billable: true, toolName: 'lookup' }
  for (const each of [callId, lateId]) await calls.Reserve({ callId: each, buyerId, ...target }, LIMITS)
  await forge([callId, lateId], '10000')
  assert.deepEqual((await gateway.reconcile()).surplusCount, '0')
  for (const each of [callId, lateId]) await calls.Capture({ callId: each }, LIMITS)
  calls.close()
  const found = await gateway.reconcile()
  assert.deepEqual([found.missingCount, found.surplusCount], ['0', '0'])
  const shown = await gateway.usageCallIds(EMAIL)
  assert.ok(shown.includes(callId) && shown.includes(lateId))
})

test('a record that is only on its way is not missing', async () => {
  const url = new URL(gateway.servers.databaseUrl)
  url.searchParams.set('options', '-c search_path=billing')
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = openDatabase({ url: url.href, poolMax: 2, applicationName: 'reconcile-test', log })
  const metering = createMetering({ address: gateway.grpc.metering, token: gateway.secretOf('billing') })
  await captureUnseen()
  let looks = 0
  const betweenLooks: typeof metering = {
    ...metering,
    async listRecordedCalls(range, limit) {
      looks += 1
      // The first look's record arrives before the second one, during which another call is captured.
      if (looks === 2) await gateway.reconcile()
      const callIds = await metering.listRecordedCalls(range, limit)
      if (looks === 2) await captureUnseen()
      return callIds
    },
  }
  // As far ahead as an edge's clock may be.
  const toMs = systemClock.nowMs() + HOUR_MS / 12
  const deps = { db, captured: capturedCallsOf(db), metering: betweenLooks }
  const found = await reconcile(deps, { fromMs: toMs - 2 * HOUR_MS, toMs }, undefined)
  assert.deepEqual([looks, found.missing, found.surplus], [2, 0, 0])
  assert.equal((await gateway.reconcile()).missingCount, '1')
  metering.close()
  await db.close()
})

test('a rebuilt record is as complete as the call itself would have left it', async () => {
  const keyId = randomUUID()
  const [callId] = [await captureUnseen(systemClock.nowMs(), { keyId, name: 'large-model' })]
  await gateway.reconcile()
  const record = (await gateway.usage(EMAIL)).find(each => each.callId === callId)
  assert.deepEqual([record?.keyId, record?.name], [keyId, 'large-model'])
  assert.ok((record?.durationMs ?? 0) >= 1, `took ${record?.durationMs} ms`)
})

test('thousands of lost records are stored again by one of several processes at a time, once each', async () => {
  const lost = 3000
  const before = (await totals()) as { callCount: string }[]
  await captureMany(lost)
  const [first, second] = await Promise.all([reconcileWith({}), reconcileWith({})])
  const repaired = [first, second].map(found => Number(found.republishedCount)).sort((a, b) => a - b)
  assert.deepEqual(repaired, [0, lost])
  const after = (await totals()) as { callCount: string }[]
  assert.equal(Number(after[0]?.callCount) - Number(before[0]?.callCount), lost)
})

const callCount = async () => Number(((await totals()) as { callCount: string }[])[0]?.callCount)

test('a process that dies while it repairs leaves each record there once, and the next one does the rest', async () => {
  const lost = 3000
  const before = await callCount()
  await captureMany(lost)
  const died = reconcileWith({}).catch(() => 'no answer')
  while ((await callCount()) === before);
  gateway.kill('billing')
  await died
  await endLeases()
  await eventually(async () => assert.equal((await gateway.reconcile()).missingCount, '0'))
  assert.equal((await callCount()) - before, lost)
})

/** As if the half minute were over after which who has fallen silent is not waited for. */
async function endLeases(): Promise<void> {
  const client = new Client({ connectionString: gateway.servers.databaseUrl })
  await client.connect()
  await client.query('UPDATE billing.usage_reconciliation SET lease_until = now()')
  await client.end()
}

test('the ledger still adds up', async () => {
  await gateway.verifyLedger()
  const client = new Client({ connectionString: gateway.servers.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ entries: string; captures: string }>(
    `SELECT (SELECT count(*) FROM billing.journal WHERE kind = 'capture') AS entries,
            (SELECT count(*) FROM billing.reservations WHERE state = 'captured') AS captures`,
  )
  await client.end()
  assert.equal(rows[0]?.entries, rows[0]?.captures)
})

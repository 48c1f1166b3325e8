import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createMetrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createClient, toTimestamp } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { startQualityJob } from '../src/jobs/measure-quality.ts'
import { measureQuality } from '../src/use-cases/measure-quality.ts'
import { chargedEvent, LIMITS, log, observationEvent, openStore, type Store, serveStore } from './harness.ts'

let store: Store
let server: Awaited<ReturnType<typeof serveStore>>
let quality: ReturnType<typeof openQuality>

const openQuality = (address: string) => createClient(services.metering.QualityService, { address })
const options = { lagMs: 0, windowDays: 30, buyersMin: 3 }

before(async () => {
  store = await openStore()
  server = await serveStore(store)
  quality = openQuality(server.address)
})
after(async () => {
  quality?.close()
  await server?.close()
  await store?.close()
})

interface Calls {
  readonly charged?: number
  readonly failed?: number
  readonly tier?: 'free' | 'paid'
  readonly durationMs?: number
  readonly code?: string
  readonly isOwn?: true
}

/** Calls of one buyer, stored as the edge tells of them; answers with the ids of the charged ones. */
async function calls(appName: string, buyerId: string, what: Calls): Promise<string[]> {
  const { charged = 0, failed = 0, tier = 'paid', durationMs = 100, code = 'gateway_timeout', isOwn } = what
  const own = isOwn && { isOwn }
  const recorded = Array.from({ length: charged }, () => chargedEvent({ appName, buyerId, tier, durationMs, ...own }))
  const observed = Array.from({ length: failed }, () =>
    observationEvent({ app: `acme/${appName}`, buyerId, tier, code, ...own }),
  )
  await store.ingest.handle({ recorded, observed })
  return recorded.map(event => event.callId)
}

/** What is told of an app once everything up to now has been counted. */
async function told(appName: string) {
  // Calls of this very millisecond are counted with the next one.
  await new Promise(resolve => setTimeout(resolve, 2))
  await measureQuality(store.db, options)
  const { items } = await quality.ListAppQuality({ apps: [`acme/${appName}`, 'acme/never-called'] }, LIMITS)
  return items.map(({ chargedCount, failedCount, refundedCount, p50Ms, p95Ms }) => ({
    charged: Number(chargedCount),
    failed: Number(failedCount),
    refunded: Number(refundedCount),
    p50Ms,
    p95Ms,
  }))
}

test('the quality of an app is told once three buyers have paid for calls, and counts each call once', async () => {
  const [ada, bob, eve] = [randomUUID(), randomUUID(), randomUUID()]
  await calls('search', ada, { charged: 18, durationMs: 100 })
  await calls('search', bob, { charged: 1, durationMs: 100 })
  assert.deepEqual(await told('search'), [])
  await calls('search', eve, { charged: 1, durationMs: 1000, failed: 5 })
  const [once] = await told('search')
  assert.deepEqual([once?.charged, once?.failed, once?.refunded], [20, 5, 0])
  const isAbout = (ms: number | undefined, real: number) => ms !== undefined && ms >= real && ms <= real * 1.1
  assert.ok(isAbout(once?.p50Ms, 100) && isAbout(once?.p95Ms, 100), JSON.stringify(once))
  await calls('search', eve, { charged: 1, durationMs: 1000 })
  const [again] = await told('search')
  assert.deepEqual([again?.charged, again?.failed], [21, 5])
  assert.ok(isAbout(again?.p50Ms, 100) && isAbout(again?.p95Ms, 1000), JSON.stringify(again))
})

test('neither free calls count, nor what the caller or the gateway is to blame for, nor the publisher’s own calls', async () => {
  const buyers = [randomUUID(), randomUUID(), randomUUID()]
  for (const buyer of buyers) {
    await calls('clean', buyer, { charged: 2 })
    await calls('clean', buyer, { charged: 5, failed: 5, tier: 'free' })
    for (const code of [
      'rate_limit_exceeded',
      'insufficient_balance',
      'publisher_client_error',
      'tool_error',
      'buyer_left',
    ]) {
      await calls('clean', buyer, { failed: 3, code })
    }
  }
  const owner = randomUUID()
  await calls('clean', owner, { charged: 50, failed: 50, isOwn: true })
  // Once known, it is known of its calls that do not say so as well.
  await calls('clean', owner, { charged: 50, failed: 50 })
  assert.deepEqual(
    (await told('clean')).map(({ charged, failed }) => [charged, failed]),
    [[6, 0]],
  )
})

test('own calls make no third buyer', async () => {
  await calls('puppet', randomUUID(), { charged: 2 })
  await calls('puppet', randomUUID(), { charged: 2 })
  await calls('puppet', randomUUID(), { charged: 2, isOwn: true })
  assert.deepEqual(await told('puppet'), [])
})

test('a call whose price was given back is a refund and no charged call any more, whenever that happens', async () => {
  const ids: string[] = []
  for (let buyer = 0; buyer < 3; buyer += 1) ids.push(...(await calls('refunding', randomUUID(), { charged: 2 })))
  await server.usage.RetractUsage({ callIds: ids.slice(0, 1) }, LIMITS)
  assert.deepEqual(
    (await told('refunding')).map(({ charged, refunded }) => [charged, refunded]),
    [[5, 1]],
  )
  await server.usage.RetractUsage({ callIds: ids.slice(1, 3) }, LIMITS)
  await server.usage.RetractUsage({ callIds: ids.slice(0, 3) }, LIMITS)
  assert.deepEqual(
    (await told('refunding')).map(({ charged, refunded }) => [charged, refunded]),
    [[3, 3]],
  )
  const unknown = await calls('refunding', randomUUID(), { charged: 1 })
  await server.usage.RetractUsage({ callIds: unknown, unknown: true }, LIMITS)
  assert.deepEqual(
    (await told('refunding')).map(({ charged, refunded }) => [charged, refunded]),
    [[3, 3]],
  )
})

test('two that count at the same time count nothing twice', async () => {
  for (let buyer = 0; buyer < 3; buyer += 1) await calls('twins', randomUUID(), { charged: 10 })
  await eventually(async () => {
    await Promise.all([measureQuality(store.db, options), measureQuality(store.db, options)])
    assert.deepEqual(
      (await told('twins')).map(({ charged }) => charged),
      [30],
    )
  })
})

test('days that are too long ago are not looked back on, and forgotten', async () => {
  for (let buyer = 0; buyer < 3; buyer += 1) await calls('ageing', randomUUID(), { charged: 4 })
  assert.equal((await told('ageing')).length, 1)
  const tables = ['quality_days', 'quality_durations']
  for (const table of tables) await store.query(`UPDATE ${table} SET day = day - 30 WHERE app = 'acme/ageing'`)
  await store.query("UPDATE quality_buyers SET last_day = last_day - 30 WHERE app = 'acme/ageing'")
  await store.query("UPDATE app_quality SET computed_on = computed_on - 1 WHERE app = 'acme/ageing'")
  assert.deepEqual(await told('ageing'), [])
  const left = [...tables, 'quality_buyers', 'app_quality'].map(
    table => `SELECT app FROM ${table} WHERE app = 'acme/ageing'`,
  )
  assert.deepEqual(await store.query(left.join(' UNION ALL ')), [])
})

test('counting and asking read indexes alone', async () => {
  const apps = Array.from({ length: 200 }, (_, index) => `acme/app-${index}`)
  await store.query(`
    INSERT INTO app_quality (app, charged, failed, refunded, buyers, p50_ms, p95_ms, computed_on)
    SELECT 'maker-' || n % 1000 || '/app-' || n, n, 0, 0, n % 7, 10, 20, (now() AT TIME ZONE 'UTC')::date FROM generate_series(1, 10000) AS n`)
  await store.query('ANALYZE app_quality')
  const rows = await store.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN SELECT * FROM app_quality WHERE app = ANY ($1::text[]) AND buyers >= 3',
    [apps],
  )
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  assert.match(plan, /app_quality_pkey/)
  await assert.rejects(quality.ListAppQuality({ apps: [...apps, 'acme/one-more'] }, LIMITS), {
    code: 'invalid_argument',
  })
  await assert.rejects(quality.ListAppQuality({ apps: ['nothing'] }, LIMITS), { code: 'invalid_argument' })
})

test('a publisher sees sums of its apps by day and app, and how their calls failed, but never whose they were', async () => {
  const { PublisherUsageService, StageService } = services.metering
  const publisher = createClient(PublisherUsageService, { address: server.address })
  const stages = createClient(StageService, { address: server.address })
  try {
    const [ada, bob] = [randomUUID(), randomUUID()]
    const publisherUsername = 'watcher'
    for (const [appName, buyerId, count] of [
      ['one', ada, 2],
      ['one', bob, 1],
      ['two', ada, 1],
    ] as const) {
      const recorded = Array.from({ length: count }, () => chargedEvent({ publisherUsername, appName, buyerId }))
      await store.ingest.handle({ recorded, observed: [] })
    }
    const codes = ['gateway_timeout', 'gateway_timeout', 'tool_error', 'insufficient_balance', 'rate_limit_exceeded']
    const observed = codes.map(code => observationEvent({ app: 'watcher/one', buyerId: ada, code, status: 504 }))
    await store.ingest.handle({ recorded: [], observed })

    const span = { from: toTimestamp(new Date(Date.now() - 60_000)), to: toTimestamp(new Date(Date.now() + 60_000)) }
    const sumsBy = async (grouping: 'DAY' | 'APP' | 'TOOL', appName = '') => {
      const request = {
        username: 'watcher',
        appName,
        grouping: `PUBLISHER_USAGE_GROUPING_${grouping}` as const,
        ...span,
      }
      const { sums } = await publisher.SummarizePublisherUsage(request, LIMITS)
      return sums.map(sum => [sum.group, sum.callCount, sum.chargedMicros, sum.buyerCount])
    }
    assert.deepEqual(await sumsBy('APP'), [
      ['watcher/one', '3', '6000', '2'],
      ['watcher/two', '1', '2000', '1'],
    ])
    assert.deepEqual(
      (await sumsBy('DAY', 'one')).map(([, ...sums]) => sums),
      [['3', '6000', '2']],
    )
    const byTool = await sumsBy('TOOL', 'one')
    assert.deepEqual(
      byTool.map(([tool, calls, charged]) => [String(tool).startsWith('watcher/one#'), calls, charged]),
      [[true, '3', '6000']],
    )
    await assert.rejects(sumsBy('TOOL'), { code: 'invalid_argument' })
    const { counts } = await publisher.SummarizeFailures({ app: 'watcher/one' }, LIMITS)
    assert.deepEqual(
      counts.map(count => [count.code, count.callCount, count.countsInQuality]),
      [
        ['gateway_timeout', '2', true],
        ['tool_error', '1', false],
      ],
    )
    const first = await publisher.ListFailures({ app: 'watcher/one', pageSize: 2 }, LIMITS)
    const rest = await publisher.ListFailures({ app: 'watcher/one', pageToken: first.nextPageToken }, LIMITS)
    assert.deepEqual([first.calls.length, rest.calls.length, rest.nextPageToken], [2, 1, ''])
    assert.equal(JSON.stringify([first, rest, counts]).includes(ada), false)
    const { calls: chosen } = await publisher.ListFailures({ app: 'watcher/one', code: 'tool_error' }, LIMITS)
    assert.deepEqual([chosen.length, chosen[0]?.status, chosen[0]?.stages[0]?.name], [1, 504, 'authenticate'])
    for (const code of ['insufficient_balance', 'ok']) {
      assert.deepEqual((await publisher.ListFailures({ app: 'watcher/one', code }, LIMITS)).calls, [])
    }
    const times = await stages.SummarizeStages({}, LIMITS)
    assert.deepEqual(
      times.stages.map(({ name, p50Us }) => [name, p50Us]),
      [
        ['authenticate', '40'],
        ['deliver', '900'],
        ['total', '940'],
      ],
    )
    assert.ok(Number(times.callCount) >= 4)
  } finally {
    publisher.close()
    stages.close()
  }
})

// The last one: it counts again what was counted.
test('how far counting lies behind what is due is told, also while it fails, and so is how often it failed', async () => {
  await store.query("UPDATE quality_progress SET counted_until = now() - interval '3 hours'")
  const metrics = createMetrics('metering')
  const terms = { lagMs: 3_600_000, windowDays: 30, buyersMin: 3 }
  const job = startQualityJob({ db: store.db, metrics, clock: systemClock, log, intervalMs: 600_000, ...terms })
  const valueOf = async (name: string) => {
    const line = (await metrics.text()).split('\n').find(each => each.startsWith(`${name}{`))
    return Number(line?.split(' ').at(-1))
  }
  const behindSeconds = async () =>
    Date.now() / 1000 - (await valueOf('mtg_metering_quality_counted_timestamp_seconds'))
  assert.ok((await behindSeconds()) < 60)
  await store.query('ALTER TABLE quality_days RENAME TO quality_days_away')
  await job.wake()
  assert.equal(await valueOf('mtg_metering_quality_failures_total'), 1)
  assert.ok(Math.abs((await behindSeconds()) - 7200) < 60)
  await store.query('ALTER TABLE quality_days_away RENAME TO quality_days')
  await job.wake()
  assert.equal(await valueOf('mtg_metering_quality_failures_total'), 1)
  assert.ok((await behindSeconds()) < 60)
  await job.close()
})

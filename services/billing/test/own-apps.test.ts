import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { createLogger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { uuidv7 } from '@mtg/primitives'
import { createClient, fromTimestamp } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { openRehearsalDatabase, sumAtPrices } from '../src/store/rehearse-prices.ts'
import { openBooks, settleAway } from './books.ts'
import { appEntry, callTo, codeOf, type Harness, LIMITS, publishers, startHarness, tierEntry } from './harness.ts'

/** What is still to be paid at the old price is asked for within it. */
const NOTICE_MS = 3_000

let system: Harness
let own: ReturnType<typeof connect>
let purchases: ReturnType<typeof connectPurchases>
let database: Database

const connect = (address: string) => createClient(services.billing.PublisherCatalogService, { address })
const connectPurchases = (address: string) => createClient(services.billing.PurchaseService, { address })

before(async () => {
  system = await startHarness({ env: { PRICE_NOTICE_MS: String(NOTICE_MS), PRICE_WRITE_INTERVAL_MS: '50' } })
  own = connect(system.address)
  purchases = connectPurchases(system.address)
  database = openBooks(system.env, 1)
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(async () => {
  own?.close()
  purchases?.close()
  await database?.close()
  await system?.stop()
})

let count = 0
/** A new publisher that can be paid, and may present something to its servers. */
async function publisher(): Promise<string> {
  count += 1
  const username = `maker-${count}`
  await own.RegisterPublisher({ username, accountId: randomUUID() }, LIMITS)
  await own.SetPublisherCredential({ username, apiKey: 'upstream-key' }, LIMITS)
  await system.sql.query('UPDATE publishers SET payout_connected = true WHERE username = $1', [username])
  return username
}

const priced = (price: string, tools: Record<string, string> = {}): billing.AppEntry =>
  appEntry('tool', {
    tiers: [tierEntry('TIER_FREE', {}), tierEntry('TIER_PAID', { priceMicros: price })],
    tools: Object.entries(tools).map(([name, priceMicros]) => ({ name, priceMicros })),
  })

async function put(username: string, entry: billing.AppEntry, rest: Partial<billing.PutPublisherAppRequest> = {}) {
  const { app } = await own.PutPublisherApp({ username, entry, ...rest }, LIMITS)
  assert.ok(app)
  return app
}

async function buyerOf(username: string, tier: billing.Tier = 'TIER_PAID'): Promise<string> {
  const buyerId = await system.buyer(1_000_000_000n, null)
  await purchases.ObtainPurchase({ buyerId, app: `${username}/tool`, tier }, LIMITS)
  return buyerId
}

async function priceOf(buyerId: string, username: string, toolName = 'plain'): Promise<string> {
  return (await system.reserve({ ...callTo(`${username}/tool`), buyerId, toolName })).priceMicros
}

test('a publisher’s name is its account’s own, and can be changed only while it has had no app', async () => {
  const [accountId, stranger] = [randomUUID(), randomUUID()]
  const register = (username: string, id: string, ownedUsername = '') =>
    codeOf(own.RegisterPublisher({ username, accountId: id, ownedUsername }, LIMITS))
  assert.equal(await register('first-name', accountId), 'admitted')
  assert.equal(await register('first-name', accountId), 'admitted')
  assert.equal(await register('first-name', stranger), 'username_taken')
  assert.equal(await register('acme', stranger), 'username_taken')
  for (const bad of ['admin', 'AB', 'x']) assert.equal(await register(bad, stranger), 'invalid_argument')
  assert.equal(await register('second-name', accountId), 'admitted')
  assert.equal(await register('first-name', stranger), 'admitted')
  await put('second-name', priced('5'))
  assert.equal(await register('third-name', accountId), 'publisher_exists')
  assert.equal(await register('third-name', randomUUID(), 'acme'), 'publisher_exists')
  const twins = await Promise.all(Array.from({ length: 8 }, () => register('wanted-name', randomUUID())))
  assert.equal(twins.filter(code => code === 'admitted').length, 1)
})

test('an app is kept as it was put, and is changed only from the version that its changer knew', async () => {
  const username = await publisher()
  const made = await put(username, { ...priced('2000', { deep: '20000' }), description: 'Finds.', unpublished: true })
  assert.deepEqual([made.version, made.entry?.description, made.entry?.unpublished], ['1', 'Finds.', true])
  const codes = await Promise.all(
    ['a', 'b', 'c', 'd'].map(description =>
      codeOf(
        own.PutPublisherApp({ username, entry: { ...priced('2000'), description }, expectedVersion: '1' }, LIMITS),
      ),
    ),
  )
  assert.deepEqual(codes.toSorted(), ['admitted', 'precondition_failed', 'precondition_failed', 'precondition_failed'])
  const refused = own.PutPublisherApp({ username, entry: priced('1'), expectedVersion: '-1' }, LIMITS)
  assert.equal(await codeOf(refused), 'precondition_failed')
  const { apps } = await own.ListPublisherApps({ username }, LIMITS)
  assert.deepEqual(
    apps.map(app => [app.entry?.name, app.version]),
    [['tool', '2']],
  )
  const other = await publisher()
  assert.equal(await codeOf(own.GetPublisherApp({ username: other, name: 'tool' }, LIMITS)), 'app_not_found')
  const moved = own.PutPublisherApp({ username, entry: { ...priced('1'), adapter: 'llm' } }, LIMITS)
  assert.equal(await codeOf(moved), 'invalid_argument')
})

test('an app that is not published cannot be obtained, and goes on for those who have it', async () => {
  const username = await publisher()
  await put(username, priced('10'))
  const buyerId = await buyerOf(username)
  await put(username, { ...priced('10'), unpublished: true })
  const obtained = (id: string, tier: billing.Tier) =>
    codeOf(purchases.ObtainPurchase({ buyerId: id, app: `${username}/tool`, tier }, LIMITS))
  assert.equal(await obtained(randomUUID(), 'TIER_PAID'), 'app_not_found')
  assert.equal(await priceOf(buyerId, username), '10')
})

test('a rise holds for buyers from its moment on and not before, to the call, while calls run', async () => {
  const username = await publisher()
  await put(username, priced('100', { deep: '500' }))
  const buyers = await Promise.all([buyerOf(username), buyerOf(username), buyerOf(username)])
  const calls: Promise<unknown>[] = []
  const stop = new AbortController()
  const callers = buyers.map(async buyerId => {
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      const batch = Array.from({ length: 3 }, () => priceOf(buyerId, username, turn % 2 === 0 ? 'plain' : 'deep'))
      calls.push(...batch)
      await Promise.all(batch)
    }
  })
  // Some of each price, however slow the machine is, are from before.
  await eventually(() => assert.ok(calls.length > 20))
  const app = await put(username, priced('300', { deep: '900' }))
  assert.deepEqual(app.entry?.tiers?.find(tier => tier.tier === 'TIER_PAID')?.priceMicros, '300')
  assert.deepEqual(
    app.announced.map(({ tool, oldMicros, newMicros }) => [tool, oldMicros, newMicros]),
    [
      ['', '100', '300'],
      ['deep', '500', '900'],
    ],
  )
  const effectiveAt = fromTimestamp(app.announced[0]?.effectiveAt)
  await eventually(async () => assert.equal(await priceOf(buyers[0] ?? '', username), '300'))
  stop.abort()
  await Promise.all(callers)
  const { rows } = await system.sql.query<{ early: string[]; late: string[]; calls: number }>(
    `SELECT array_agg(DISTINCT tool || ' ' || price_micros ORDER BY tool || ' ' || price_micros) FILTER (WHERE reserved_at < $2) AS early,
            array_agg(DISTINCT tool || ' ' || price_micros ORDER BY tool || ' ' || price_micros) FILTER (WHERE reserved_at >= $2) AS late
     FROM reservations WHERE app_id = (SELECT a.id FROM apps a JOIN publishers p ON p.id = publisher_id WHERE username = $1)`,
    [username, effectiveAt],
  )
  assert.deepEqual(rows[0]?.early, ['deep 500', 'plain 100'])
  assert.ok(
    rows[0]?.late.every(row => row === 'deep 900' || row === 'plain 300'),
    String(rows[0]?.late),
  )
  assert.deepEqual(await system.breaches(), [])
})

test('a rise holds in each way a call can be reserved, and is written into the tables without any of them noticing', async () => {
  const username = await publisher()
  await put(username, priced('100', { cheap: '10' }))
  const buyerId = await buyerOf(username)
  // "cheap" loses its own price, which makes it dearer.
  await put(username, priced('300'))
  const app = 'SELECT a.id FROM apps a JOIN publishers p ON p.id = publisher_id WHERE username = $1'
  const hold = async (toolName: string) => await priceOf(buyerId, username, toolName)
  assert.deepEqual([await hold('plain'), await hold('cheap')], ['100', '10'])
  await system.sql.query(
    `UPDATE price_changes SET announced_at = announced_at - interval '1 hour', effective_at = clock_timestamp() WHERE app_id = (${app})`,
    [username],
  )
  const expected = async () => {
    assert.deepEqual([await hold('plain'), await hold('cheap')], ['300', '300'])
    const many = await Promise.all(Array.from({ length: 40 }, (_, index) => hold(index % 2 === 0 ? 'plain' : 'cheap')))
    assert.deepEqual([...new Set(many)], ['300'])
    const maxed = system.reserve({ ...callTo(`${username}/tool`), buyerId, toolName: 'plain', maxPriceMicros: '299' })
    assert.equal(await codeOf(maxed), 'price_limit_exceeded')
  }
  await expected()
  await system.sql.query(
    `UPDATE price_changes SET announced_at = announced_at - interval '1 hour', effective_at = effective_at - interval '2 minutes'
     WHERE app_id = (${app})`,
    [username],
  )
  await eventually(async () => {
    const { rows } = await system.sql.query(
      `SELECT (SELECT count(*)::int FROM price_changes WHERE app_id = a.id AND applied_at IS NOT NULL) AS written, t.price_micros,
              a.prices_change_at, (SELECT count(*)::int FROM tool_prices WHERE app_id = a.id) AS tools
       FROM apps a JOIN app_tiers t ON t.app_id = a.id AND t.tier = 'paid' WHERE a.id = (${app})`,
      [username],
    )
    assert.deepEqual(rows, [{ written: 2, price_micros: '300', prices_change_at: null, tools: 0 }])
  })
  await expected()
})

test('a cut holds at once, a rise without buyers too, and the old price again withdraws a rise', async () => {
  const username = await publisher()
  await put(username, priced('100'))
  assert.deepEqual((await put(username, priced('150'))).announced, [])
  const buyerId = await buyerOf(username)
  assert.equal((await put(username, priced('200'))).announced.length, 1)
  assert.deepEqual((await put(username, priced('150'))).announced, [])
  assert.equal(await priceOf(buyerId, username), '150')
  await put(username, priced('40'))
  assert.equal(await priceOf(buyerId, username), '40')
})

test('a marketplace file’s prices hold at once, and end what was announced', async () => {
  const username = await publisher()
  await put(username, priced('100'))
  const buyerId = await buyerOf(username)
  await put(username, priced('200'))
  const entry = { username, payoutConnected: true, apiKey: 'k', apps: [priced('120')] }
  await system.catalog.ApplyCatalog({ publishers: [entry] }, LIMITS)
  const { app } = await own.GetPublisherApp({ username, name: 'tool' }, LIMITS)
  assert.deepEqual([app?.announced, await priceOf(buyerId, username)], [[], '120'])
})

test('a tier that somebody has cannot be taken away', async () => {
  const username = await publisher()
  await put(username, priced('100'))
  await buyerOf(username, 'TIER_FREE')
  const without = appEntry('tool', { tiers: [tierEntry('TIER_PAID', { priceMicros: '100' })], tools: [] })
  assert.equal(await codeOf(put(username, without)), 'tier_in_use')
})

test('an app that nobody had is gone when it is deleted; of another one its buyers have the rest of their window', async () => {
  const username = await publisher()
  const remove = () => own.DeletePublisherApp({ username, name: 'tool' }, LIMITS)
  await put(username, priced('100'))
  assert.equal((await remove()).callableUntil, null)
  assert.equal(await codeOf(remove()), 'app_not_found')

  await put(username, priced('100'))
  const buyerId = await buyerOf(username)
  const until = fromTimestamp((await remove()).callableUntil)
  assert.ok(until !== undefined && until.getTime() > Date.now() + 29 * 86_400_000)
  assert.equal(await priceOf(buyerId, username), '100')
  assert.equal(await codeOf(buyerOf(username)), 'app_not_found')
  assert.deepEqual((await own.ListPublisherApps({ username }, LIMITS)).apps, [])

  await system.sql.query(`UPDATE purchases SET anchor = anchor - interval '31 days' WHERE buyer_id = $1`, [buyerId])
  const { purchases: all } = await purchases.ListPurchases({ buyerId }, LIMITS)
  const purchaseId = all[0]?.purchaseId ?? ''
  await system.catalog.SetPublisherStatus({ username, suspended: false }, LIMITS)
  assert.equal(await codeOf(priceOf(buyerId, username)), 'meter_expired')
  assert.equal(await codeOf(purchases.RenewPurchase({ buyerId, purchaseId }, LIMITS)), 'app_not_found')
  assert.equal((await put(username, priced('100'))).version, '3')
})

test('what a server said is kept within bounds, and its words stand where the publisher has none', async () => {
  const username = await publisher()
  const tool = {
    name: 'find',
    title: 'Find',
    description: 'Finds.',
    inputSchema: '{"type":"object"}',
    outputSchema: '',
  }
  const listing = { title: 'Their title', description: 'Their words', tools: [tool, { ...tool, name: 'find2' }] }
  const app = await put(username, { ...priced('1'), description: 'Ours' }, { listing })
  assert.deepEqual(
    [app.title, app.entry?.description, app.tools.map(({ name }) => name)],
    ['Their title', 'Ours', ['find', 'find2']],
  )
  const bad: billing.AppListing[] = [
    { tools: [tool, tool] },
    { tools: [{ ...tool, inputSchema: '[]' }] },
    { tools: [{ ...tool, inputSchema: `{"x":"${'x'.repeat(33_000)}"}` }] },
    { tools: [{ ...tool, inputSchema: '{"x":"\\u0000"}' }] },
    { tools: [{ ...tool, description: 'x'.repeat(2001) }] },
    { tools: Array.from({ length: 501 }, (_, index) => ({ ...tool, name: `t${index}` })) },
  ]
  for (const each of bad) {
    assert.equal(
      await codeOf(own.SaveAppListing({ username, name: 'tool', listing: each }, LIMITS)),
      'invalid_argument',
    )
  }
  const { app: saved } = await own.SaveAppListing({ username, name: 'tool', listing: { tools: [tool] } }, LIMITS)
  assert.deepEqual(
    saved?.tools.map(({ name }) => name),
    ['find'],
  )
})

test('a rehearsal replays the paid calls of 30 days, and counts who would run into a cap and whose wallet is too small', async () => {
  const username = await publisher()
  await put(username, priced('1000', { deep: '5000' }))
  const keyLimits = createClient(services.billing.KeyLimitsService, { address: system.address })
  const call = async (buyerId: string, toolName: string, keyId = '') => {
    // A rehearsal finds calls by the time in their ids; settled calls are looked for by ids of some minutes ago.
    const callId = uuidv7(Date.now() - 10 * 60_000)
    const reservation = { ...callTo(`${username}/tool`), callId, buyerId, toolName, keyId }
    await system.reserve(reservation)
    await system.capture(reservation.callId)
  }
  const buyers: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const buyerId = await system.buyer(index === 0 ? 7000n : 1_000_000n, null)
    await purchases.ObtainPurchase({ buyerId, app: `${username}/tool`, tier: 'TIER_PAID' }, LIMITS)
    const keyId = randomUUID()
    if (index === 1) {
      await keyLimits.SetKeyLimits({ buyerId, keyId, name: 'capped', limits: { per30DaysMicros: '6500' } }, LIMITS)
    }
    await call(buyerId, 'plain', index === 1 ? keyId : '')
    await call(buyerId, 'deep')
    buyers.push(buyerId)
    if (index === 3) {
      const { countsTold, callCount } = await own.RehearsePrices(
        { username, name: 'tool', priceMicros: '9000' },
        LIMITS,
      )
      assert.deepEqual([countsTold, callCount], [false, '8'])
    }
  }
  keyLimits.close()
  const prices = { username, name: 'tool', priceMicros: '7000', tools: [{ name: 'deep', priceMicros: '4000' }] }
  const rehearsed = async () => {
    const { from, to: _, ...sums } = await own.RehearsePrices(prices, LIMITS)
    assert.equal(Number(from?.seconds) % 86_400, 0)
    return sums
  }
  const sums = {
    callCount: '10',
    buyerCount: '5',
    beforeMicros: '30000',
    afterMicros: '55000',
    countsTold: true,
    cappedBuyerCount: '1',
    shortBuyerCount: '1',
  }
  assert.deepEqual(await rehearsed(), sums)
  // Calls that have left the tables of the call path count the same, and one that comes back to be given back does not count at all.
  await settleAway(database, system.sql)
  const { rows } = await system.sql.query<{ call_id: string }>(
    "SELECT call_id FROM settled_calls WHERE buyer_id = $1 AND tool = 'deep'",
    [buyers[4]],
  )
  assert.equal(rows.length, 1)
  assert.deepEqual(await rehearsed(), sums)
  await system.calls.RefundCall({ callId: String(rows[0]?.call_id), reason: 'goodwill' }, LIMITS)
  const left = { ...sums, callCount: '9', beforeMicros: '25000', afterMicros: '51000' }
  assert.deepEqual(await rehearsed(), left)
  await settleAway(database, system.sql)
  assert.deepEqual(await rehearsed(), left)
  assert.deepEqual(await system.breaches(), [])
  const { app } = await own.GetPublisherApp({ username, name: 'tool' }, LIMITS)
  assert.equal(app?.version, '1')
})

test('a rehearsal that takes too long says so, and ends', async () => {
  const impatient = openRehearsalDatabase(
    system.env.DATABASE_URL,
    createLogger({ service: 'billing', level: 'silent' }),
    50,
  )
  const prices = { tierMicros: 1n, tools: new Map() }
  // The sums are out of reach for longer than it may take.
  await system.sql.query('BEGIN')
  await system.sql.query('LOCK TABLE settled_app_days IN ACCESS EXCLUSIVE MODE')
  try {
    const rehearsing = sumAtPrices(impatient, randomUUID(), new Date(), prices)
    await assert.rejects(rehearsing, { code: 'rehearsal_too_large' })
  } finally {
    await system.sql.query('ROLLBACK')
  }
  await impatient.close()
})

test('the credential is told to nobody but who asks servers, and a publisher without one is not asked', async () => {
  const username = await publisher()
  const { publisher: shown } = await own.GetPublisher({ username }, LIMITS)
  assert.deepEqual([shown?.hasCredential, JSON.stringify(shown).includes('upstream-key')], [true, false])
  assert.equal((await own.GetProbeCredential({ username }, LIMITS)).apiKey, 'upstream-key')
  assert.equal(await codeOf(own.GetProbeCredential({ username: 'keyless' }, LIMITS)), 'credential_missing')
  assert.equal(await codeOf(own.GetProbeCredential({ username: 'banned' }, LIMITS)), 'publisher_suspended')
  for (const apiKey of ['', 'two words', 'x'.repeat(3000)]) {
    assert.equal(await codeOf(own.SetPublisherCredential({ username, apiKey }, LIMITS)), 'invalid_argument')
  }
})

test('a publisher has at most 500 apps', async () => {
  const username = await publisher()
  await system.sql.query(
    `INSERT INTO apps (id, publisher_id, name, adapter, upstream_url, timeout_ms)
     SELECT gen_random_uuid(), p.id, 'many-' || n, 'mcp', 'http://127.0.0.1:9/', 1000
     FROM publishers p CROSS JOIN generate_series(1, 500) AS n WHERE p.username = $1`,
    [username],
  )
  assert.equal(await codeOf(put(username, priced('1'))), 'too_many_apps')
})

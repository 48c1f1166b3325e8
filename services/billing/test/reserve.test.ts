import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { billing } from '@mtg/contracts'
import {
  appEntry,
  callTo,
  codeOf,
  type Harness,
  LIMITS,
  publishers,
  purchaseOf,
  startHarness,
  tierEntry,
} from './harness.ts'

let system: Harness

before(async () => {
  system = await startHarness({ env: { RESERVATION_TTL_MS: '1000', REAP_INTERVAL_MS: '50', CATALOGUE_CACHE_MS: '0' } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(() => system?.stop())

const to = (app: string, changes: Partial<billing.ReserveRequest> = {}) => ({ ...callTo(app), ...changes })

test('an admitted call carries all that forwarding needs, and holds its price', async () => {
  const buyerId = await system.buyer(10_000n)
  const reservation = await system.reserve({ buyerId })
  assert.equal(reservation.open, true)
  assert.equal(reservation.priceMicros, '2000')
  assert.equal(reservation.tier, 'TIER_PAID')
  const { url, credential, timeoutMs } = reservation.upstream ?? {}
  assert.deepEqual([url, credential, timeoutMs], ['http://127.0.0.1:9101/mcp', 'acme-upstream-key', 30_000])
  assert.deepEqual(await system.wallet(buyerId), { balance: 10_000n, held: 2000n })
})

test('a captured call costs exactly its price, once', async () => {
  const buyerId = await system.buyer(10_000n)
  const { callId } = await system.reserve({ buyerId })
  assert.equal(await system.capture(callId), 2000n)
  assert.equal(await system.capture(callId), 2000n)
  assert.deepEqual(await system.wallet(buyerId), { balance: 8000n, held: 0n })
  const { entries } = await system.wallets.ListJournalEntries({ buyerId }, LIMITS)
  assert.deepEqual(
    entries.map(entry => [entry.kind, entry.amountMicros]),
    [
      ['capture', '2000'],
      ['opening_balance', '10000'],
    ],
  )
})

test('a released call costs nothing', async () => {
  const buyerId = await system.buyer(2000n)
  const { callId } = await system.reserve({ buyerId })
  await system.release(callId)
  await system.release(callId)
  assert.deepEqual(await system.wallet(buyerId), { balance: 2000n, held: 0n })
  assert.equal(await codeOf(system.capture(callId)), 'reservation_resolved')
  assert.equal(await codeOf(system.reserve({ buyerId })), 'admitted')
})

test('a tool with a price of its own costs that', async () => {
  const buyerId = await system.buyer(100_000n)
  assert.equal((await system.reserve({ buyerId, toolName: 'deep' })).priceMicros, '20000')
})

test('a price that changes while a call is under way does not change that call', async () => {
  const app = appEntry('changing', { tools: [] })
  const apply = (priceMicros: string) =>
    system.catalog.ApplyCatalog(
      {
        publishers: [
          {
            username: 'pricey',
            payoutConnected: true,
            apiKey: 'k',
            apps: [{ ...app, tiers: [tierEntry('TIER_PAID', { priceMicros })] }],
          },
        ],
      },
      LIMITS,
    )
  await apply('100')
  const buyerId = await system.buyer(1000n, { app: 'pricey/changing' })
  const { callId } = await system.reserve({ ...to('pricey/changing'), buyerId })
  await apply('900')
  assert.equal(await system.capture(callId), 100n)
  assert.equal((await system.reserve({ ...to('pricey/changing'), buyerId })).priceMicros, '900')
})

test('the free tier costs nothing, but is metered', async () => {
  const buyerId = await system.buyer(0n, { tier: 'TIER_FREE' })
  const reservation = await system.reserve({ buyerId })
  assert.deepEqual([reservation.open, reservation.priceMicros, reservation.tier], [true, '0', 'TIER_FREE'])
  assert.equal(await system.capture(reservation.callId), 0n)
})

test('what is not billed holds and counts nothing', async () => {
  const buyerId = await system.buyer(0n)
  const reservation = await system.reserve({ buyerId, billable: false })
  assert.deepEqual([reservation.open, reservation.priceMicros], [false, '0'])
})

test('a list of tools is told their prices by the tier of the purchase, and what is left of its meter', async () => {
  const listing = { billable: false, toolName: '', withPrices: true }
  const buyerId = await system.buyer(10_000n)
  await system.reserve({ buyerId })
  const { prices, appId } = await system.reserve({ buyerId, ...listing })
  assert.equal(prices?.priceMicros, '2000')
  assert.deepEqual(prices.tools, [{ toolName: 'deep', priceMicros: '20000' }])
  const { quota, used, renews, windowEndsAt } = prices.meter ?? {}
  assert.deepEqual([quota, used, renews], ['1000000', '1', true])
  assert.ok(Number(windowEndsAt?.seconds) * 1000 > Date.now())

  await system.sql.query(`
    INSERT INTO price_changes (id, app_id, tool, old_micros, new_micros, effective_at, cancelled_at)
    SELECT gen_random_uuid(), id, change.tool, 1, change.micros, '2999-01-01T00:00:00Z', change.cancelled_at
    FROM apps, (VALUES ('', 3000, NULL), ('deep', 30000, NULL), ('deep', 40000, now())) AS change (tool, micros, cancelled_at)
    WHERE apps.id = '${appId}'`)
  const { rises } = (await system.reserve({ buyerId, ...listing })).prices ?? {}
  assert.deepEqual(
    rises?.map(({ toolName, priceMicros, effectiveAt }) => [toolName, priceMicros, effectiveAt?.seconds]).toSorted(),
    [
      ['', '3000', '32472144000'],
      ['deep', '30000', '32472144000'],
    ],
  )
  await system.sql.query(`DELETE FROM price_changes WHERE app_id = '${appId}'`)

  const freeId = await system.buyer(0n, { tier: 'TIER_FREE' })
  const free = (await system.reserve({ buyerId: freeId, ...listing })).prices
  assert.deepEqual([free?.priceMicros, free?.tools, free?.meter?.used], ['0', [], '0'])
})

test('what an app promises travels with the reservation, and a promise that cannot be is refused', async () => {
  const tiers = [tierEntry('TIER_FREE', {})]
  const apply = (changes: Partial<billing.AppEntry>) => {
    const app = appEntry('sworn', { tiers, tools: [], ...changes })
    const entry = { username: 'sworn', payoutConnected: true, apiKey: 'k', apps: [app] }
    return system.catalog.ApplyCatalog({ publishers: [entry] }, LIMITS)
  }
  await apply({})
  assert.equal((await apply({ promiseOutputSchema: false, promiseFirstByteMs: 0 })).changedCount, 0)
  await apply({ promiseOutputSchema: true, promiseFirstByteMs: 800 })
  const buyerId = await system.buyer(0n, { app: 'sworn/sworn', tier: 'TIER_FREE' })
  const { upstream } = await system.reserve({ ...to('sworn/sworn'), buyerId })
  assert.deepEqual([upstream?.promiseOutputSchema, upstream?.promiseFirstByteMs], [true, 800])
  await apply({})
  const later = (await system.reserve({ ...to('sworn/sworn'), buyerId })).upstream
  assert.deepEqual([later?.promiseOutputSchema, later?.promiseFirstByteMs], [false, 0])
  for (const impossible of [
    { promiseFirstByteMs: -1 },
    { promiseFirstByteMs: 600_001 },
    { adapter: 'llm', promiseOutputSchema: true },
  ]) {
    assert.equal(await codeOf(apply(impossible)), 'invalid_argument')
  }
})

test('what does not ask for prices is not told any', async () => {
  const buyerId = await system.buyer(10_000n)
  assert.equal((await system.reserve({ buyerId })).prices, null)
})

// Refusals, in the order in which they are checked

const refusals: [what: string, make: () => Promise<Parameters<Harness['reserve']>[0]>, code: string][] = [
  [
    'a publisher that does not exist',
    async () => ({ ...to('nobody/search'), buyerId: await system.buyer(0n) }),
    'publisher_not_found',
  ],
  [
    'an app that does not exist',
    async () => ({ ...to('acme/nothing'), buyerId: await system.buyer(0n) }),
    'app_not_found',
  ],
  [
    'an app of another adapter',
    async () => ({ ...to('acme/search', { adapter: 'llm' }), buyerId: await system.buyer(0n) }),
    'adapter_not_supported',
  ],
  [
    'a suspended publisher',
    async () => ({ ...to('banned/search'), buyerId: await system.buyer(0n) }),
    'publisher_suspended',
  ],
  [
    'a publisher without key',
    async () => ({ ...to('keyless/search'), buyerId: await system.buyer(0n) }),
    'publisher_api_key_not_found',
  ],
  ['an app that was not purchased', async () => ({ buyerId: await system.buyer(9000n, null) }), 'app_not_purchased'],
  [
    'an inactive purchase',
    async () => ({ buyerId: await system.buyer(9000n, { status: 'PURCHASE_STATUS_INACTIVE' }) }),
    'subscription_inactive',
  ],
  [
    'an expired purchase',
    async () => ({ buyerId: await system.buyer(9000n, { status: 'PURCHASE_STATUS_EXPIRED' }) }),
    'subscription_expired',
  ],
  [
    'a cancelled purchase',
    async () => ({ buyerId: await system.buyer(9000n, { status: 'PURCHASE_STATUS_CANCELLED' }) }),
    'subscription_cancelled',
  ],
  [
    'a window that is over and does not renew',
    async () => ({ buyerId: await system.buyer(9000n, { renews: false, startedAt: daysAgo(31) }) }),
    'meter_expired',
  ],
  [
    'a used-up meter',
    async () => ({ buyerId: await system.buyer(9000n, { used: '1000000' }) }),
    'meter_limit_exceeded',
  ],
  [
    'a publisher without payout account',
    async () => ({ ...to('unpaid/search'), buyerId: await system.buyer(0n, { app: 'unpaid/search' }) }),
    'publisher_not_payable',
  ],
  ['a wallet that is too small', async () => ({ buyerId: await system.buyer(1999n) }), 'insufficient_balance'],
]
for (const [what, make, code] of refusals) {
  test(`${what} is refused with ${code}, and nothing is held`, async () => {
    const request = await make()
    assert.equal(await codeOf(system.reserve(request)), code)
    assert.equal((await system.wallet(request.buyerId)).held, 0n)
  })
}

function daysAgo(days: number) {
  return { seconds: String(Math.floor(Date.now() / 1000) - days * 86_400), nanos: 0 }
}

test('the minute window admits its number of calls and then says when to come back', async () => {
  const buyerId = await system.buyer(0n, { app: 'acme/tight', tier: 'TIER_FREE' })
  const codes = []
  for (let call = 0; call < 3; call += 1) codes.push(await codeOf(system.reserve({ ...to('acme/tight'), buyerId })))
  // The minute may turn between two calls; it cannot turn twice.
  if (codes[2] === 'admitted') {
    codes.splice(
      0,
      3,
      ...(await Promise.all([1, 2, 3].map(() => codeOf(system.reserve({ ...to('acme/tight'), buyerId }))))),
    )
  }
  assert.ok(codes.includes('rate_limit_exceeded'), codes.join())
  await assert.rejects(system.reserve({ ...to('acme/tight'), buyerId }), { message: /Try again in \d+ s\.$/ })
})

test('calls asked at once get exactly the places that are left in the window', async () => {
  const admittedOf20 = async () => {
    const buyerId = await system.buyer(0n, { app: 'acme/tight', tier: 'TIER_FREE' })
    const asked = Array.from({ length: 20 }, () => codeOf(system.reserve({ ...to('acme/tight'), buyerId })))
    const codes = await Promise.all(asked)
    assert.deepEqual([...new Set(codes)].sort(), ['admitted', 'rate_limit_exceeded'])
    return codes.filter(code => code === 'admitted').length
  }
  // The minute may turn among them; it cannot turn twice.
  const admitted = await admittedOf20()
  assert.equal(admitted === 2 ? admitted : await admittedOf20(), 2)
})

test('calls that are not billed fill the rate windows too', async () => {
  const buyerId = await system.buyer(0n, { app: 'acme/daily', tier: 'TIER_FREE' })
  const call = () => codeOf(system.reserve({ ...to('acme/daily', { billable: false }), buyerId }))
  assert.equal(await call(), 'admitted')
  assert.equal(await call(), 'rate_limit_exceeded')
})

/** A paid app that a buyer with an empty wallet has bought. */
async function purchaseOfTheBroke(name: string, limits: { perMinute?: string; perDay?: string }) {
  const buyerId = await system.buyer(0n, null)
  const app = appEntry(name, { tiers: [tierEntry('TIER_PAID', { priceMicros: '10', ...limits })], tools: [] })
  await system.catalog.ApplyCatalog(
    { publishers: [{ username: 'narrow', payoutConnected: true, apiKey: 'k', apps: [app] }] },
    LIMITS,
  )
  const entry = { buyerId, email: 'x@example.test', purchases: [purchaseOf(`narrow/${name}`, 'TIER_PAID')] }
  await system.catalog.ApplyCatalog({ buyers: [entry] }, LIMITS)
  return { buyerId, entry, call: () => codeOf(system.reserve({ ...to(`narrow/${name}`), buyerId })) }
}

test('a call that is refused after the rate windows keeps its place in them', async () => {
  const { call, entry } = await purchaseOfTheBroke('one', { perDay: '3' })
  for (let attempt = 0; attempt < 2; attempt += 1) assert.equal(await call(), 'insufficient_balance')
  await system.catalog.ApplyCatalog({ buyers: [{ ...entry, openingBalanceMicros: '100' }] }, LIMITS)
  assert.equal(await call(), 'admitted')
  assert.equal(await call(), 'rate_limit_exceeded')
})

test('of 1,500 calls at once from an empty wallet, the window lets no more than its number reach the wallet', async () => {
  const { call } = await purchaseOfTheBroke('flooded', { perDay: '600' })
  const codes = await Promise.all(Array.from({ length: 1_500 }, call))
  const count = (code: string) => codes.filter(found => found === code).length
  assert.deepEqual([count('insufficient_balance'), count('rate_limit_exceeded')], [600, 900])
})

test('the quota is exact under concurrency, and says when it renews', async () => {
  const buyerId = await system.buyer(0n, { app: 'acme/quota', tier: 'TIER_FREE' })
  const codes = await Promise.all(
    Array.from({ length: 50 }, () => codeOf(system.reserve({ ...to('acme/quota'), buyerId }))),
  )
  assert.equal(codes.filter(code => code === 'admitted').length, 3)
  assert.equal(codes.filter(code => code === 'meter_limit_exceeded').length, 47)
  await assert.rejects(system.reserve({ ...to('acme/quota'), buyerId }), { message: /renews at 20\d\d-/ })
})

test('a window that has ended gives the quota back, and never twice', async () => {
  const buyerId = await system.buyer(0n, { app: 'acme/quota', tier: 'TIER_FREE', used: '3' })
  const call = () => codeOf(system.reserve({ ...to('acme/quota'), buyerId }))
  assert.equal(await call(), 'meter_limit_exceeded')
  await system.sql.query(`UPDATE purchases SET anchor = anchor - interval '30 days' WHERE buyer_id = $1`, [buyerId])
  assert.deepEqual(
    [await call(), await call(), await call(), await call()],
    ['admitted', 'admitted', 'admitted', 'meter_limit_exceeded'],
  )
  // The database's clock jumps back into the window before.
  await system.sql.query(`UPDATE purchases SET anchor = anchor + interval '30 days' WHERE buyer_id = $1`, [buyerId])
  assert.equal(await call(), 'meter_limit_exceeded')
})

// Exactness

test('money for K calls admits exactly K of many concurrent ones', async () => {
  const buyerId = await system.buyer(2000n * 37n)
  const codes = await Promise.all(Array.from({ length: 500 }, () => codeOf(system.reserve({ buyerId }))))
  assert.equal(codes.filter(code => code === 'admitted').length, 37)
  assert.equal(codes.filter(code => code === 'insufficient_balance').length, 463)
  assert.deepEqual(await system.wallet(buyerId), { balance: 74_000n, held: 74_000n })
})

test('a refused large call does not stand in the way of a small one', async () => {
  const buyerId = await system.buyer(2000n)
  const [large, small] = await Promise.all([
    codeOf(system.reserve({ buyerId, toolName: 'deep' })),
    codeOf(system.reserve({ buyerId })),
  ])
  assert.deepEqual([large, small], ['insufficient_balance', 'admitted'])
})

test("a buyer who cannot pay for all stands in nobody else's way, and is admitted as far as the money goes", async () => {
  const poor = await system.buyer(3000n)
  const rich = await Promise.all(Array.from({ length: 5 }, () => system.buyer(20_000n)))
  const asked = [poor, ...rich].flatMap(buyerId => Array.from({ length: 4 }, () => buyerId))
  const codes = await Promise.all(asked.map(async buyerId => [buyerId, await codeOf(system.reserve({ buyerId }))]))
  const refused = codes.filter(([, code]) => code !== 'admitted')
  const refusal = [poor, 'insufficient_balance']
  assert.deepEqual(refused, [refusal, refusal, refusal])
  assert.deepEqual(await system.wallet(poor), { balance: 3000n, held: 2000n })
  for (const buyerId of rich) assert.deepEqual(await system.wallet(buyerId), { balance: 20_000n, held: 8000n })
})

test('what is settled and what is reserved at once do not mix: every call gets its own answer', async () => {
  const buyerId = await system.buyer(100_000n)
  const open = await Promise.all(Array.from({ length: 12 }, () => system.reserve({ buyerId })))
  const [again, released, ...fresh] = open.map(reservation => reservation.callId)
  await system.capture(again ?? '')
  const answers = await Promise.all([
    ...fresh.map(callId => system.capture(callId)),
    system.capture(again ?? ''),
    system.release(released ?? '').then(() => 'released'),
    codeOf(system.capture(randomUUID())),
    codeOf(system.reserve({ buyerId })),
    codeOf(system.reserve({ buyerId, toolName: 'deep' })),
  ])
  const rest = ['released', 'reservation_not_found', 'admitted', 'admitted']
  assert.deepEqual(answers, [...Array(11).fill(2000n), ...rest])
  assert.deepEqual(await system.wallet(buyerId), { balance: 78_000n, held: 22_000n })
})

test('the same call asked many times at once is one call', async () => {
  const buyerId = await system.buyer(10_000n)
  const call = callTo('acme/search')
  const asked = Array.from({ length: 20 }, () => system.calls.Reserve({ ...call, buyerId }, LIMITS))
  const prices = (await Promise.all(asked)).map(response => response.reservation?.priceMicros)
  assert.deepEqual(new Set(prices), new Set(['2000']))
  assert.equal((await system.wallet(buyerId)).held, 2000n)
})

test('the same call id with other parameters is refused with call_conflict', async () => {
  const buyerId = await system.buyer(100_000n)
  const { callId } = await system.reserve({ buyerId })
  assert.equal(await codeOf(system.reserve({ buyerId, callId, toolName: 'deep' })), 'call_conflict')
  assert.equal(await codeOf(system.reserve({ buyerId: await system.buyer(9000n), callId })), 'call_conflict')
})

test('a release that overtakes its reserve leaves a tombstone', async () => {
  const buyerId = await system.buyer(10_000n)
  const callId = randomUUID()
  await system.release(callId)
  assert.equal(await codeOf(system.reserve({ buyerId, callId })), 'reservation_resolved')
  assert.equal((await system.wallet(buyerId)).held, 0n)
})

test('capturing what was never reserved is refused with reservation_not_found', async () => {
  assert.equal(await codeOf(system.capture(randomUUID())), 'reservation_not_found')
})

test('capture and release of one call at once: one wins, and the money says which', async () => {
  const buyerId = await system.buyer(2000n * 40n)
  const reservations = await Promise.all(Array.from({ length: 40 }, () => system.reserve({ buyerId })))
  const outcomes = await Promise.all(
    reservations.map(async ({ callId }) => {
      const capture = codeOf(system.calls.Capture({ callId }, LIMITS))
      const release = codeOf(system.calls.Release({ callId, reason: 'RELEASE_REASON_NOT_CHARGED' }, LIMITS))
      return [await capture, await release].join()
    }),
  )
  const captured = outcomes.filter(outcome => outcome === 'admitted,reservation_resolved').length
  assert.equal(outcomes.filter(outcome => outcome === 'reservation_resolved,admitted').length, 40 - captured)
  assert.deepEqual(await system.wallet(buyerId), { balance: 2000n * BigInt(40 - captured), held: 0n })
})

test('an answer that could not be handed over is given back by a correction', async () => {
  const buyerId = await system.buyer(5000n)
  const { callId } = await system.reserve({ buyerId })
  await system.capture(callId)
  assert.equal(await codeOf(system.release(callId)), 'reservation_resolved')
  await system.release(callId, 'RELEASE_REASON_UNDELIVERED')
  await system.release(callId, 'RELEASE_REASON_UNDELIVERED')
  assert.deepEqual(await system.wallet(buyerId), { balance: 5000n, held: 0n })
  assert.equal(await codeOf(system.capture(callId)), 'reservation_resolved')
})

test('a reservation that nobody resolves expires by the clock of the database', async () => {
  const app = appEntry('brief', { timeoutMs: 1, tools: [] })
  await system.catalog.ApplyCatalog(
    { publishers: [{ username: 'swift', payoutConnected: true, apiKey: 'k', apps: [app] }] },
    LIMITS,
  )
  const buyerId = await system.buyer(2000n, { app: 'swift/brief' })
  const { callId } = await system.reserve({ ...to('swift/brief'), buyerId })
  await system.sql.query(`UPDATE reservations SET expires_at = clock_timestamp() WHERE call_id = $1`, [callId])
  for (;;) {
    const { state } = await system.calls.GetReservation({ callId }, LIMITS)
    if (state === 'RESERVATION_STATE_EXPIRED') break
    assert.equal(state, 'RESERVATION_STATE_OPEN')
  }
  assert.equal(await codeOf(system.capture(callId)), 'reservation_resolved')
  assert.deepEqual(await system.wallet(buyerId), { balance: 2000n, held: 0n })
})

// The catalogue

test('applying the same catalogue twice changes nothing', async () => {
  const { changedCount } = await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  assert.equal(changedCount, 0)
})

test('an opening balance is entered once, whatever the file says later', async () => {
  const buyerId = await system.buyer(5000n)
  await system.catalog.ApplyCatalog(
    { buyers: [{ buyerId, email: 'x@example.test', openingBalanceMicros: '9000' }] },
    LIMITS,
  )
  assert.equal((await system.wallet(buyerId)).balance, 5000n)
})

test('one bad entry and nothing is applied', async () => {
  const buyerId = randomUUID()
  const buyers = [
    {
      buyerId,
      email: 'x@example.test',
      openingBalanceMicros: '5000',
      purchases: [purchaseOf('acme/nowhere', 'TIER_PAID')],
    },
  ]
  await assert.rejects(system.catalog.ApplyCatalog({ publishers: [{ username: 'late', apps: [] }], buyers }, LIMITS), {
    code: 'invalid_argument',
  })
  assert.equal((await system.wallet(buyerId)).balance, 0n)
  await assert.rejects(system.catalog.SetPublisherStatus({ username: 'late', suspended: true }, LIMITS), {
    code: 'publisher_not_found',
  })
})

test("a publisher's key is not readable in the database", async () => {
  const { rows } = await system.sql.query<{ row: string }>(
    'SELECT encode(api_key_sealed, $1) AS row FROM publishers WHERE username = $2',
    ['escape', 'acme'],
  )
  assert.ok(rows[0] !== undefined && !rows[0].row.includes('acme-upstream-key'))
})

test('a suspension takes effect on the next call', async () => {
  await system.catalog.ApplyCatalog(
    { publishers: [{ username: 'toggled', payoutConnected: true, apiKey: 'k', apps: [appEntry('search')] }] },
    LIMITS,
  )
  const buyerId = await system.buyer(90_000n, { app: 'toggled/search' })
  const call = () => codeOf(system.reserve({ ...to('toggled/search'), buyerId }))
  assert.equal(await call(), 'admitted')
  await system.catalog.SetPublisherStatus({ username: 'toggled', suspended: true }, LIMITS)
  assert.equal(await call(), 'publisher_suspended')
  await system.catalog.SetPublisherStatus({ username: 'toggled', suspended: false }, LIMITS)
  assert.equal(await call(), 'admitted')
})

// The journal

test('the journal cannot be rewritten, by anybody', async () => {
  for (const statement of ['UPDATE journal SET amount_micros = 1', 'DELETE FROM journal', 'TRUNCATE journal']) {
    await assert.rejects(system.sql.query(statement), /append-only/, statement)
  }
})

test('the ledger adds up after all of this, and a corrupted row is found', async () => {
  assert.deepEqual(await system.breaches(), [])
  const buyerId = await system.buyer(5000n)
  await system.sql.query('UPDATE wallets SET posted = posted + 1 WHERE buyer_id = $1', [buyerId])
  assert.match((await system.breaches()).join(), new RegExp(`posted_equals_journal: wallet ${buyerId}`))
  await system.sql.query('UPDATE wallets SET posted = posted - 1 WHERE buyer_id = $1', [buyerId])
  assert.deepEqual(await system.breaches(), [])
})

import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { billing } from '@mtg/contracts'
import type { AppError } from '@mtg/errors'
import { clearOfTurn } from '@mtg/testing'
import { callTo, codeOf, type Harness, LIMITS, publishers, purchaseOf, startHarness } from './harness.ts'
import { openKeys } from './keys.ts'

const PRICE = 2000n
const DEEP_PRICE = 20_000n
const HOUR_MS = 3_600_000

let system: Harness
let keys: ReturnType<typeof openKeys>

before(async () => {
  system = await startHarness({ env: { CATALOGUE_CACHE_MS: '0', REAP_INTERVAL_MS: '50' } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  keys = openKeys(system.address)
})
after(async () => {
  keys?.close()
  await system?.stop()
})

const call = (buyerId: string, keyId: string, changes: Partial<billing.ReserveRequest> = {}) =>
  system.reserve({ ...callTo('acme/search'), buyerId, keyId, ...changes })

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const refusalOf = (outcome: Promise<unknown>): Promise<AppError> =>
  outcome.then(
    () => assert.fail('was admitted'),
    (error: AppError) => error,
  )

/** A buyer who can pay for 100 calls, with a key. */
async function keyed(limits: billing.KeyLimits, name = 'agent') {
  const buyerId = await system.buyer(PRICE * 100n)
  return { buyerId, keyId: await keys.set(buyerId, limits, { name }) }
}

for (const [limit, cap] of [
  ['total', 'totalMicros'],
  ['perDay', 'perDayMicros'],
  ['per30Days', 'per30DaysMicros'],
] as const) {
  test(`a cap ${limit} counts what is held and captured, and what is released comes back`, async () => {
    const { buyerId, keyId } = await keyed({ [cap]: (PRICE * 2n).toString() })
    const first = await call(buyerId, keyId)
    const second = await call(buyerId, keyId)
    const refused = await refusalOf(call(buyerId, keyId))
    assert.equal(refused.code, 'spend_limit_exceeded')
    assert.match(
      refused.message,
      /The key "agent" may spend 0\.004 USD .* 0\.004 USD are spent or held.* costs 0\.002 USD/,
    )
    const { limit: named, limitKeyId, limitKeyName, limitValue, spent, price, freesAt } = refused.detail
    assert.deepEqual([named, limitKeyId, limitKeyName], [limit, keyId, 'agent'])
    assert.deepEqual([limitValue, spent, price], ['0.004', '0.004', '0.002'])
    assert.equal(freesAt === undefined, limit === 'total')
    await system.capture(first.callId)
    await system.release(second.callId)
    assert.equal((await call(buyerId, keyId)).open, true)
    assert.equal(await codeOf(call(buyerId, keyId)), 'spend_limit_exceeded')
    // A captured call that is corrected comes back as well.
    await system.release(first.callId, 'RELEASE_REASON_UNDELIVERED')
    assert.equal((await call(buyerId, keyId)).open, true)
    assert.deepEqual(await keys.spending(keyId), {
      total: PRICE * 2n,
      today: PRICE * 2n,
      last30Days: PRICE * 2n,
      open: 2,
    })
  })
}

test('a reservation that expires comes back', async () => {
  const { buyerId, keyId } = await keyed({ totalMicros: PRICE.toString() })
  const { callId } = await call(buyerId, keyId)
  await system.sql.query('UPDATE reservations SET expires_at = clock_timestamp() WHERE call_id = $1', [callId])
  for (;;) {
    const { state } = await system.calls.GetReservation({ callId }, LIMITS)
    if (state === 'RESERVATION_STATE_EXPIRED') break
  }
  assert.deepEqual(await keys.spending(keyId), { total: 0n, today: 0n, last30Days: 0n, open: 0 })
})

test('the same call asked twice is counted once, and stays admitted at a full cap', async () => {
  const { buyerId, keyId } = await keyed({ totalMicros: PRICE.toString(), concurrent: 1 })
  const request = { ...callTo('acme/search'), buyerId, keyId }
  await system.reserve(request)
  assert.equal((await system.reserve(request)).priceMicros, PRICE.toString())
  assert.equal((await keys.spending(keyId)).total, PRICE)
})

test('as many billable calls are under way as the key may have', async () => {
  const { buyerId, keyId } = await keyed({ concurrent: 2 })
  const [first] = await Promise.all([call(buyerId, keyId), call(buyerId, keyId)])
  const refused = await refusalOf(call(buyerId, keyId))
  assert.equal(refused.code, 'concurrency_limit_exceeded')
  assert.match(refused.message, /The key "agent" may have 2 billable calls under way/)
  assert.equal((await call(buyerId, keyId, { billable: false })).open, false)
  await system.capture(first.callId)
  assert.equal((await call(buyerId, keyId)).open, true)
})

test('free calls spend nothing, but are under way', async () => {
  const buyerId = await system.buyer(0n, { tier: 'TIER_FREE' })
  const keyId = await keys.set(buyerId, { totalMicros: '0', maxPriceMicros: '0', concurrent: 1 })
  const { callId } = await call(buyerId, keyId)
  assert.equal(await codeOf(call(buyerId, keyId)), 'concurrency_limit_exceeded')
  await system.capture(callId)
  assert.equal(await codeOf(call(buyerId, keyId)), 'admitted')
})

test('a call that is dearer than its key or its caller pays is refused before anything is held', async () => {
  const { buyerId, keyId } = await keyed({ maxPriceMicros: (DEEP_PRICE - 1n).toString() })
  const byKey = await refusalOf(call(buyerId, keyId, { toolName: 'deep' }))
  assert.equal(byKey.code, 'price_limit_exceeded')
  assert.match(byKey.message, /The key "agent" may pay 0\.019999 USD for a call, and this one costs 0\.02 USD/)
  const byCaller = await refusalOf(call(buyerId, randomUUID(), { maxPriceMicros: '1999' }))
  assert.equal(byCaller.code, 'price_limit_exceeded')
  assert.deepEqual([byCaller.detail.limit, byCaller.detail.limitValue], ['Mtg-Max-Price', '0.001999'])
  assert.equal((await system.wallet(buyerId)).held, 0n)
  assert.equal((await call(buyerId, keyId, { maxPriceMicros: PRICE.toString() })).open, true)
})

test('a key calls the apps and tools that it may, billed or not', async () => {
  const { buyerId, keyId } = await keyed({ tools: ['acme/search#deep'] })
  assert.equal((await call(buyerId, keyId, { toolName: 'deep' })).open, true)
  assert.equal((await call(buyerId, keyId, { billable: false, toolName: '' })).open, false)
  const refused = await refusalOf(call(buyerId, keyId))
  assert.equal(refused.code, 'app_not_allowed')
  assert.equal(refused.message, 'The key "agent" may not call the tool "lookup" of acme/search.')
  assert.deepEqual([refused.detail.limit, refused.detail.limitKeyName], ['tools', 'agent'])
  // What a key may not call it learns nothing of.
  const elsewhere = await refusalOf(call(buyerId, keyId, { publisherUsername: 'nobody' }))
  assert.equal(elsewhere.code, 'app_not_allowed')
})

test('a call of which nothing is remembered waits for one statement; one of a key with lists for what they say', async () => {
  const ran = async () => {
    const text = await system.metrics.text()
    return ['meet-call', 'resolve-calls', 'key-rules', 'hold-call'].map(name => {
      const [, times = '0'] =
        new RegExp(`mtg_database_statement_duration_seconds_count\\{[^}]*statement="${name}"[^}]*\\} (\\d+)`).exec(
          text,
        ) ?? []
      return Number(times)
    })
  }
  const between = (before: number[], later: number[]) => later.map((times, index) => times - (before[index] ?? 0))
  const { buyerId, keyId } = await keyed({ totalMicros: (PRICE * 2n).toString() })
  const start = await ran()
  await call(buyerId, keyId)
  const free = await ran()
  assert.deepEqual(between(start, free), [1, 0, 0, 0])
  const listed = await keys.set(buyerId, { apps: ['acme/search'] })
  await call(buyerId, listed)
  assert.deepEqual(between(free, await ran()), [1, 0, 1, 1])
  // What is refused is refused by the same checks as ever, and holds nothing.
  const elsewhere = await keys.set(buyerId, { apps: ['acme/tight'] })
  assert.equal(await codeOf(call(buyerId, elsewhere)), 'app_not_allowed')
  assert.equal(await codeOf(call(buyerId, keyId, { publisherUsername: 'banned' })), 'publisher_suspended')
  assert.deepEqual(await system.wallet(buyerId), { balance: PRICE * 100n, held: PRICE * 2n })
})

test('lists that were narrowed a moment ago bind what is billed, whatever is remembered', async () => {
  const forgetful = await startHarness({ env: { CATALOGUE_CACHE_MS: '60000' } })
  const forgetfulKeys = openKeys(forgetful.address)
  try {
    await forgetful.catalog.ApplyCatalog({ publishers }, LIMITS)
    const buyerId = await forgetful.buyer(PRICE * 10n)
    const keyId = await forgetfulKeys.set(buyerId, {})
    const ask = () => codeOf(forgetful.reserve({ ...callTo('acme/search'), buyerId, keyId }))
    assert.equal(await ask(), 'admitted')
    await forgetfulKeys.set(buyerId, { apps: ['acme/quota'] }, { keyId })
    assert.equal(await ask(), 'app_not_allowed')
    await forgetfulKeys.set(buyerId, { apps: ['acme/search'] }, { keyId })
    assert.equal(await ask(), 'admitted')
  } finally {
    forgetfulKeys.close()
    await forgetful.stop()
  }
})

test('the same tool with the same arguments is a loop when called too often', async () => {
  const { buyerId, keyId } = await keyed({ loop: { calls: 3, seconds: 60 } })
  const ask = (text: string, changes: Partial<billing.ReserveRequest> = {}) =>
    call(buyerId, keyId, { argumentsDigest: digestOf(text), ...changes })
  assert.equal(await codeOf(call(buyerId, keyId)), 'arguments_digest_needed')
  const request = { ...callTo('acme/search'), buyerId, keyId, argumentsDigest: digestOf('a') }
  await system.reserve(request)
  // The same call asked again is not another one.
  await system.reserve(request)
  await ask('a')
  await ask('a')
  const refused = await refusalOf(ask('a'))
  assert.equal(refused.code, 'loop_detected')
  assert.match(refused.message, /The key "agent" .* 3 times within 60 s.* frees at 2\d{3}-/)
  assert.equal((await ask('b')).open, true)
  assert.equal((await ask('a', { toolName: 'deep' })).open, true)
  assert.equal((await call(buyerId, keyId, { billable: false })).open, false)
})

test('a loop is one of the key that watches, for all keys below it', async () => {
  const { buyerId, keyId: parent } = await keyed({ loop: { calls: 2, seconds: 60 } }, 'parent')
  const children = await Promise.all(['a', 'b', 'c'].map(name => keys.set(buyerId, {}, { name, parent })))
  const argumentsDigest = createHash('sha256').update('same').digest()
  const codes = []
  for (const keyId of children) codes.push(await codeOf(call(buyerId, keyId, { argumentsDigest })))
  assert.deepEqual(codes, ['admitted', 'admitted', 'loop_detected'])
})

test('a call must fit every key above it, and the one that refuses is named', async () => {
  const { buyerId, keyId: root } = await keyed({ totalMicros: (PRICE * 2n).toString() }, 'root')
  const middle = await keys.set(buyerId, {}, { name: 'middle', parent: root })
  const leaf = await keys.set(buyerId, { totalMicros: PRICE.toString() }, { name: 'leaf', parent: middle })
  await call(buyerId, leaf)
  assert.match((await refusalOf(call(buyerId, leaf))).message, /The key "leaf" may spend/)
  await call(buyerId, middle)
  assert.match((await refusalOf(call(buyerId, middle))).message, /The key "root" may spend/)
  assert.deepEqual((await keys.spending(root)).total, PRICE * 2n)
  assert.deepEqual((await keys.spending(leaf)).total, PRICE)
  // Narrowed later, a parent binds at once; raised, it lets its children go on.
  await keys.set(buyerId, { totalMicros: (PRICE * 3n).toString(), maxPriceMicros: '1' }, { keyId: root, name: 'root' })
  assert.equal(await codeOf(call(buyerId, middle)), 'price_limit_exceeded')
  await keys.set(buyerId, { totalMicros: (PRICE * 3n).toString() }, { keyId: root, name: 'root' })
  assert.equal(await codeOf(call(buyerId, middle)), 'admitted')
})

// Refusals, in the order in which they are checked: a call that two of them refuse answers with the earlier one.

/** The code of a call that the limits, and what else speaks against it, refuse. */
async function codeWith(limits: billing.KeyLimits, changes: Partial<billing.ReserveRequest>, balance = PRICE * 10n) {
  const buyerId = await system.buyer(balance)
  const keyId = await keys.set(buyerId, limits)
  return await codeOf(call(buyerId, keyId, changes))
}

test('app_not_allowed is answered before publisher_not_found, and that before all about money', async () => {
  const limits = { apps: ['acme/other'], maxPriceMicros: '1', loop: { calls: 1, seconds: 60 } }
  assert.equal(await codeWith(limits, { publisherUsername: 'nobody' }), 'app_not_allowed')
  assert.equal(await codeWith({ maxPriceMicros: '1' }, { publisherUsername: 'nobody' }), 'publisher_not_found')
  assert.equal(await codeWith({ maxPriceMicros: '1' }, { appName: 'daily' }), 'app_not_purchased')
})

test('rate_limit_exceeded is answered before loop_detected', async () => {
  const buyerId = await system.buyer(0n, purchaseOf('acme/tight', 'TIER_FREE'))
  const keyId = await keys.set(buyerId, { loop: { calls: 1, seconds: 60 } })
  const codes = []
  for (let asked = 0; asked < 3; asked += 1) {
    codes.push(await codeOf(call(buyerId, keyId, { appName: 'tight', argumentsDigest: digestOf('a') })))
  }
  assert.deepEqual(codes, ['admitted', 'loop_detected', 'rate_limit_exceeded'])
})

test('loop_detected is answered before meter_limit_exceeded', async () => {
  const buyerId = await system.buyer(PRICE, purchaseOf('acme/quota', 'TIER_PAID'))
  const keyId = await keys.set(buyerId, { loop: { calls: 1, seconds: 60 } })
  const ask = (text: string) => codeOf(call(buyerId, keyId, { appName: 'quota', argumentsDigest: digestOf(text) }))
  for (const text of ['a', 'b', 'c']) assert.equal(await ask(text), 'admitted')
  assert.equal(await ask('a'), 'loop_detected')
  assert.equal(await ask('d'), 'meter_limit_exceeded')
})

test('meter_limit_exceeded and publisher_not_payable are answered before price_limit_exceeded', async () => {
  const limits = { maxPriceMicros: '1' }
  const buyerId = await system.buyer(PRICE, purchaseOf('acme/quota', 'TIER_PAID'))
  for (let asked = 0; asked < 3; asked += 1) await call(buyerId, '', { appName: 'quota' })
  assert.equal(
    await codeOf(call(buyerId, await keys.set(buyerId, limits), { appName: 'quota' })),
    'meter_limit_exceeded',
  )
  const other = await system.buyer(PRICE, purchaseOf('unpaid/search', 'TIER_PAID'))
  const keyId = await keys.set(other, limits)
  assert.equal(await codeOf(call(other, keyId, { publisherUsername: 'unpaid' })), 'publisher_not_payable')
})

test('of the caps the price is answered first, then calls under way, then spending, and the wallet last', async () => {
  const { buyerId, keyId } = await keyed({ concurrent: 1 })
  await call(buyerId, keyId)
  await keys.set(buyerId, { concurrent: 1, maxPriceMicros: '1', totalMicros: PRICE.toString() }, { keyId })
  assert.equal(await codeOf(call(buyerId, keyId)), 'price_limit_exceeded')
  await keys.set(buyerId, { concurrent: 1, totalMicros: PRICE.toString() }, { keyId })
  assert.equal(await codeOf(call(buyerId, keyId)), 'concurrency_limit_exceeded')
  assert.equal(await codeWith({ totalMicros: '1' }, {}, 0n), 'spend_limit_exceeded')
  assert.equal(await codeWith({ totalMicros: PRICE.toString() }, {}, 0n), 'insufficient_balance')
})

test('billing is told of a key first, and of its parent; neither changes buyer or place', async () => {
  const buyerId = await system.buyer(0n)
  const parent = randomUUID()
  const child = await keys.set(buyerId, { totalMicros: '5' }, { parent })
  const { key } = await keys.client.SetKeyLimits(
    { buyerId, keyId: parent, name: 'top', limits: { totalMicros: '7' } },
    LIMITS,
  )
  assert.deepEqual([key?.lineage, key?.parentKeyId, key?.limits?.totalMicros], [[parent], '', '7'])
  const refused = [
    { keyId: child, parentKeyId: randomUUID() },
    { keyId: child, buyerId: randomUUID() },
    { keyId: randomUUID(), parentKeyId: parent, buyerId: randomUUID() },
    { keyId: child, limits: { totalMicros: '8' } },
  ]
  for (const change of refused) {
    const request = { buyerId, name: 'x', limits: {}, ...change }
    assert.equal(await codeOf(keys.client.SetKeyLimits(request, LIMITS)), 'invalid_argument')
  }
  const { message } = await refusalOf(
    keys.client.SetKeyLimits({ buyerId, keyId: child, name: 'x', limits: { totalMicros: '8' } }, LIMITS),
  )
  assert.equal(message, 'limits.total_micros is wider than that of the key "top".')
})

test('keys have at most five generations', async () => {
  const buyerId = await system.buyer(0n)
  let parent = await keys.set(buyerId, {})
  for (let generation = 2; generation <= 5; generation += 1) parent = await keys.set(buyerId, {}, { parent })
  assert.equal(await codeOf(keys.set(buyerId, {}, { parent })), 'invalid_argument')
})

test('limits of many keys are set all together, or none of them', async () => {
  const buyerId = await system.buyer(PRICE)
  const [parent, child] = [randomUUID(), randomUUID()]
  const entry = (keyId: string, parentKeyId: string, totalMicros: string) => ({
    buyerId,
    keyId,
    name: keyId === parent ? 'parent' : 'child',
    parentKeyId,
    limits: { totalMicros },
  })
  const apply = (childTotal: string) =>
    keys.client.ApplyKeyLimits({ keys: [entry(parent, '', '5'), entry(child, parent, childTotal)] }, LIMITS)
  const known = async () => (await keys.client.GetKeyLimits({ keyIds: [parent, child] }, LIMITS)).keys.length
  await assert.rejects(apply('6'), { code: 'invalid_argument', message: /total_micros/ })
  assert.equal(await known(), 0)
  await apply('5')
  await apply('4')
  assert.equal(await known(), 2)
})

test('limits out of bounds are refused', async () => {
  const buyerId = await system.buyer(0n)
  const many = (count: number, suffix = '') => Array.from({ length: count }, (_, index) => `acme/app${index}${suffix}`)
  const bad: billing.KeyLimits[] = [
    { totalMicros: '-1' },
    { totalMicros: '1000000000000001' },
    { concurrent: 0 },
    { concurrent: 10_001 },
    { loop: { calls: 0, seconds: 1 } },
    { loop: { calls: 1, seconds: 3601 } },
    { apps: ['acme'] },
    { apps: ['acme/search', 'acme/search'] },
    { apps: many(101) },
    { tools: ['acme/search'] },
    { tools: ['acme/search#'] },
    { tools: many(201, '#tool') },
    { tools: [`acme/search#${'x'.repeat(1000)}`] },
  ]
  for (const limits of bad) {
    assert.equal(await codeOf(keys.set(buyerId, limits)), 'invalid_argument', JSON.stringify(limits))
  }
})

test('a key of calls must be readable, since its limits would not bind otherwise', async () => {
  const buyerId = await system.buyer(PRICE)
  assert.equal(await codeOf(call(buyerId, 'nonsense')), 'invalid_argument')
})

test('keys are listed by buyer or by tree, with what they spent', async () => {
  const { buyerId, keyId: root } = await keyed({})
  const other = await keys.set(buyerId, {})
  const child = await keys.set(buyerId, {}, { parent: root })
  await call(buyerId, child)
  const pages: billing.LimitedKey__Output[] = []
  let pageToken = ''
  do {
    const answer = await keys.client.ListKeySpending({ buyerId, pageSize: 2, pageToken }, LIMITS)
    pages.push(...answer.keys)
    pageToken = answer.nextPageToken
  } while (pageToken !== '')
  assert.deepEqual(
    pages.map(key => key.keyId),
    [root, other, child].sort(),
  )
  const tree = await keys.client.ListKeySpending({ buyerId, rootKeyId: root }, LIMITS)
  assert.deepEqual(
    new Map(tree.keys.map(key => [key.keyId, key.spending?.totalMicros])),
    new Map([root, child].sort().map(keyId => [keyId, PRICE.toString()])),
  )
})

test('days end at midnight UTC and hours leave after 30 days, as if time had passed', async () => {
  await clearOfTurn(HOUR_MS, 20_000)
  const { buyerId, keyId } = await keyed({ perDayMicros: PRICE.toString(), per30DaysMicros: (PRICE * 2n).toString() })
  /** Lets hours pass: what was counted so far was counted so much earlier. */
  const pass = async (hours: number) => {
    await system.sql.query('UPDATE key_spending SET hour = hour - $2 WHERE key_id = $1', [keyId, hours])
    await system.sql.query('UPDATE key_hours SET hour = hour - $2 WHERE key_id = $1', [keyId, hours])
    await system.sql.query('UPDATE reservations SET key_hour = key_hour - $2 WHERE key_id = $1', [keyId, hours])
  }
  const first = await call(buyerId, keyId)
  assert.equal(await codeOf(call(buyerId, keyId)), 'spend_limit_exceeded')
  await pass(24)
  assert.deepEqual(await keys.spending(keyId), { total: PRICE, today: 0n, last30Days: PRICE, open: 1 })
  const second = await call(buyerId, keyId)
  const refused = await refusalOf(call(buyerId, keyId))
  assert.equal(refused.detail.limit, 'per30Days')
  // It frees when the first one's hour leaves.
  const leavesAt = (Math.floor(Date.now() / HOUR_MS) - 24 + 721) * HOUR_MS
  assert.equal(refused.detail.freesAt, new Date(leavesAt).toISOString())
  // Given back a day later, it counts for its own day and hour.
  await system.release(first.callId)
  assert.deepEqual(await keys.spending(keyId), { total: PRICE, today: PRICE, last30Days: PRICE, open: 1 })
  await system.capture(second.callId)
  await pass(720)
  assert.equal((await keys.spending(keyId)).last30Days, PRICE)
  await pass(1)
  assert.deepEqual(await keys.spending(keyId), { total: PRICE, today: 0n, last30Days: 0n, open: 0 })
  await call(buyerId, keyId)
  // What is given back so late changes no sum but the total.
  await system.release(second.callId, 'RELEASE_REASON_UNDELIVERED')
  assert.deepEqual(await keys.spending(keyId), { total: PRICE, today: PRICE, last30Days: PRICE, open: 1 })
})

for (const [how, size] of [
  ['by themselves', 1],
  ['many to a statement', 20],
] as const) {
  test(`calls under way are limited exactly, counted at the wallet or key by key: calls ${how}`, async () => {
    const buyerId = await system.buyer(PRICE * 1000n)
    const root = await keys.set(buyerId, { concurrent: 3 })
    const child = await keys.set(buyerId, { concurrent: 2 }, { parent: root })
    const other = await keys.set(buyerId, {})
    const isCountedByKeys = async () => {
      const { rows } = await system.sql.query<{ since: number | null }>(
        'SELECT keys_counted_since AS since FROM wallets WHERE buyer_id = $1',
        [buyerId],
      )
      return rows[0]?.since !== null
    }
    /** How many of so many calls at once are admitted. */
    const admitted = async (keyId: string, count: number) => {
      const outcomes = await Promise.allSettled(Array.from({ length: count }, () => call(buyerId, keyId)))
      return outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value.callId] : []))
    }
    const openOf = async (keyId: string) => (await keys.spending(keyId)).open

    const [first = ''] = await admitted(child, 1)
    assert.equal(await isCountedByKeys(), false)
    assert.deepEqual([await openOf(root), await openOf(child), await openOf(other)], [1, 1, 0])
    const others = await admitted(other, size)
    assert.equal(others.length, size)
    const [second = ''] = await admitted(child, size)
    assert.deepEqual([await openOf(root), await openOf(child), await openOf(other)], [2, 2, size])
    assert.deepEqual(await admitted(child, size), [])
    assert.equal((await admitted(root, size + 1)).length, 1)
    assert.equal(await isCountedByKeys(), true)

    // An hour later they are counted at the wallet again, whoever of them is still under way.
    await system.sql.query('UPDATE wallets SET keys_counted_since = keys_counted_since - 1 WHERE buyer_id = $1', [
      buyerId,
    ])
    await system.capture(first)
    await Promise.all(others.map(callId => system.release(callId)))
    assert.equal((await admitted(other, size)).length, size)
    assert.equal(await isCountedByKeys(), false)
    assert.deepEqual([await openOf(root), await openOf(child), await openOf(other)], [2, 1, size])
    assert.equal((await admitted(child, size + 1)).length, 1)
    await system.release(second)
    assert.equal((await admitted(root, size + 1)).length, 1)
    assert.deepEqual([await openOf(root), await openOf(child), await openOf(other)], [3, 1, size])
    assert.deepEqual(await system.breaches(), [])
  })
}

test('whoever has a key with limits has the wallet that its calls are counted in', async () => {
  const buyerId = randomUUID()
  await keys.set(buyerId, { concurrent: 1 })
  const { rowCount } = await system.sql.query('SELECT FROM wallets WHERE buyer_id = $1', [buyerId])
  assert.equal(rowCount, 1)
})

test('the ledger adds up after all of this, and says so when a counter does not', async () => {
  assert.deepEqual(await system.breaches(), [])
  const { buyerId, keyId } = await keyed({})
  await call(buyerId, keyId)
  await system.sql.query('UPDATE key_spending SET spent_micros = spent_micros + 1 WHERE key_id = $1', [keyId])
  await system.sql.query('INSERT INTO key_hours (key_id, hour, micros) VALUES ($1, 1, 1)', [keyId])
  await system.sql.query('UPDATE wallets SET keyed_calls = keyed_calls + 1 WHERE buyer_id = $1', [buyerId])
  const breaches = await system.breaches()
  assert.deepEqual(
    breaches.map(breach => breach.split(':')[0]),
    ['key_spending_equals_calls', 'keyed_calls_equal_reservations', 'key_hours_equal_calls'],
  )
})

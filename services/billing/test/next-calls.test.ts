import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { billing } from '@mtg/contracts'
import { createMetrics } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { asCallId, type PurchaseId, uuidv7 } from '@mtg/primitives'
import { fromRefusal } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { batchSizes } from '../src/observe/call-counts.ts'
import { createCallsUnderWay, createNextHolds } from '../src/store/hold-ahead.ts'
import { rowsLookedAt } from './books.ts'
import { openCallStreams } from './call-streams.ts'
import { appEntry, callTo, codeOf, type Harness, LIMITS, publishers, startHarness, tierEntry } from './harness.ts'
import { openKeys } from './keys.ts'
import { POISON, refusePoison } from './poison.ts'

const PRICE = 2000n
/** What must be left for one that is held. */
const SHARE = 64n
const MANY = PRICE * SHARE * 1000n

let system: Harness
/** Of both processes. */
let streams: ReturnType<typeof openCallStreams>[]

before(async () => {
  system = await startHarness({ env: { CATALOGUE_CACHE_MS: '0' } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  streams = [openCallStreams(system.address), openCallStreams(await system.startTwin())]
})
after(async () => {
  for (const each of streams ?? []) each.close()
  await system?.stop()
})

const streamsAt = (index: number) => {
  const found = streams[index % 2]
  assert.ok(found)
  return found
}

async function manyBuyers(count: number): Promise<string[]> {
  const buyers: string[] = []
  while (buyers.length < count) buyers.push(await system.buyer(MANY))
  return buyers
}

async function next(changes: Partial<billing.ReserveRequest> & { buyerId: string }, at = 0) {
  const item = { ...callTo('acme/search'), ...changes }
  const { ahead, refusal } = await streamsAt(at).nexts.send({ call: item }, LIMITS)
  if (refusal) throw fromRefusal(refusal)
  assert.ok(ahead)
  return { callId: item.callId, ...ahead, isHeld: ahead.reservation !== null }
}

/** What is really held and counted, whatever is shown. */
async function countsOf(buyerId: string) {
  const { rows } = await system.sql.query<{ held: string; used: string }>(
    'SELECT held, (SELECT sum(used) FROM purchases WHERE buyer_id = $1) AS used FROM wallets WHERE buyer_id = $1',
    [buyerId],
  )
  return { held: BigInt(rows[0]?.held ?? 0), used: Number(rows[0]?.used ?? 0) }
}

test('the next calls of many buyers are held at once, and captured like any other; what is taken back leaves nothing', async () => {
  const buyers = await manyBuyers(30)
  const held = await Promise.all(buyers.map(buyerId => next({ buyerId })))
  for (const [index, buyerId] of buyers.entries()) {
    const { callId, reservation, usableMs, places } = held[index] ?? assert.fail()
    assert.deepEqual([reservation?.callId, reservation?.open, reservation?.priceMicros], [callId, true, '2000'])
    assert.equal(reservation?.upstream?.credential, 'acme-upstream-key')
    assert.ok(usableMs > 0 && usableMs <= 10_000)
    assert.deepEqual(await countsOf(buyerId), { held: PRICE, used: 1 })
    if (index % 2 === 0) assert.equal(await system.capture(callId), PRICE)
    else await system.calls.ReleaseAhead({ buyerId, callIds: [callId], places }, LIMITS)
    assert.deepEqual(await countsOf(buyerId), { held: 0n, used: index % 2 === 0 ? 1 : 0 })
  }
  assert.deepEqual(await system.breaches(), [])
})

async function shownOf(buyerId: string) {
  const { reservations } = await system.calls.ListOpenReservations({ buyerId }, LIMITS)
  return { held: (await system.wallet(buyerId)).held, open: reservations.map(open => open.callId) }
}

test('a call that has come on what was held for it is shown as under way', async () => {
  const [buyerId, other] = [await system.buyer(MANY), await system.buyer(MANY)]
  const { callId } = await next({ buyerId })
  await next({ buyerId: other })
  const captured = await next({ buyerId: await system.buyer(MANY) })
  await system.capture(captured.callId)
  for (const underWayCallId of [callId, captured.callId, randomUUID()]) {
    const { refusal } = await streamsAt(1).nexts.send({ underWayCallId }, LIMITS)
    assert.equal(refusal, null)
  }
  assert.deepEqual(await shownOf(buyerId), { held: PRICE, open: [callId] })
  assert.deepEqual(await shownOf(other), { held: 0n, open: [] })
  assert.equal(await system.capture(callId), PRICE)
  assert.deepEqual(await system.breaches(), [])
})

test('what is held for a next call is shown to nobody while it may come', async () => {
  const buyerId = await system.buyer(MANY)
  const { callId } = await next({ buyerId })
  const shown = () => shownOf(buyerId)
  const age = (seconds: number) =>
    system.sql.query(
      `UPDATE reservations SET reserved_at = reserved_at - $2 * interval '1 second' WHERE call_id = $1`,
      [callId, seconds],
    )
  await age(9)
  assert.deepEqual(await shown(), { held: 0n, open: [] })
  await age(2)
  assert.deepEqual(await shown(), { held: PRICE, open: [callId] })
})

test('nothing is held where somebody could miss it, and the others of the same message get theirs', async () => {
  const tiers = (changes: Partial<billing.TierEntry>) => [tierEntry('TIER_PAID', { priceMicros: '2000', ...changes })]
  const apps = [
    appEntry('minute', { tiers: tiers({ perMinute: '63' }), tools: [] }),
    appEntry('day', { tiers: tiers({ perDay: '63' }), tools: [] }),
    appEntry('month', { tiers: tiers({ monthly: '63' }), tools: [] }),
  ]
  const publisher = { username: 'sparse', payoutConnected: true, apiKey: 'k', apps }
  await system.catalog.ApplyCatalog({ publishers: [publisher] }, LIMITS)
  const keys = openKeys(system.address)
  const scarce: (Partial<billing.ReserveRequest> & { buyerId: string })[] = [
    { buyerId: await system.buyer(PRICE * SHARE - 1n) },
  ]
  for (const appName of apps.map(({ name }) => name ?? '')) {
    scarce.push({
      buyerId: await system.buyer(MANY, { app: `sparse/${appName}` }),
      publisherUsername: 'sparse',
      appName,
    })
  }
  const limited = await system.buyer(MANY)
  scarce.push({ buyerId: limited, keyId: await keys.set(limited, { totalMicros: MANY.toString() }) })
  keys.close()
  const victims = [await system.buyer(PRICE * SHARE), ...(await manyBuyers(5))]
  const [ofScarce, ofVictims] = await Promise.all([
    Promise.all(scarce.map(changes => next(changes))),
    Promise.all(victims.map(buyerId => next({ buyerId }))),
  ])
  assert.deepEqual(
    ofScarce.map(({ isHeld }) => isHeld),
    scarce.map(() => false),
  )
  for (const { buyerId } of scarce) assert.deepEqual(await countsOf(buyerId), { held: 0n, used: 0 })
  assert.ok(ofVictims.every(({ isHeld }) => isHeld))
})

test('nothing is held beyond the moment when a price changes', async () => {
  const publisher = { username: 'rising', payoutConnected: true, apiKey: 'k', apps: [appEntry('search')] }
  await system.catalog.ApplyCatalog({ publishers: [publisher] }, LIMITS)
  const buyerId = await system.buyer(MANY, { app: 'rising/search' })
  await system.sql.query(`
    UPDATE apps SET prices_change_at = clock_timestamp() + interval '9 seconds'
    WHERE publisher_id = (SELECT id FROM publishers WHERE username = 'rising')`)
  const { isHeld, usableMs } = await next({ buyerId, publisherUsername: 'rising' })
  // The end of a minute may come before that: nothing is usable beyond it.
  assert.ok(!isHeld || usableMs < 9_000)
})

test('who may not call, or asks what cannot be answered, fails alone', async () => {
  const [victim, buyerId] = [await system.buyer(MANY), await system.buyer(MANY)]
  const stranger = await system.buyer(MANY, null)
  const bad: [Partial<billing.ReserveRequest> & { buyerId: string }, string][] = [
    [{ buyerId: stranger }, 'app_not_purchased'],
    [{ buyerId, publisherUsername: 'banned' }, 'publisher_suspended'],
    [{ buyerId, billable: false }, 'invalid_argument'],
    [{ buyerId: 'x' }, 'invalid_argument'],
    [{ buyerId, toolName: 'a\u0000b' }, 'invalid_argument'],
  ]
  const [codes, { isHeld }] = await Promise.all([
    Promise.all(bad.map(([changes]) => codeOf(next(changes)))),
    next({ buyerId: victim }),
  ])
  assert.deepEqual(
    codes,
    bad.map(([, code]) => code),
  )
  assert.ok(isHeld)
  assert.deepEqual(await countsOf(buyerId), { held: 0n, used: 0 })
})

test('a call that no statement can hold fails alone, whatever it is', async () => {
  await refusePoison(system.sql)
  const buyers = await manyBuyers(20)
  const ask = (buyerId: string, index: number) => codeOf(next({ buyerId, ...(index === 7 && { toolName: POISON }) }))
  const outcomes = await Promise.all(buyers.map(ask))
  // While a statement that failed lets go of its rows, the next one passes them by.
  const poisoned = outcomes.splice(7, 1)
  if (poisoned[0] === 'admitted') {
    await eventually(async () => assert.equal(await ask(buyers[7] ?? '', 7), 'internal_error'))
  } else assert.deepEqual(poisoned, ['internal_error'])
  assert.deepEqual(new Set(outcomes), new Set(['admitted']))
  for (const [index, buyerId] of buyers.entries()) {
    if (index !== 7 && (await countsOf(buyerId)).used === 0) assert.ok((await next({ buyerId })).isHeld)
    assert.deepEqual(await countsOf(buyerId), index === 7 ? { held: 0n, used: 0 } : { held: PRICE, used: 1 })
  }
})

test('whoever’s wallet or purchase is being written has none, and nobody waits for it', async () => {
  const [victim, ofWallet, ofPurchase] = [await system.buyer(MANY), await system.buyer(MANY), await system.buyer(MANY)]
  await system.sql.query('BEGIN')
  try {
    await system.sql.query('SELECT FROM wallets WHERE buyer_id = $1 FOR UPDATE', [ofWallet])
    await system.sql.query('SELECT FROM purchases WHERE buyer_id = $1 FOR UPDATE', [ofPurchase])
    const held = await Promise.all([ofWallet, ofPurchase, victim].map(buyerId => next({ buyerId })))
    assert.deepEqual(
      held.map(({ isHeld }) => isHeld),
      [false, false, true],
    )
  } finally {
    await system.sql.query('COMMIT')
  }
  assert.ok((await next({ buyerId: ofWallet })).isHeld)
})

test('next calls are held, and noted when they come, without a look at anybody else’s', async () => {
  const { sql } = system
  const buyers = await manyBuyers(3)
  const { rows } = await sql.query<{ id: PurchaseId }>('SELECT id FROM purchases WHERE buyer_id = ANY ($1)', [buyers])
  const db: Queryable = { query: async ({ text }, values = []) => (await sql.query(text, [...values])).rows }
  const onSplit = (thrown: unknown) => assert.fail(String(thrown))
  const options = { db, sizes: batchSizes(createMetrics('billing'), 'next'), onSplit }
  const readOfAll = () => rowsLookedAt(sql, ['purchases', 'reservations', 'wallets'])
  await sql.query('BEGIN')
  try {
    await sql.query(
      `WITH strangers AS (
         INSERT INTO purchases (id, buyer_id, app_id, tier)
         SELECT gen_random_uuid(), gen_random_uuid(), (SELECT app_id FROM purchases WHERE id = $1), 'paid'
         FROM generate_series(1, 2000) RETURNING id, buyer_id, app_id
       )
       INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                                 fee_micros, window_index, reserved_at, expires_at, outcome, name)
       SELECT gen_random_uuid(), 'open', s.buyer_id, s.id, s.app_id, gen_random_uuid(), 'paid', 'find', 0, 0, 0, now(), now(), 'next', 'find'
       FROM strangers s`,
      [rows[0]?.id],
    )
    const before = await readOfAll()
    const holds = createNextHolds({ ...options, feePpm: 0 })
    const calls = rows.map(({ id }) => ({
      callIds: [asCallId(uuidv7(Date.now()))],
      purchaseId: id,
      isPaid: true,
      tool: 'find',
      keyId: null,
      name: 'find',
      keptMs: 10_000,
      ttlMs: 60_000,
    }))
    const prices = await Promise.all(calls.map(call => holds.add(call)))
    assert.deepEqual(prices, [PRICE, PRICE, PRICE])
    const underWay = createCallsUnderWay(options)
    await Promise.all(calls.flatMap(({ callIds }) => callIds.map(callId => underWay.add(callId))))
    const looks = (await readOfAll()) - before
    assert.ok(looks > 0 && looks < 200, `${looks} rows looked at`)
  } finally {
    await sql.query('ROLLBACK')
  }
})

test('however many hold for next calls, call, capture and take back at once, at two processes, nothing is overdrawn or lost', async context => {
  const step = fc.record({
    buyer: fc.integer({ min: 0, max: 4 }),
    do: fc.constantFrom('next' as const, 'next' as const, 'call' as const),
    ends: fc.constantFrom('captured' as const, 'taken back' as const),
    at: fc.integer({ min: 0, max: 1 }),
  })
  const property = fc.asyncProperty(
    fc.array(fc.bigInt({ min: 0n, max: 3n * SHARE }), { minLength: 5, maxLength: 5 }),
    fc.array(step, { minLength: 10, maxLength: 80, size: '+1' }),
    async (worths, steps) => {
      const buyers: string[] = []
      for (const worth of worths) buyers.push(await system.buyer(worth * PRICE))
      const captured = buyers.map(() => 0n)
      await Promise.all(
        steps.map(async ({ buyer, do: what, ends, at }) => {
          const buyerId = buyers[buyer] ?? assert.fail()
          const callId = what === 'next' ? await heldNext(buyerId, at) : await heldNow(buyerId, at)
          if (callId === undefined) return
          if (ends === 'captured') {
            const paid = await system.capture(callId)
            captured[buyer] = (captured[buyer] ?? 0n) + paid
          } else await system.calls.ReleaseAhead({ buyerId, callIds: [callId] }, LIMITS)
        }),
      )
      for (const [index, buyerId] of buyers.entries()) {
        const [paid = 0n, worth = 0n] = [captured[index], worths[index]]
        assert.ok(paid <= worth * PRICE)
        assert.equal((await system.wallet(buyerId)).balance, worth * PRICE - paid)
        assert.deepEqual(await countsOf(buyerId), { held: 0n, used: Number(paid / PRICE) })
      }
    },
  )
  await fuzz(context, 8, property)
  assert.deepEqual(await system.breaches(), [])
})

async function heldNext(buyerId: string, at: number): Promise<string | undefined> {
  const { callId, isHeld } = await next({ buyerId }, at)
  return isHeld ? callId : undefined
}

async function heldNow(buyerId: string, at: number): Promise<string | undefined> {
  const callId = randomUUID()
  const { refusal } = await streamsAt(at).reserves.send({ ...callTo('acme/search'), buyerId, callId }, LIMITS)
  if (refusal) assert.equal(refusal.code, 'insufficient_balance')
  return refusal ? undefined : callId
}

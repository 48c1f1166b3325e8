import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { appEntry, callTo, codeOf, type Harness, LIMITS, publishers, startHarness, tierEntry } from './harness.ts'
import { openKeys } from './keys.ts'

const PRICE = 2000n
/** What must be left for one that is held ahead. */
const SHARE = 64n
const MANY = PRICE * SHARE * 1000n

let system: Harness
let twin: Harness['calls']
let buyersPurchases: ReturnType<typeof openPurchases>

const openPurchases = (address: string) => createClient(services.billing.PurchaseService, { address })

before(async () => {
  system = await startHarness({ env: { CATALOGUE_CACHE_MS: '0', REAP_INTERVAL_MS: '50' } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  buyersPurchases = openPurchases(system.address)
  twin = createClient(services.billing.ReservationService, { address: await system.startTwin() })
})
after(async () => {
  twin?.close()
  buyersPurchases?.close()
  await system?.stop()
})

const idsFor = (count: number) => Array.from({ length: count }, () => randomUUID())

async function ahead(
  callIds: string[],
  changes: Partial<billing.ReserveRequest> & { buyerId: string },
  calls: Harness['calls'] = system.calls,
) {
  return await calls.ReserveAhead({ call: { ...callTo('acme/search'), ...changes }, callIds }, LIMITS)
}

/** What is really held of a buyer's money, whatever the wallet shows. */
async function heldOf(buyerId: string) {
  const { rows } = await system.sql.query<{ held: string }>('SELECT held FROM wallets WHERE buyer_id = $1', [buyerId])
  return BigInt(rows[0]?.held ?? 0)
}

/** How many calls a buyer's meter really counts. */
async function countsOf(buyerId: string) {
  const { rows } = await system.sql.query<{ used: string }>('SELECT used FROM purchases WHERE buyer_id = $1', [buyerId])
  return Number(rows[0]?.used)
}

test('reservations made ahead are captured like any other, and of calls that did not come nothing stays', async () => {
  const buyerId = await system.buyer(MANY)
  const callIds = idsFor(5)
  const { reservation, usableMs, places } = await ahead(callIds, { buyerId })
  assert.deepEqual([reservation?.open, reservation?.priceMicros, reservation?.tier], [true, '2000', 'TIER_PAID'])
  assert.equal(reservation?.upstream?.credential, 'acme-upstream-key')
  assert.ok(usableMs > 0 && usableMs <= 1000)
  assert.deepEqual([await heldOf(buyerId), await countsOf(buyerId)], [5n * PRICE, 5])
  const [first = '', second = '', third = '', ...unused] = callIds
  assert.equal(await system.capture(first), PRICE)
  assert.equal(await system.capture(second), PRICE)
  await system.release(third)
  const { releasedCount } = await system.calls.ReleaseAhead({ buyerId, callIds, places }, LIMITS)
  assert.equal(releasedCount, unused.length)
  assert.deepEqual(await system.wallet(buyerId), { balance: MANY - 2n * PRICE, held: 0n })
  assert.equal(await countsOf(buyerId), 2)
  for (const callId of unused) {
    assert.equal(await codeOf(system.calls.GetReservation({ callId }, LIMITS)), 'reservation_not_found')
  }
  assert.equal(await codeOf(system.capture(unused[0] ?? '')), 'reservation_not_found')
  assert.deepEqual(await system.breaches(), [])
})

test('what is held and counted for calls that have not come is shown to nobody; of a call under way it is', async () => {
  const buyerId = await system.buyer(MANY)
  const [called = '', ...others] = idsFor(4)
  await ahead([called, ...others], { buyerId })
  const { callId } = await system.reserve({ buyerId })
  const shown = async () => {
    const { held } = await system.wallet(buyerId)
    const { marks } = await system.wallets.ListWalletMarks({ buyerIds: [buyerId] }, LIMITS)
    const { purchases } = await buyersPurchases.ListPurchases({ buyerId }, LIMITS)
    const { prices } = await system.reserve({ buyerId, billable: false, toolName: '', withPrices: true })
    const { reservations } = await system.calls.ListOpenReservations({ buyerId }, LIMITS)
    const used = new Set([purchases[0]?.used, prices?.meter?.used])
    assert.deepEqual([BigInt(marks[0]?.heldMicros ?? -1), used.size], [held, 1])
    return { calls: held / PRICE, used: [...used].map(Number), open: reservations.map(open => open.callId).toSorted() }
  }
  assert.deepEqual(await shown(), { calls: 1n, used: [1], open: [callId] })
  await system.sql.query(
    `UPDATE reservations SET reserved_at = reserved_at - interval '2 seconds' WHERE call_id = $1`,
    [called],
  )
  assert.deepEqual(await shown(), { calls: 2n, used: [2], open: [called, callId].toSorted() })
})

test('pages hear of a call that was reserved ahead when it is charged, and not when it is reserved or given back', async () => {
  const buyerId = await system.buyer(MANY)
  const mark = async () =>
    (await system.wallets.ListWalletMarks({ buyerIds: [buyerId] }, LIMITS)).marks[0]?.purchasesMark
  await system.capture((await system.reserve({ buyerId })).callId)
  const [called = '', ...others] = idsFor(4)
  const known = await mark()
  const { places } = await ahead([called, ...others], { buyerId })
  assert.equal(await mark(), known)
  await system.capture(called)
  const told = await mark()
  assert.notEqual(told, known)
  await system.calls.ReleaseAhead({ buyerId, callIds: others, places }, LIMITS)
  assert.equal(await mark(), told)
})

test('what was taken back once, or is of another buyer, is not taken back again', async () => {
  const [buyerId, other] = [await system.buyer(MANY), await system.buyer(MANY)]
  const [callIds, theirs] = [idsFor(3), idsFor(3)]
  const { places } = await ahead(callIds, { buyerId })
  await ahead(theirs, { buyerId: other })
  for (const releasedCount of [3, 0]) {
    const released = await system.calls.ReleaseAhead({ buyerId, callIds: [...callIds, ...theirs], places }, LIMITS)
    assert.equal(released.releasedCount, releasedCount)
  }
  assert.deepEqual([await heldOf(other), await countsOf(other)], [3n * PRICE, 3])
  assert.deepEqual(await system.breaches(), [])
})

test('nothing is reserved ahead where somebody could miss it', async t => {
  const few = (name: string, changes: Partial<billing.TierEntry>) =>
    appEntry(name, { tiers: [tierEntry('TIER_PAID', { priceMicros: '2000', ...changes })], tools: [] })
  const apps = [few('minute', { perMinute: '255' }), few('day', { perDay: '255' }), few('month', { monthly: '255' })]
  const publisher = { username: 'sparse', payoutConnected: true, apiKey: 'k', apps }
  await system.catalog.ApplyCatalog({ publishers: [publisher] }, LIMITS)
  const keys = openKeys(system.address)
  const calls = 4
  const enough = PRICE * BigInt(calls) * SHARE

  async function none(buyerId: string, changes: Partial<billing.ReserveRequest> = {}) {
    const { reservation } = await ahead(idsFor(calls), { buyerId, ...changes })
    assert.equal(reservation, null)
    assert.deepEqual([await heldOf(buyerId), await countsOf(buyerId)], [0n, 0])
  }
  await t.test('a wallet with hardly more', async () => {
    await none(await system.buyer(enough - 1n))
    const buyerId = await system.buyer(enough)
    assert.ok((await ahead(idsFor(calls), { buyerId })).reservation)
  })
  for (const appName of ['minute', 'day', 'month']) {
    await t.test(`few calls a ${appName}`, async () => {
      const buyerId = await system.buyer(MANY, { app: `sparse/${appName}` })
      await none(buyerId, { publisherUsername: 'sparse', appName })
    })
  }
  await t.test('a key with limits, and one below it', async () => {
    const buyerId = await system.buyer(MANY)
    const keyId = await keys.set(buyerId, { totalMicros: MANY.toString() })
    await none(buyerId, { keyId })
    await none(buyerId, { keyId: await keys.set(buyerId, {}, { parent: keyId }) })
  })
  await t.test('a price that is about to change', async () => {
    const buyerId = await system.buyer(MANY, { app: 'sparse/minute' })
    const { rows } = await system.sql.query<{ id: string }>(`SELECT id FROM apps WHERE name = 'search'`)
    const own = await system.buyer(MANY)
    // Nothing is usable beyond its minute.
    await system.sql.query(
      `UPDATE apps SET prices_change_at =
         least(clock_timestamp() + interval '900 ms', date_trunc('minute', clock_timestamp()) + interval '1 minute')
       WHERE id = $1`,
      [rows[0]?.id],
    )
    await none(own)
    await system.sql.query('UPDATE apps SET prices_change_at = NULL WHERE id = $1', [rows[0]?.id])
    await system.sql.query('DELETE FROM purchases WHERE buyer_id = $1', [buyerId])
    assert.ok((await ahead(idsFor(calls), { buyerId: own })).reservation)
  })
  keys.close()
})

test('who may not call has nothing reserved ahead, and hears why', async () => {
  const none = await system.buyer(MANY, null)
  assert.equal(await codeOf(ahead(idsFor(1), { buyerId: none })), 'app_not_purchased')
  const buyerId = await system.buyer(MANY)
  const cases: [Partial<billing.ReserveRequest>, string][] = [
    [{ publisherUsername: 'banned' }, 'publisher_suspended'],
    [{ appName: 'nothing' }, 'app_not_found'],
    [{ billable: false }, 'invalid_argument'],
  ]
  for (const [changes, code] of cases) assert.equal(await codeOf(ahead(idsFor(1), { buyerId, ...changes })), code)
  const [twice = ''] = idsFor(1)
  for (const callIds of [[], idsFor(129), [twice, twice], ['x']]) {
    assert.equal(await codeOf(ahead(callIds, { buyerId })), 'invalid_argument')
    assert.equal(await codeOf(system.calls.ReleaseAhead({ buyerId, callIds }, LIMITS)), 'invalid_argument')
  }
  assert.equal(await heldOf(buyerId), 0n)
})

test('a reservation made ahead whose edge died expires by itself', async () => {
  const buyerId = await system.buyer(MANY)
  await ahead(idsFor(4), { buyerId })
  await system.sql.query('UPDATE reservations SET expires_at = clock_timestamp() WHERE buyer_id = $1', [buyerId])
  await eventually(async () => assert.equal(await heldOf(buyerId), 0n))
  assert.equal(await countsOf(buyerId), 0)
  assert.deepEqual(await system.breaches(), [])
})

test('however many reserve ahead, call, capture and take back at once, at two processes, nothing is overdrawn or lost', async context => {
  const step = fc.record({
    do: fc.constantFrom('ahead' as const, 'ahead' as const, 'call' as const),
    size: fc.integer({ min: 1, max: 8 }),
    used: fc.integer({ min: 0, max: 8 }),
    isAtTwin: fc.boolean(),
  })
  const property = fc.asyncProperty(
    fc.bigInt({ min: 0n, max: 3n * SHARE }),
    fc.array(step, { minLength: 4, maxLength: 40, size: '+1' }),
    async (worth, steps) => {
      const balance = worth * PRICE
      const buyerId = await system.buyer(balance)
      let captured = 0n
      await Promise.all(
        steps.map(async ({ do: what, size, used, isAtTwin }) => {
          const calls = isAtTwin ? twin : system.calls
          const callIds = idsFor(what === 'call' ? 1 : size)
          const { reservation, places } =
            what === 'call'
              ? { ...(await reserveOne(calls, buyerId, callIds)), places: null }
              : await ahead(callIds, { buyerId }, calls)
          if (reservation === null) return
          for (const callId of callIds.slice(0, used)) {
            const { capturedMicros } = await calls.Capture({ callId }, LIMITS)
            captured += BigInt(capturedMicros)
          }
          await calls.ReleaseAhead({ buyerId, callIds, places }, LIMITS)
        }),
      )
      assert.ok(captured <= balance)
      assert.equal((await system.wallet(buyerId)).balance, balance - captured)
      assert.deepEqual([await heldOf(buyerId), await countsOf(buyerId)], [0n, Number(captured / PRICE)])
    },
  )
  await fuzz(context, 8, property)
  assert.deepEqual(await system.breaches(), [])
})

async function reserveOne(calls: Harness['calls'], buyerId: string, [callId = '']: string[]) {
  return await calls.Reserve({ ...callTo('acme/search'), buyerId, callId }, LIMITS).catch((error: { code: string }) => {
    assert.equal(error.code, 'insufficient_balance')
    return { reservation: null }
  })
}

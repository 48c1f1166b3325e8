import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import type { Queryable, Statement } from '@mtg/postgres'
import { asBuyerId, uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { digestCaptured } from '../src/store/captured-calls.ts'
import { listEntriesOfAccount } from '../src/store/ledger/entries.ts'
import { findPurchase, listPurchases } from '../src/store/purchases.ts'
import { sumAtPrices } from '../src/store/rehearse-prices.ts'
import { addUpMonth } from '../src/store/statements/add-up.ts'
import { walletMarks } from '../src/store/wallet-marks.ts'
import { findWallet } from '../src/store/wallets.ts'
import { appEntry, callTo, codeOf, type Harness, LIMITS, publishers, startHarness, tierEntry } from './harness.ts'

let system: Harness
let purchases: ReturnType<typeof connect>

const connect = (address: string) => createClient(services.billing.PurchaseService, { address })

before(async () => {
  system = await startHarness()
  purchases = connect(system.address)
  const freeOnly = { name: 'gratis', tiers: [tierEntry('TIER_FREE', { monthly: '3' })], tools: [] }
  const shop = { username: 'shop', payoutConnected: true, apiKey: 'k', apps: [appEntry('gratis', freeOnly)] }
  await system.catalog.ApplyCatalog({ publishers: [...publishers, shop] }, LIMITS)
})
after(async () => {
  purchases?.close()
  await system?.stop()
})

async function obtain(buyerId: string, tier: billing.Tier, changes: Partial<billing.ObtainPurchaseRequest> = {}) {
  const request = { buyerId, app: 'acme/search', tier, ...changes }
  const { purchase, replacedPurchaseId } = await purchases.ObtainPurchase(request, LIMITS)
  assert.ok(purchase)
  return { ...purchase, replacedPurchaseId }
}

type Change = 'CancelPurchase' | 'DeactivatePurchase' | 'ActivatePurchase' | 'ExpirePurchase' | 'RenewPurchase'

async function change(name: Change, purchase: { buyerId: string; purchaseId: string }) {
  const { buyerId, purchaseId } = purchase
  const response = await purchases[name]({ buyerId, purchaseId }, LIMITS)
  assert.ok(response.purchase)
  return response.purchase
}

async function read({ buyerId, purchaseId }: { buyerId: string; purchaseId: string }) {
  const { purchase } = await purchases.GetPurchase({ buyerId, purchaseId }, LIMITS)
  assert.ok(purchase)
  return purchase
}

const call = (buyerId: string, app = 'acme/search') => codeOf(system.reserve({ ...callTo(app), buyerId }))

const shiftAnchor = (purchaseId: string, days: number) =>
  system.sql.query(`UPDATE purchases SET anchor = anchor - $2 * interval '1 day' WHERE id = $1`, [purchaseId, days])

test('a free app can be called as soon as it is obtained', async () => {
  const buyerId = randomUUID()
  assert.equal(await call(buyerId), 'app_not_purchased')
  const purchase = await obtain(buyerId, 'TIER_FREE')
  assert.deepEqual(
    [purchase.status, purchase.tier, purchase.app, purchase.used, purchase.renews],
    ['PURCHASE_STATUS_ACTIVE', 'TIER_FREE', 'acme/search', '0', true],
  )
  assert.equal(await call(buyerId), 'admitted')
  assert.equal((await read(purchase)).used, '1')
})

test('an upgrade revokes the free access at once, and starts a window of its own', async () => {
  const buyerId = await system.buyer(10_000n, null)
  const free = await obtain(buyerId, 'TIER_FREE')
  await shiftAnchor(free.purchaseId, 12)
  assert.equal(await call(buyerId), 'admitted')
  const paid = await obtain(buyerId, 'TIER_PAID')
  assert.equal(paid.replacedPurchaseId, free.purchaseId)
  assert.equal((await read(free)).status, 'PURCHASE_STATUS_CANCELLED')
  assert.equal(paid.used, '0')
  assert.ok(Number(paid.windowStartsAt?.seconds) - Number((await read(free)).windowStartsAt?.seconds) > 11 * 86_400)
  assert.equal((await system.reserve({ buyerId })).tier, 'TIER_PAID')
})

test('a downgrade is refused, and the paid access stays', async () => {
  const buyerId = await system.buyer(10_000n, null)
  const paid = await obtain(buyerId, 'TIER_PAID')
  assert.equal(await codeOf(obtain(buyerId, 'TIER_FREE')), 'downgrade_not_allowed')
  assert.equal((await read(paid)).status, 'PURCHASE_STATUS_ACTIVE')
})

test('an app cannot be obtained twice in a tier', async () => {
  const buyerId = randomUUID()
  await obtain(buyerId, 'TIER_FREE')
  assert.equal(await codeOf(obtain(buyerId, 'TIER_FREE')), 'already_purchased')
})

test('of many who obtain at once, one does', async () => {
  const buyerId = randomUUID()
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(obtain(buyerId, 'TIER_PAID'))))
  assert.deepEqual(codes.sort(), ['admitted', ...Array.from({ length: 19 }, () => 'already_purchased')].sort())
})

test('calls under way during an upgrade are all answered, and counted once', async () => {
  const buyerId = await system.buyer(1_000_000n, null)
  await obtain(buyerId, 'TIER_FREE')
  const calls = Array.from({ length: 60 }, (_, index) => (index === 30 ? obtain(buyerId, 'TIER_PAID') : call(buyerId)))
  const outcomes = await Promise.all(calls)
  assert.equal(outcomes.filter(outcome => outcome === 'admitted').length, 59)
  assert.deepEqual(await system.breaches(), [])
})

const refusals: [what: string, app: string, tier: billing.Tier, code: string][] = [
  ['a publisher that does not exist', 'nobody/search', 'TIER_FREE', 'publisher_not_found'],
  ['an app that does not exist', 'acme/nothing', 'TIER_FREE', 'app_not_found'],
  ['an app of a suspended publisher', 'banned/search', 'TIER_FREE', 'publisher_suspended'],
  ['a tier that is not offered', 'shop/gratis', 'TIER_PAID', 'tier_not_offered'],
  ['no tier at all', 'acme/search', 'TIER_UNSPECIFIED', 'invalid_argument'],
  ['half an app', 'acme', 'TIER_FREE', 'invalid_argument'],
]
for (const [what, app, tier, code] of refusals) {
  test(`obtaining ${what} is refused with ${code}`, async () => {
    assert.equal(await codeOf(obtain(randomUUID(), tier, { app })), code)
  })
}

test('each state of a purchase has its code on a call', async () => {
  const buyerId = randomUUID()
  const purchase = await obtain(buyerId, 'TIER_FREE')
  await change('DeactivatePurchase', purchase)
  assert.equal(await call(buyerId), 'subscription_inactive')
  await change('ActivatePurchase', purchase)
  assert.equal(await call(buyerId), 'admitted')
  await change('ExpirePurchase', purchase)
  assert.equal(await call(buyerId), 'subscription_expired')
  await change('RenewPurchase', purchase)
  assert.equal(await call(buyerId), 'admitted')
  await change('CancelPurchase', purchase)
  assert.equal(await call(buyerId), 'subscription_cancelled')
})

test('a change that was made can be asked for again; one that cannot be made is refused', async () => {
  const purchase = await obtain(randomUUID(), 'TIER_FREE')
  await change('CancelPurchase', purchase)
  await change('CancelPurchase', purchase)
  for (const name of ['DeactivatePurchase', 'ActivatePurchase', 'ExpirePurchase', 'RenewPurchase'] as const) {
    assert.equal(await codeOf(change(name, purchase)), 'purchase_state_conflict', name)
  }
})

test('nobody can look at or change the purchase of somebody else', async () => {
  const { purchaseId } = await obtain(randomUUID(), 'TIER_FREE')
  const stranger = { buyerId: randomUUID(), purchaseId }
  assert.equal(await codeOf(change('CancelPurchase', stranger)), 'purchase_not_found')
  assert.equal(await codeOf(read(stranger)), 'purchase_not_found')
})

test('an inactive purchase is not got round by buying again', async () => {
  const buyerId = randomUUID()
  const purchase = await obtain(buyerId, 'TIER_FREE')
  await change('DeactivatePurchase', purchase)
  assert.equal(await codeOf(obtain(buyerId, 'TIER_FREE')), 'purchase_state_conflict')
  assert.equal(await codeOf(obtain(buyerId, 'TIER_PAID')), 'purchase_state_conflict')
})

test('cancelling and obtaining again does not refill a quota', async () => {
  const buyerId = randomUUID()
  const first = await obtain(buyerId, 'TIER_FREE', { app: 'shop/gratis' })
  for (let calls = 0; calls < 2; calls += 1) assert.equal(await call(buyerId, 'shop/gratis'), 'admitted')
  await change('CancelPurchase', first)
  const second = await obtain(buyerId, 'TIER_FREE', { app: 'shop/gratis' })
  assert.deepEqual([second.used, second.windowEndsAt], ['2', (await read(first)).windowEndsAt])
  assert.equal(await call(buyerId, 'shop/gratis'), 'admitted')
  assert.equal(await call(buyerId, 'shop/gratis'), 'meter_limit_exceeded')
  await shiftAnchor(second.purchaseId, 30)
  assert.equal(await call(buyerId, 'shop/gratis'), 'admitted')
  assert.deepEqual(await system.breaches(), [])
})

test('a purchase that ends with its window is renewed into a new one, and calls of the old one do not count in it', async () => {
  const buyerId = randomUUID()
  const purchase = await obtain(buyerId, 'TIER_FREE', { app: 'shop/gratis', endsAfterWindow: true })
  const early = await system.reserve({ ...callTo('shop/gratis'), buyerId })
  await change('RenewPurchase', purchase)
  assert.equal((await read(purchase)).used, '1', 'renewing early does not refill the quota')
  await shiftAnchor(purchase.purchaseId, 45)
  assert.equal(await call(buyerId, 'shop/gratis'), 'meter_expired')
  const renewed = await change('RenewPurchase', purchase)
  assert.equal(renewed.used, '0')
  const length = Number(renewed.windowEndsAt?.seconds) - Number(renewed.windowStartsAt?.seconds)
  assert.equal(length, 30 * 86_400)
  assert.equal(await call(buyerId, 'shop/gratis'), 'admitted')
  await system.release(early.callId)
  assert.equal((await read(purchase)).used, '1')
  assert.deepEqual(await system.breaches(), [])
})

test('a window that nobody called in yet shows as begun', async () => {
  const buyerId = randomUUID()
  const purchase = await obtain(buyerId, 'TIER_FREE')
  assert.equal(await call(buyerId), 'admitted')
  await shiftAnchor(purchase.purchaseId, 31)
  assert.equal((await read(purchase)).used, '0')
})

test('purchases are listed newest first, in pages, each once', async () => {
  const buyerId = randomUUID()
  const made: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const purchase = await obtain(buyerId, 'TIER_FREE')
    made.unshift(purchase.purchaseId)
    await change('CancelPurchase', purchase)
  }
  const listed: string[] = []
  let pageToken = ''
  do {
    const page = await purchases.ListPurchases({ buyerId, pageSize: 2, pageToken }, LIMITS)
    assert.ok(page.purchases.length <= 2)
    listed.push(...page.purchases.map(purchase => purchase.purchaseId))
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  assert.deepEqual(listed, made)
  const { purchases: active } = await purchases.ListPurchases({ buyerId, status: 'PURCHASE_STATUS_ACTIVE' }, LIMITS)
  assert.deepEqual(active, [])
  const ofApp = async (app: string) => (await purchases.ListPurchases({ buyerId, app }, LIMITS)).purchases.length
  assert.deepEqual(
    [await ofApp('acme/search'), await ofApp('acme/daily'), await ofApp('nobody/nothing')],
    [made.length, 0, 0],
  )
  await assert.rejects(ofApp('acme'), { code: 'invalid_argument' })
  await assert.rejects(purchases.ListPurchases({ buyerId, pageSize: 501 }, LIMITS), { code: 'invalid_argument' })
  await assert.rejects(purchases.ListPurchases({ buyerId, pageToken: 'x' }, LIMITS), { code: 'invalid_argument' })
})

test('what a held amount is held for can be listed', async () => {
  const buyerId = await system.buyer(10_000n)
  const first = await system.reserve({ buyerId })
  const second = await system.reserve({ buyerId })
  const open = async () => (await system.calls.ListOpenReservations({ buyerId, pageSize: 1 }, LIMITS)).reservations
  assert.deepEqual(
    (await open()).map(reservation => [reservation.callId, reservation.priceMicros]),
    [[second.callId, '2000']],
  )
  await system.capture(second.callId)
  assert.deepEqual(
    (await open()).map(reservation => reservation.callId),
    [first.callId],
  )
})

test('whatever a page of the console asks for can be read along an index, however many buyers there are', async () => {
  const buyerId = asBuyerId(uuidv7(Date.now()))
  const wallet = { type: 'wallet', owner: buyerId } as const
  const questions: [string, (db: Queryable) => Promise<unknown>][] = [
    ['purchases', db => listPurchases(db, buyerId, { status: null, after: undefined, limit: 51 })],
    ['journal', db => listEntriesOfAccount(db, wallet, { from: null, to: null }, { beforeId: undefined, limit: 51 })],
    ['what moves', db => walletMarks(db, [buyerId])],
    ['drift', db => digestCaptured(db, [uuidv7(0), uuidv7(Date.now() - 1), uuidv7(Date.now())])],
    ['statement', db => addUpMonth(db, wallet, { name: '2026-01', from: new Date(0), to: new Date() })],
    [
      'rehearsal of prices',
      db =>
        assert.rejects(
          sumAtPrices(db, buyerId, new Date(), { tierMicros: 1n, tools: new Map([['deep', 2n]]) }),
          /without a row/,
        ),
    ],
  ]
  for (const [name, ask] of questions) {
    const plan = await planOf(ask)
    assert.match(plan, /Index/, name)
    assert.doesNotMatch(plan, /Seq Scan on (?:purchases|journal|wallets|settled|reservations|key_)/, name)
  }
})

test('whatever is held for others’ calls to come, a buyer’s own figures are found without a look at it', async () => {
  const [buyerId, id] = [asBuyerId(uuidv7(Date.now())), uuidv7(Date.now())]
  const questions: [string, (db: Queryable) => Promise<unknown>][] = [
    ['wallet', db => findWallet(db, buyerId)],
    ['what moves', db => walletMarks(db, [buyerId])],
    ['purchase', db => findPurchase(db, { purchaseId: id, buyerId })],
    ['purchases', db => listPurchases(db, buyerId, { status: null, after: undefined, limit: 51 })],
  ]
  for (const [name, ask] of questions) {
    const plan = await planOf(ask)
    assert.match(plan, /Index Scan using reservations_to_come on reservations .*\n +Index Cond: \(buyer_id = /, name)
    assert.doesNotMatch(plan, /reservations_open/, name)
  }
})

/** How the statements of a question are carried out in tables too large to be read through. */
async function planOf(ask: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  await system.sql.query('SET enable_seqscan = off')
  await ask({
    query: async ({ text }: Statement, values: readonly unknown[] = []) => {
      const { rows } = await system.sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
      plans.push(...rows.map(row => row['QUERY PLAN']))
      return []
    },
  })
  await system.sql.query('RESET enable_seqscan')
  return plans.join('\n')
}

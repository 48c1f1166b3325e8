import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { appEntry, callTo, codeOf, type Harness, LIMITS, publishers, purchaseOf, startHarness } from './harness.ts'

let system: Harness
let purchases: ReturnType<typeof connect>

const connect = (address: string) => createClient(services.billing.PurchaseService, { address })
const accountsOf = (address: string) => createClient(services.billing.PublisherAccountService, { address })

before(async () => {
  system = await startHarness()
  purchases = connect(system.address)
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(async () => {
  purchases?.close()
  await system?.stop()
})

const APP = 'acme/search'
const call = (buyerId: string, app = APP) => codeOf(system.reserve({ ...callTo(app), buyerId }))

async function applyBuyer(buyerId: string, ...entries: Partial<billing.PurchaseEntry>[]) {
  const entry = {
    buyerId,
    email: 'ada@example.test',
    openingBalanceMicros: '100000',
    purchases: entries.map(each => ({ ...purchaseOf(APP, 'TIER_PAID'), ...each })),
  }
  return await system.catalog.ApplyCatalog({ buyers: [entry] }, LIMITS)
}

async function purchaseNow(buyerId: string): Promise<{ buyerId: string; purchaseId: string }> {
  const { purchases: all } = await purchases.ListPurchases({ buyerId }, LIMITS)
  return { buyerId, purchaseId: all[0]?.purchaseId ?? '' }
}

const endings = [
  ['CancelPurchase', 'cancelled', 'mtg purchase obtain ada@example.test acme/search --tier paid'],
  ['DeactivatePurchase', 'inactive', 'mtg purchase activate ada@example.test acme/search'],
  ['ExpirePurchase', 'expired', 'mtg purchase renew ada@example.test acme/search'],
] as const
for (const [ending, status, command] of endings) {
  test(`a purchase that is ${status} stays so, whatever changes in its entry of the file`, async () => {
    const buyerId = randomUUID()
    await applyBuyer(buyerId, {})
    await purchases[ending](await purchaseNow(buyerId), LIMITS)
    const refusal = await call(buyerId)
    assert.notEqual(refusal, 'admitted')
    for (const change of [{ used: 1 }, { renews: false }, { status: 'PURCHASE_STATUS_ACTIVE' as const }]) {
      const { keptBack } = await applyBuyer(buyerId, change)
      assert.deepEqual(keptBack, [
        `the purchase of ${APP} by ada@example.test stays ${status}: ${command} changes that`,
      ])
      assert.equal(await call(buyerId), refusal)
    }
  })
}

test('an upgrade by the buyer survives a change of the free entry in the file', async () => {
  const buyerId = randomUUID()
  await applyBuyer(buyerId, { tier: 'TIER_FREE' })
  await purchases.ObtainPurchase({ buyerId, app: APP, tier: 'TIER_PAID' }, LIMITS)
  const { keptBack } = await applyBuyer(buyerId, { tier: 'TIER_FREE', renews: false })
  assert.deepEqual(keptBack, [])
  const { purchases: all } = await purchases.ListPurchases({ buyerId, status: 'PURCHASE_STATUS_ACTIVE' }, LIMITS)
  assert.deepEqual(
    all.map(purchase => purchase.tier),
    ['TIER_PAID'],
  )
})

test('a file ends a purchase when its author says so, and does not begin it again', async () => {
  const buyerId = randomUUID()
  await applyBuyer(buyerId, {})
  await applyBuyer(buyerId, { status: 'PURCHASE_STATUS_INACTIVE' })
  assert.equal(await call(buyerId), 'subscription_inactive')
  assert.equal((await applyBuyer(buyerId, {})).keptBack.length, 1)
  assert.equal(await call(buyerId), 'subscription_inactive')
  await purchases.ActivatePurchase(await purchaseNow(buyerId), LIMITS)
  assert.equal(await call(buyerId), 'admitted')
})

test('an entry added to the file is no way round a purchase that was made inactive', async () => {
  const buyerId = randomUUID()
  await system.catalog.ApplyCatalog({ buyers: [{ buyerId, email: 'x@example.test' }] }, LIMITS)
  await purchases.ObtainPurchase({ buyerId, app: APP, tier: 'TIER_FREE' }, LIMITS)
  await purchases.DeactivatePurchase(await purchaseNow(buyerId), LIMITS)
  const { changedCount, keptBack } = await applyBuyer(buyerId, { tier: 'TIER_FREE' })
  assert.equal(changedCount, 1, 'the opening balance alone')
  assert.match(keptBack[0] ?? '', /stays inactive/)
  assert.equal(await call(buyerId), 'subscription_inactive')
})

test('an entry added to the file does not refill a quota that is used up', async () => {
  const buyerId = randomUUID()
  const app = 'acme/quota'
  await system.catalog.ApplyCatalog({ buyers: [{ buyerId, email: 'x@example.test' }] }, LIMITS)
  await purchases.ObtainPurchase({ buyerId, app, tier: 'TIER_FREE' }, LIMITS)
  for (let used = 0; used < 3; used++) await system.capture((await system.reserve({ ...callTo(app), buyerId })).callId)
  assert.equal(await call(buyerId, app), 'meter_limit_exceeded')
  await applyBuyer(buyerId, { app, tier: 'TIER_FREE' })
  assert.equal(await call(buyerId, app), 'meter_limit_exceeded')
  assert.deepEqual(await system.breaches(), [])
})

test('a window that is over stays over when the file says that the purchase renews now', async () => {
  const buyerId = randomUUID()
  await applyBuyer(buyerId, { renews: false, startedAt: { seconds: '1000000000', nanos: 0 } })
  assert.equal(await call(buyerId), 'meter_expired')
  const { keptBack } = await applyBuyer(buyerId, { renews: true, startedAt: { seconds: '1000000000', nanos: 0 } })
  assert.match(keptBack[0] ?? '', /mtg purchase renew/)
  assert.equal(await call(buyerId), 'meter_expired')
})

test('a suspended publisher stays suspended, and a disconnected payout account disconnected', async () => {
  const username = 'resting'
  const accounts = accountsOf(system.address)
  after(() => accounts.close())
  const entry = { username, payoutConnected: true, apiKey: 'k', apps: [appEntry('search')] }
  const apply = (changes: Partial<billing.PublisherEntry>) =>
    system.catalog.ApplyCatalog({ publishers: [{ ...entry, ...changes }] }, LIMITS)
  await apply({})
  const buyerId = await system.buyer(10_000n, { app: 'resting/search' })
  assert.equal(await call(buyerId, 'resting/search'), 'admitted')

  await system.catalog.SetPublisherStatus({ username, suspended: true }, LIMITS)
  await accounts.DisconnectPayoutAccount({ username }, LIMITS)
  const { keptBack } = await apply({ apiKey: 'another' })
  assert.deepEqual(keptBack, [
    'publisher resting stays suspended: mtg resume publisher resting ends that',
    'publisher resting stays without payout account: mtg payout connect resting ACCOUNT connects one',
  ])
  assert.equal(await call(buyerId, 'resting/search'), 'publisher_suspended')
  await system.catalog.SetPublisherStatus({ username, suspended: false }, LIMITS)
  assert.equal(await call(buyerId, 'resting/search'), 'publisher_not_payable')

  // The author's own change of that field is one.
  await apply({ payoutConnected: false })
  await apply({ payoutConnected: true })
  assert.equal(await call(buyerId, 'resting/search'), 'admitted')
})

test('what a file says of an app for people is kept, and a file that says nothing of it is still the same', async () => {
  const listed = (changes: Partial<billing.AppEntry>) =>
    system.catalog.ApplyCatalog({ publishers: [{ username: 'listed', apps: [appEntry('search', changes)] }] }, LIMITS)
  assert.equal((await listed({})).changedCount, 2)
  assert.equal((await listed({ description: '', unpublished: false })).changedCount, 0)
  const { rows: first } = await system.sql.query(listing)
  assert.deepEqual(first, [{ description: '', published: true, version: '1' }])

  assert.equal((await listed({ description: 'Finds.\nQuickly.', unpublished: true })).changedCount, 1)
  const { rows: second } = await system.sql.query(listing)
  assert.deepEqual(second, [{ description: 'Finds.\nQuickly.', published: false, version: '2' }])
  for (const description of ['x'.repeat(2001), 'bell \u0007']) {
    assert.equal(await codeOf(listed({ description })), 'invalid_argument')
  }
})

const listing = `SELECT description, published, version FROM apps JOIN publishers p ON p.id = publisher_id WHERE username = 'listed'`

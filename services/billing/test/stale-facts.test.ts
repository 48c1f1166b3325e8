import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { callTo, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

/** As tests give it to the app, and as it is behind billing's back. */
const [TOLD, UNTOLD] = ['http://127.0.0.1:9101/mcp', 'http://127.0.0.1:9199/mcp']
const MICROS = 1_000_000n

let system: Harness
let twin: Harness['calls']
let purchases: ReturnType<typeof openPurchases>
let keys: ReturnType<typeof openKeys>

const openPurchases = (address: string) => createClient(services.billing.PurchaseService, { address })
const openKeys = (address: string) => createClient(services.billing.KeyLimitsService, { address })

before(async () => {
  // For as long as the test takes nothing is read again because of its age.
  system = await startHarness({ env: { CATALOGUE_CACHE_MS: '600000' } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  purchases = openPurchases(system.address)
  keys = openKeys(system.address)
  twin = createClient(services.billing.ReservationService, { address: await system.startTwin() })
})
after(async () => {
  for (const client of [purchases, keys, twin]) client?.close()
  await system?.stop()
})

/** Where calls of a buyer would go, as both processes know it. */
async function upstreamsFor(buyerId: string): Promise<(string | undefined)[]> {
  const reserved = await Promise.all(
    [system.calls, twin].map(calls => calls.Reserve({ ...callTo('acme/search'), buyerId }, LIMITS)),
  )
  return reserved.map(({ reservation }) => reservation?.upstream?.url)
}

const buyTo = async (buyerId: string, app: string) => {
  const { purchase } = await purchases.ObtainPurchase({ buyerId, app, tier: 'TIER_FREE' }, LIMITS)
  return { buyerId, purchaseId: purchase?.purchaseId ?? '' }
}

const suspendOther = (suspended: boolean) =>
  system.catalog.SetPublisherStatus({ username: 'banned', suspended }, LIMITS)

const moveUpstreams = (url: string) => system.sql.query('UPDATE apps SET upstream_url = $1', [url])

test('what strangers buy, cancel, limit and publish has nobody else’s facts read again, in any process', async () => {
  const [victim, other, stranger] = [await system.buyer(MICROS), await system.buyer(MICROS), await system.buyer(MICROS)]
  // A process may hear late of the buyers themselves, and then reads all again: the next time it does not.
  await eventually(async () => {
    await moveUpstreams(TOLD)
    await system.catalog.SetPublisherStatus({ username: 'acme', suspended: false }, LIMITS)
    await eventually(async () => {
      for (const buyerId of [victim, other]) assert.deepEqual(await upstreamsFor(buyerId), [TOLD, TOLD])
    })
    await moveUpstreams(UNTOLD)
    for (let round = 0; round < 10; round += 1) {
      await purchases.CancelPurchase(await buyTo(stranger, 'acme/tight'), LIMITS)
      await keys.SetKeyLimits({ buyerId: stranger, keyId: randomUUID(), name: 'k' }, LIMITS)
      await suspendOther(round % 2 === 0)
    }
    await purchases.CancelPurchase(await buyTo(other, 'acme/daily'), LIMITS)
    // Told after all of that, and heard: so was all of that.
    await eventually(async () => assert.deepEqual(await upstreamsFor(other), [UNTOLD, UNTOLD]))
    assert.deepEqual(await upstreamsFor(victim), [TOLD, TOLD])
  })
  await system.catalog.SetPublisherStatus({ username: 'acme', suspended: false }, LIMITS)
  await eventually(async () => assert.deepEqual(await upstreamsFor(victim), [UNTOLD, UNTOLD]))
})

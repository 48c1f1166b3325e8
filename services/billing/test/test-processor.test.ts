import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { type Harness, LIMITS, startHarness } from './harness.ts'

let system: Harness
let origin: string
let topUps: ReturnType<typeof connect>

const connect = (address: string) => createClient(services.billing.TopUpService, { address })

before(async () => {
  const listen = `127.0.0.1:${await freePort()}`
  origin = `http://${listen}`
  system = await startHarness({ env: { HTTP_LISTEN: listen, PAYMENT_PROCESSOR: 'test' } })
  topUps = connect(system.address)
})
after(async () => {
  topUps?.close()
  await system?.stop()
})

async function start(returnUrl = '') {
  const buyerId = randomUUID()
  const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros: '12340000', returnUrl }, LIMITS)
  assert.ok(topUp)
  return { buyerId, url: topUp.checkoutUrl, topUpId: topUp.topUpId }
}

const press = (url: string, action: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })

const textOf = async (url: string) => await (await fetch(url)).text()

const untilBalance = (buyerId: string, micros: bigint) =>
  eventually(async () => assert.equal((await system.wallet(buyerId)).balance, micros))

async function stateOf(topUpId: string): Promise<billing.TopUpState | undefined> {
  return (await topUps.GetTopUp({ topUpId }, LIMITS)).topUp?.state
}

test('paying on the checkout page puts the money into the wallet, once', async () => {
  const { buyerId, url } = await start()
  assert.match(await textOf(url), /\$12\.34/)
  const answers = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'decline')])
  assert.deepEqual(
    answers.map(answer => answer.status),
    [303, 303, 303],
  )
  await untilBalance(buyerId, 12_340_000n)
  assert.match(await textOf(url), /Paid\./)
  await press(url, 'pay')
  await untilBalance(buyerId, 12_340_000n)
})

test('declining ends the top-up, and it cannot be paid any more', async () => {
  const { buyerId, url, topUpId } = await start()
  await press(url, 'decline')
  await eventually(async () => assert.equal(await stateOf(topUpId), 'TOP_UP_STATE_FAILED'))
  await press(url, 'pay')
  assert.match(await textOf(url), /Declined/)
  await untilBalance(buyerId, 0n)
})

test('a dispute and its end arrive as signed events too', async () => {
  const { buyerId, url } = await start()
  await press(url, 'dispute')
  await press(url, 'pay')
  await untilBalance(buyerId, 12_340_000n)
  await press(url, 'dispute')
  await untilBalance(buyerId, 0n)
  await press(url, 'win_dispute')
  await untilBalance(buyerId, 12_340_000n)
})

test('a refund is confirmed by an event, and counts once', async () => {
  const { buyerId, url, topUpId } = await start()
  await press(url, 'pay')
  await untilBalance(buyerId, 12_340_000n)
  await topUps.RefundTopUp({ topUpId, amountMicros: '340000', requestId: 'r' }, LIMITS)
  await eventually(async () => {
    const { rows } = await system.sql.query('SELECT 1 FROM test_events WHERE delivered_at IS NULL')
    assert.equal(rows.length, 0)
  })
  await untilBalance(buyerId, 12_000_000n)
})

test('the page leads back to where the buyer came from, and says nothing that was not escaped', async () => {
  const { url } = await start('https://console.example/wallet?"><script>alert(1)</script>')
  await press(url, 'pay')
  const page = await textOf(url)
  assert.ok(page.includes('https://console.example/wallet?'))
  assert.ok(!page.includes('<script>'))
})

test('the page can load nothing, run nothing and be framed by nobody', async () => {
  const { url } = await start()
  const { headers } = await fetch(url)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('an unknown page and an unknown action are refused in the shape of the gateway', async () => {
  const unknown = await fetch(`${origin}/v1-beta/checkout/cs_test_0`)
  assert.equal(unknown.status, 404)
  assert.deepEqual(Object.keys(((await unknown.json()) as { error: object }).error), ['code', 'message', 'status'])
  const { url } = await start()
  assert.equal((await press(url, 'give me more')).status, 400)
  assert.equal((await fetch(`${origin}/v1-beta/checkout/done`)).status, 200)
})

test('the ledger adds up after all of this', async () => {
  assert.deepEqual(await system.breaches(), [])
})

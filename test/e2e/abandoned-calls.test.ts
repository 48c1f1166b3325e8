import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { type Behaviour, behaviours, type Constellation, eventually, type FakePublisher } from '@mtg/testing'
import { type SmallShop, startSmallShop } from './shop/small-shop.ts'
import { costOf } from './shop/spending.ts'

const PRICE = 10_000n
const OPENING_CALLS = 8
const poor = { email: 'ada@example.test', key: 'vnb-sk-abandon-ada-0123456789' }
const rich = { email: 'bob@example.test', key: 'vnb-sk-abandon-bob-0123456789' }

let shop: SmallShop
let gateway: Constellation
let publisher: FakePublisher

before(async () => {
  const apps = { paid: { chargeAbandoned: true }, free: {} }
  const buyers = [
    { ...poor, wallet: '0.08' },
    { ...rich, wallet: '5.00' },
  ]
  shop = await startSmallShop(apps, buyers, { billing: { RESERVATION_TTL_MS: '1000' } })
  gateway = shop.gateway
  publisher = shop.publisher
})

after(() => shop?.stop())

/** Makes a call; the answer hangs up. */
function call(app: string, key: string): () => void {
  const sent = request(`${gateway.baseUrl}/v1-beta/mcp/shop/${app}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    },
  })
  sent.on('error', () => {})
  sent.end('{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"echo","arguments":{}}}')
  return () => sent.destroy()
}

/** Answers as `behaviour` does, but only once the answer of this says so. */
function heldBack(behaviour: Behaviour): () => void {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  publisher.behave(async (incoming, response) => {
    await told
    return await behaviour(incoming, response)
  })
  return tell
}

const settled = (email: string) =>
  eventually(async () => {
    assert.equal((await gateway.wallet(email)).held, '0.00')
    await gateway.verifyLedger()
  })

test('calls abandoned at once are charged once each where the app says so, and never beyond the wallet', async () => {
  const answer = heldBack(behaviours.wellBehaved())
  const received = publisher.requests.length
  const cost = await costOf(gateway, poor.email, async () => {
    const hangUps = Array.from({ length: 2 * OPENING_CALLS }, () => call('paid', poor.key))
    await eventually(() => assert.equal(publisher.requests.length, received + OPENING_CALLS))
    for (const hangUp of hangUps) hangUp()
    answer()
    await settled(poor.email)
  })
  assert.equal(cost, PRICE * BigInt(OPENING_CALLS))
  assert.equal((await gateway.wallet(poor.email)).balance, '0.00')
})

test('calls abandoned at an app that does not say so cost nothing', async () => {
  heldBack(behaviours.wellBehaved())
  const received = publisher.requests.length
  const cost = await costOf(gateway, rich.email, async () => {
    const hangUps = Array.from({ length: 5 }, () => call('free', rich.key))
    await eventually(() => assert.equal(publisher.requests.length, received + 5))
    for (const hangUp of hangUps) hangUp()
    for (const { aborted } of publisher.requests.slice(received)) await aborted
    await settled(rich.email)
  })
  assert.equal(cost, 0n)
})

test('an edge that dies while it carries abandoned calls on charges nothing, and holds nothing for long', async () => {
  heldBack(behaviours.wellBehaved())
  const received = publisher.requests.length
  const cost = await costOf(gateway, rich.email, async () => {
    const hangUps = Array.from({ length: 5 }, () => call('paid', rich.key))
    await eventually(() => assert.equal(publisher.requests.length, received + 5))
    for (const hangUp of hangUps) hangUp()
    gateway.kill('edge-proxy')
    await gateway.ready()
    await settled(rich.email)
  })
  assert.equal(cost, 0n)
})

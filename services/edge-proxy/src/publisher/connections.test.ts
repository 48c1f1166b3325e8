import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { type Clock, createFakeClock, systemClock } from '@mtg/primitives'
import { eventually } from '@mtg/testing'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { createAddressGuard } from './addresses.ts'
import type { ConnectionLimits } from './connections.ts'
import { createSender, type Sender } from './sender.ts'

const LIMITS: ConnectionLimits = {
  connectionsMax: 20,
  publisherConnectionsMax: 20,
  appConnectionsMax: 20,
  idleConnectionsMax: 20,
  appIdleConnectionsMax: 20,
}
const refusals = createLimitRefusals(createMetrics('test'))
const answerBytes = createByteBudget({ limit: 'answer_bytes', bytesMax: 1_000_000, refusals })

let server: Server
/** What the server says of how long it keeps connections. */
let said: string
/** Whose call came over which connection, in the order in which they came. */
let seen: { readonly buyerId: string; readonly socket: Socket }[] = []

before(async () => {
  server = createServer((request, response) => {
    seen.push({ buyerId: String(request.headers['x-buyer']), socket: request.socket })
    response.setHeader('content-type', 'application/json').setHeader('keep-alive', said)
    request.resume().on('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())
beforeEach(() => {
  seen = []
  said = 'timeout=60'
})

async function withSender(
  limits: Partial<ConnectionLimits>,
  use: (sender: Sender) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> {
  const sender = createSender({
    guard: createAddressGuard(['127.0.0.0/8'], false),
    clock,
    connectTimeoutMs: 1_000,
    limits: { ...LIMITS, ...limits },
  })
  try {
    await use(sender)
  } finally {
    await sender.close()
  }
}

async function call(sender: Sender, buyerId: string, app = 'acme/search'): Promise<void> {
  const exchange = sender.open({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    lane: { app, publisher: 'acme', buyerId },
    headers: ['content-type', 'application/json', 'x-buyer', buyerId],
    body: Buffer.from('{}'),
    limits: {
      firstByteMs: 5_000,
      idleMs: 5_000,
      totalMs: 10_000,
      isEndless: false,
      answerBytesMax: 10_000,
      streamBytesMax: 10_000,
    },
    answerBytes,
  })
  const answer = await exchange.answer
  assert.equal(answer.kind, 'buffered')
  exchange.finish(true)
}

const connectionsOf = (buyerId: string) =>
  new Set(seen.filter(each => each.buyerId === buyerId).map(({ socket }) => socket)).size

test('a buyer’s next call goes over the same connection, and no other buyer’s does', () =>
  withSender({}, async sender => {
    for (const buyerId of ['ada', 'bob', 'ada', 'bob']) await call(sender, buyerId)
    assert.deepEqual([connectionsOf('ada'), connectionsOf('bob')], [1, 1])
    assert.equal(new Set(seen.map(({ socket }) => socket)).size, 2)
    assert.deepEqual(sender.connections(), { open: 2, idle: 2 })
  }))

test('a connection waits for its buyer as long as its server says, and is not used in the moment when that closes it', () => {
  const clock = createFakeClock()
  return withSender(
    {},
    async sender => {
      said = 'timeout=30'
      await call(sender, 'ada')
      clock.advance(28_999)
      said = 'timeout=5'
      await call(sender, 'ada')
      assert.equal(connectionsOf('ada'), 1)
      clock.advance(4_000)
      await call(sender, 'ada')
      assert.equal(connectionsOf('ada'), 2)
      said = 'timeout=1'
      await call(sender, 'ada')
      await call(sender, 'ada')
      assert.equal(connectionsOf('ada'), 3)
    },
    clock,
  )
})

test('a connection that nobody came for in its time is closed, and others are not', () => {
  const clock = createFakeClock()
  return withSender(
    {},
    async sender => {
      await call(sender, 'ada')
      said = 'timeout=5'
      for (const buyerId of ['bob', 'eve']) await call(sender, buyerId)
      clock.advance(4_000)
      await eventually(() => assert.deepEqual(sender.connections(), { open: 1, idle: 1 }))
      await call(sender, 'ada')
      assert.equal(connectionsOf('ada'), 1)
    },
    clock,
  )
})

test('who calls again and again keeps a connection, however many others of the app seldom call', () =>
  withSender({ appIdleConnectionsMax: 2 }, async sender => {
    for (const once of ['b1', 'b2']) await call(sender, once)
    for (const once of ['b3', 'b4', 'b5']) {
      await call(sender, 'ada')
      await call(sender, once)
    }
    await call(sender, 'ada')
    assert.equal(connectionsOf('ada'), 1)
    assert.equal(sender.connections().idle, 2)
  }))

test('the same is true among all apps', () =>
  withSender({ idleConnectionsMax: 2 }, async sender => {
    for (const once of ['b1', 'b2']) await call(sender, once, 'acme/other')
    for (const once of ['b3', 'b4', 'b5']) {
      await call(sender, 'ada')
      await call(sender, once, 'acme/other')
    }
    await call(sender, 'ada')
    assert.equal(connectionsOf('ada'), 1)
    assert.equal(sender.connections().idle, 2)
  }))

test('without a place to wait in, every call has a connection of its own', () =>
  withSender({ appIdleConnectionsMax: 0 }, async sender => {
    for (let count = 0; count < 3; count += 1) await call(sender, 'ada')
    assert.equal(connectionsOf('ada'), 3)
    assert.equal(sender.connections().idle, 0)
  }))

test('idle connections make room for a call that needs one, and a call beyond those in use is refused', () =>
  withSender({ appConnectionsMax: 2 }, async sender => {
    for (const buyerId of ['ada', 'bob', 'eve']) await call(sender, buyerId)
    assert.equal(new Set(seen.map(({ socket }) => socket)).size, 3)
    const underWay = [call(sender, 'ada'), call(sender, 'bob')]
    await assert.rejects(call(sender, 'eve'), { kind: 'crowded', wasSent: false })
    await Promise.all(underWay)
  }))

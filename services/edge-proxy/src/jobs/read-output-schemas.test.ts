import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createLogger, createMetrics } from '@mtg/observability'
import { createFakeClock, systemClock } from '@mtg/primitives'
import { behaviours, type FakePublisher, startFakePublisher } from '@mtg/testing'
import type { ListedApp, OutputSchemas } from '../call/output-promise.ts'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { createAddressGuard } from '../publisher/addresses.ts'
import { createSender, type Sender } from '../publisher/sender.ts'
import { createOutputSchemas } from './read-output-schemas.ts'

const CONNECTIONS = {
  connectionsMax: 8,
  publisherConnectionsMax: 8,
  appConnectionsMax: 8,
  idleConnectionsMax: 8,
  appIdleConnectionsMax: 8,
}
const refusals = createLimitRefusals(createMetrics('test'))
const MINUTE_MS = 60_000

let publisher: FakePublisher
let sender: Sender
let clock: ReturnType<typeof createFakeClock>
let schemas: OutputSchemas
let app: ListedApp

before(async () => {
  publisher = await startFakePublisher()
  sender = createSender({
    guard: createAddressGuard(['127.0.0.0/8'], false),
    clock: systemClock,
    connectTimeoutMs: 1_000,
    limits: CONNECTIONS,
  })
})
after(async () => {
  await sender.close()
  await publisher.close()
})
beforeEach(() => {
  clock = createFakeClock(1_000_000)
  schemas = createOutputSchemas({
    sender,
    answerBytes: createByteBudget({ limit: 'answer_bytes', bytesMax: 100_000_000, refusals }),
    answerLimits: { idleMs: 5_000, totalMs: 5_000, answerBytesMax: 10_000_000, streamBytesMax: 10_000_000 },
    clock,
    log: createLogger({ service: 'test', level: 'silent' }),
  })
  const upstream = { url: `${publisher.origin}/mcp`, credential: 'k', timeoutMs: 5_000 }
  app = { appId: 'a', name: 'acme/search', publisher: 'acme', buyerId: 'ada', upstream }
})

const listing = (schema: object) => behaviours.result({ tools: [{ name: 'add', outputSchema: schema }] })
const asked = () => publisher.requests.length

test('a list is believed for minutes, and read again when it is old or a result contradicts it', async () => {
  publisher.behave(listing({ type: 'object' }))
  const before = asked()
  assert.deepEqual(await schemas.find(app, 'add'), { schema: '{"type":"object"}' })
  clock.advance(4 * MINUTE_MS)
  await schemas.find(app, 'add')
  assert.equal(asked() - before, 1)

  publisher.behave(listing({ type: 'array' }))
  assert.deepEqual(await schemas.find(app, 'add', clock.monotonicMs()), { schema: '{"type":"array"}' })
  // Who contradicts again and again is asked every few seconds only.
  clock.advance(1_000)
  await schemas.find(app, 'add', clock.monotonicMs())
  assert.equal(asked() - before, 2)
  clock.advance(6 * MINUTE_MS)
  await schemas.find(app, 'add')
  assert.equal(asked() - before, 3)
})

test('a publisher that does not answer is believed for an hour by what it said, and asked every few seconds', async () => {
  publisher.behave(listing({ type: 'object' }))
  await schemas.find(app, 'add')
  publisher.behave(behaviours.reply(500))
  clock.advance(59 * MINUTE_MS)
  const before = asked()
  assert.deepEqual(await schemas.find(app, 'add'), { schema: '{"type":"object"}' })
  await schemas.find(app, 'add')
  assert.equal(asked() - before, 1)
  clock.advance(2 * MINUTE_MS)
  assert.equal(await schemas.find(app, 'add'), 'unknown')
  publisher.behave(listing({ type: 'object' }))
  clock.advance(MINUTE_MS)
  assert.deepEqual(await schemas.find(app, 'add'), { schema: '{"type":"object"}' })
})

test('of many tools the first are known; of two of one name the first', async () => {
  const tools = Array.from({ length: 600 }, (_, index) => ({ name: `t${index}` }))
  publisher.behave(behaviours.result({ tools: [{ name: 't1', outputSchema: {} }, ...tools] }))
  assert.deepEqual(await schemas.find(app, 't1'), { schema: '{}' })
  assert.equal(await schemas.find(app, 't499'), 'none')
  assert.equal(await schemas.find(app, 't500'), 'unknown')
})

test('the publisher is asked as a client of the protocol asks, with its own key and nobody named', async () => {
  publisher.behave(listing({}))
  await schemas.find(app, 'add')
  const request = publisher.requests.at(-1)
  assert.ok(request)
  assert.equal(request.headers.authorization, 'Bearer k')
  assert.equal(request.headers['mcp-method'], 'tools/list')
  assert.equal(request.headers['x-gateway-buyer-identity'], undefined)
  assert.equal((request.json as { method?: string }).method, 'tools/list')
})

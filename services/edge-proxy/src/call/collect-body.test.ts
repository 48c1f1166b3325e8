import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { createSharedPlaces } from '../limits/places.ts'
import { createUploads } from '../limits/uploads/uploads.ts'
import { type BodyBounds, collectBody } from './collect-body.ts'

const HEAD = 'POST / HTTP/1.1\r\nhost: gateway\r\ncontent-length: 10\r\n\r\n'
const CHUNKED = 'POST / HTTP/1.1\r\nhost: gateway\r\ntransfer-encoding: chunked\r\n\r\n'

interface Options {
  readonly head?: string
  readonly graceMs?: number
  readonly uploadsMax?: number
  readonly budgetBytes?: number
}

/** A request of which the head and five bytes are here. */
async function begin(context: TestContext, { head = `${HEAD}12345`, ...options }: Options = {}) {
  const server = createServer().listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  context.after(() => client.destroy())
  client.write(head)
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const refusals = createLimitRefusals(createMetrics('test'))
  const { graceMs = 60_000, uploadsMax = 10, budgetBytes = 1_000 } = options
  const key = { limit: 'own_uploads', perKeyMax: uploadsMax } as const
  const places = createSharedPlaces({ limit: 'uploads', max: 100, key, refusals })
  const budget = createByteBudget({ limit: 'body_bytes', bytesMax: budgetBytes, refusals })
  const claim = budget.open('ada')
  let slow = 0
  const uploads = createUploads(places, { graceMs, bytesPerSecondMin: 1_000_000, onSlow: () => void (slow += 1) })
  const bounds: BodyBounds = { bytesMax: 100, uploads, owner: 'ada', claim }
  const body = async () => (await collectBody(request, response, bounds)).toString()
  return { client, request, body, uploads, budget, claim, slow: () => slow }
}

test('a body is read whole, in however many pieces it comes', async context => {
  const { client, body } = await begin(context)
  const reading = body()
  client.write('67890')
  assert.equal(await reading, '1234567890')
})

test('an upload that is broken off is refused while it is read', async context => {
  const { client, body } = await begin(context)
  const reading = body()
  client.resetAndDestroy()
  await assert.rejects(reading, { code: 'bad_request' })
})

test('an upload that was broken off before anybody read it is refused, and not waited for', async context => {
  const { client, request, body } = await begin(context)
  client.resetAndDestroy()
  await new Promise(resolve => request.once('close', resolve))
  await assert.rejects(body(), { code: 'bad_request' })
})

test('a body that did not come with its headers takes a place while it is on its way, and no longer', async context => {
  const { client, body, uploads } = await begin(context)
  const reading = body()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(uploads.held(), 1)
  client.write('67890')
  await reading
  assert.equal(uploads.held(), 0)
})

test('a body that came with its headers takes no place', async context => {
  const { body } = await begin(context, { head: `${HEAD}1234567890`, uploadsMax: 0 })
  assert.equal(await body(), '1234567890')
})

test('uploads beyond the bound are refused, and hold no place', async context => {
  const { body, uploads } = await begin(context, { uploadsMax: 0 })
  await assert.rejects(body(), { code: 'overloaded', detail: { limit: 'own_uploads', owner: 'ada' } })
  assert.equal(uploads.held(), 0)
})

test('an upload that takes too long is given up, is counted, and gives its place back', async context => {
  const { body, uploads, slow } = await begin(context, { graceMs: 1 })
  await assert.rejects(body(), { code: 'bad_request', status: 408 })
  assert.deepEqual([uploads.held(), slow()], [0, 1])
})

test('the announced length is set aside before a byte is read, and belongs to the caller until released', async context => {
  const { client, body, budget, claim } = await begin(context)
  const reading = body()
  assert.equal(budget.held(), 10)
  client.write('67890')
  await reading
  assert.equal(budget.held(), 10)
  claim.release()
  assert.equal(budget.held(), 0)
})

test('a body that the budget has no room for is refused before it is read', async context => {
  const { body } = await begin(context, { budgetBytes: 20 })
  await assert.rejects(body(), { code: 'overloaded' })
})

test('a body of unknown length takes bytes as they come, and is cut off where the budget ends', async context => {
  const { client, body, budget } = await begin(context, { head: `${CHUNKED}5\r\n12345\r\n`, budgetBytes: 60 })
  const reading = body()
  client.write(`14\r\n${'x'.repeat(20)}\r\n`)
  await assert.rejects(reading, { code: 'overloaded' })
  assert.equal(budget.held(), 5)
})

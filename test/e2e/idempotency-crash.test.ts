import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, test } from 'node:test'
import { parseMicros } from '@mtg/marketplace'
import {
  behaviours,
  type Constellation,
  callTool,
  eventually,
  type FakePublisher,
  resultEvent,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { buyers, keys, refusingMarketplace } from './shop/refusing-shop.ts'
import { costOf } from './shop/spending.ts'

const PRICE = 10_000n
/** More than the buffers between an edge and a buyer who does not read can take. */
const LARGE_BYTES = 9 * 1024 * 1024

let gateway: Constellation
let publisher: FakePublisher

before(async () => {
  publisher = await startFakePublisher()
  gateway = await startConstellation({
    marketplace: refusingMarketplace(publisher.origin),
    serviceEnv: { billing: { IDEMPOTENCY_LEASE_MS: '1000' } },
  })
})

after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

const call = (key: string) =>
  callTool({
    baseUrl: gateway.baseUrl,
    app: 'shop/tools',
    credential: keys.rich,
    headers: { 'idempotency-key': key },
    tool: 'echo',
  })

/** Kills the edge outright, and waits until another has taken its place. */
async function killEdge(): Promise<void> {
  gateway.kill('edge-proxy')
  await gateway.ready()
}

async function assertChargedOnce(work: () => Promise<void>): Promise<void> {
  assert.equal(await costOf(gateway, buyers.rich, work), PRICE)
  await gateway.verifyLedger()
}

test('a call that died with its edge is carried out again and charged once', async () => {
  const key = randomUUID()
  publisher.behave(behaviours.stall())
  await assertChargedOnce(async () => {
    const first = call(key)
    await eventually(() => assert.equal(publisher.requests.length, 1))
    const cutOff = assert.rejects(first)
    await killEdge()
    await cutOff
    publisher.behave(behaviours.wellBehaved())
    const second = await call(key)
    assert.equal(second.status, 200)
    assert.equal(second.headers['idempotency-replayed'], undefined)
  })
})

/** Asks as `call` does, and reads nothing of the answer. */
async function callWithoutReading(key: string): Promise<IncomingMessage> {
  const sent = request(`${gateway.baseUrl}/v1-beta/mcp/shop/tools`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.rich}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'idempotency-key': key,
    },
  })
  sent.end('{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"echo","arguments":{}}}')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

test('a call whose edge died between its charge and its last byte gets its money back and is charged once', async () => {
  const key = randomUUID()
  const content = [{ type: 'text', text: 'x'.repeat(LARGE_BYTES) }]
  publisher.behave(behaviours.stream(resultEvent({ resultType: 'complete', content })))
  await assertChargedOnce(async () => {
    const balance = parseMicros((await gateway.wallet(buyers.rich)).balance)
    const answer = await callWithoutReading(key)
    await eventually(async () => {
      assert.equal(parseMicros((await gateway.wallet(buyers.rich)).balance), balance - PRICE, 'not charged yet')
    })
    await killEdge()
    await assert.rejects(answer.toArray(), 'the answer was cut off')
    const second = await call(key)
    assert.equal(second.status, 200)
    assert.ok(second.text.length > LARGE_BYTES)
  })
})

test('an answer that was kept survives the death of its edge', async () => {
  const key = randomUUID()
  publisher.behave(behaviours.wellBehaved())
  await assertChargedOnce(async () => {
    const first = await call(key)
    await killEdge()
    publisher.behave(behaviours.reset())
    const second = await call(key)
    assert.deepEqual([second.status, second.text, second.callId], [200, first.text, first.callId])
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import {
  type Answer,
  type Behaviour,
  behaviours,
  type Constellation,
  callMcp,
  callTool,
  chat,
  chatChunk,
  chatDone,
  eventually,
  type FakePublisher,
  progressEvent,
  resultEvent,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { buyers, keys, refusingMarketplace } from './shop/refusing-shop.ts'
import { costOf } from './shop/spending.ts'

const PRICE = 10_000n
/** Edges renew it three times as often, also when a busy machine lets them wait. */
const LEASE_MS = 2_000
const WAIT_MS = 5_000
const NAME = 'Idempotency-Key'
const complete = { resultType: 'complete', content: [{ type: 'text', text: 'é' }] }

let gateway: Constellation
let publisher: FakePublisher

before(async () => {
  publisher = await startFakePublisher()
  gateway = await startConstellation({
    marketplace: refusingMarketplace(publisher.origin),
    replicas: { 'edge-proxy': 2 },
    serviceEnv: {
      billing: { IDEMPOTENCY_LEASE_MS: String(LEASE_MS) },
      'edge-proxy': { IDEMPOTENCY_WAIT_MS: String(WAIT_MS) },
    },
  })
})

beforeEach(() => publisher.behave(behaviours.wellBehaved()))

after(async () => {
  await gateway?.verifyLedger()
  await gateway?.stop()
  await publisher?.close()
})

interface Named {
  key: string
  /** Which edge is asked. */
  edge?: number
  credential?: string
  text?: string
  id?: string
  signal?: AbortSignal
}

function call({ key, edge = 0, credential = keys.rich, text = 'hello', ...rest }: Named): Promise<Answer> {
  const baseUrl = gateway.edgeUrls[edge] ?? gateway.baseUrl
  const named = { baseUrl, app: 'shop/tools', credential, headers: { [NAME]: key }, ...rest }
  return callTool({ ...named, tool: 'echo', arguments: { text } })
}

function callChat(key: string, body: object = {}): Promise<Answer> {
  const named = { baseUrl: gateway.baseUrl, app: 'shop/chat', credential: keys.rich, headers: { [NAME]: key } }
  return chat({ ...named, body })
}

const cost = (work: () => Promise<unknown>, email = buyers.rich) => costOf(gateway, email, work)
const isReplayed = ({ headers }: Answer) => headers['idempotency-replayed'] === 'true'

/** A publisher that answers only when it is told to. */
function holdAnswers(then: Behaviour): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  publisher.behave(async (asked, response) => {
    await promise
    await then(asked, response)
  })
  return resolve
}

const requestsOfPublisher = (count: number) =>
  eventually(() => assert.equal(publisher.requests.length, count, 'requests that reached the publisher'))

test('of twenty duplicates at once over two edges one is carried out and charged, and all get its answer', async () => {
  const before = publisher.requests.length
  const release = holdAnswers(behaviours.result(complete))
  const key = randomUUID()
  const paid = await cost(async () => {
    const duplicates = Array.from({ length: 20 }, (_, index) => call({ key, edge: index % 2 }))
    await requestsOfPublisher(before + 1)
    release()
    const answers = await Promise.all(duplicates)
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(new Set(answers.map(({ callId }) => callId)).size, 1)
    assert.equal(answers.filter(isReplayed).length, 19)
  })
  assert.equal(paid, PRICE)
  assert.equal(publisher.requests.length, before + 1)
})

test('a request that is repeated gets the first answer byte for byte, under the id of the call that was charged', async () => {
  publisher.behave(behaviours.result(complete))
  const key = randomUUID()
  const first = await call({ key })
  assert.equal(first.headers['idempotency-replayed'], undefined)
  publisher.behave(behaviours.reset())
  const paid = await cost(async () => {
    const second = await call({ key, edge: 1 })
    assert.equal(isReplayed(second), true)
    assert.deepEqual([second.status, second.text, second.callId], [200, first.text, first.callId])
    assert.equal(second.headers['content-type'], first.headers['content-type'])
  })
  assert.equal(paid, 0n)
})

test('a chat completion that is repeated is charged once and answered alike', async () => {
  publisher.behave(behaviours.chat('once', 7))
  const key = randomUUID()
  const paid = await cost(async () => {
    const first = await callChat(key)
    publisher.behave(behaviours.chat('twice', 9))
    const second = await callChat(key)
    assert.equal(second.text, first.text)
    assert.equal(isReplayed(second), true)
  })
  assert.equal(paid, PRICE)
})

test('a key that stands for another body or another app is refused as idempotency_conflict', async () => {
  const key = randomUUID()
  assert.equal((await call({ key })).status, 200)
  const paid = await cost(async () => {
    for (const other of [await call({ key, text: 'other' }), await callChat(key)]) {
      assert.deepEqual([other.status, other.code], [409, 'idempotency_conflict'])
    }
  })
  assert.equal(paid, 0n)
})

test('the same key of another buyer is another key', async () => {
  const key = randomUUID()
  assert.equal((await call({ key })).status, 200)
  const poor = await call({ key, credential: keys.poor })
  assert.deepEqual([poor.status, poor.code], [402, 'insufficient_balance'])
})

const failures: [string, Behaviour, number][] = [
  ['a publisher that failed', behaviours.reply(503), 503],
  ['a connection that broke', behaviours.reset(), 502],
  ['a refusal of the publisher', behaviours.reply(422), 422],
  ['a JSON-RPC error', behaviours.rpcError(-32_000), 200],
  ['a tool error', behaviours.result({ ...complete, isError: true }), 200],
  ['a stream that broke', behaviours.streamThenCut(progressEvent(1)), 200],
]
for (const [name, behaviour, status] of failures) {
  test(`after ${name} the key is free: what costs nothing is really tried again`, async () => {
    publisher.behave(behaviour)
    const key = randomUUID()
    assert.equal(await cost(async () => assert.equal((await call({ key })).status, status)), 0n)
    publisher.behave(behaviours.result(complete))
    const paid = await cost(async () => {
      const again = await call({ key })
      assert.deepEqual([again.status, isReplayed(again)], [200, false])
    })
    assert.equal(paid, PRICE)
  })
}

test('a call that its buyer cannot pay leaves the key free, for any request', async () => {
  const key = randomUUID()
  assert.equal((await call({ key, credential: keys.poor })).code, 'insufficient_balance')
  // It is given up just after its answer has left.
  await eventually(async () => {
    assert.equal((await call({ key, text: 'other', credential: keys.poor })).code, 'insufficient_balance')
  })
})

test('a buyer who leaves before the answer pays nothing and leaves the key free', async () => {
  const before = publisher.requests.length
  publisher.behave(behaviours.stall())
  const key = randomUUID()
  const leaving = new AbortController()
  const left = call({ key, signal: leaving.signal })
  await requestsOfPublisher(before + 1)
  leaving.abort()
  await assert.rejects(left)
  publisher.behave(behaviours.wellBehaved())
  assert.equal(await cost(async () => assert.equal((await call({ key })).status, 200)), PRICE)
})

const streams: [string, Behaviour, (key: string) => Promise<Answer>][] = [
  ['an MCP stream', behaviours.stream(progressEvent(1), resultEvent(complete)), key => call({ key })],
  [
    'a chat stream',
    behaviours.stream(chatChunk('a'), chatChunk('', 5), chatDone),
    key => callChat(key, { stream: true }),
  ],
  ['an answer over 64 KiB', behaviours.chat('x'.repeat(65_536), 5), key => callChat(key)],
]
for (const [name, behaviour, ask] of streams) {
  test(`${name} is charged once; repeated, it is idempotency_conflict, because it was not kept`, async () => {
    publisher.behave(behaviour)
    const key = randomUUID()
    const paid = await cost(async () => {
      assert.equal((await ask(key)).status, 200)
      const again = await ask(key)
      assert.deepEqual([again.status, again.code], [409, 'idempotency_conflict'])
      assert.match(again.text, /not kept/)
    })
    assert.equal(paid, PRICE)
  })
}

test('an attempt outlives its lease while its call runs, and a duplicate waits no longer than it may', async () => {
  const before = publisher.requests.length
  const release = holdAnswers(behaviours.result(complete))
  const key = randomUUID()
  const first = call({ key })
  await requestsOfPublisher(before + 1)
  const waited = await call({ key, edge: 1 })
  assert.deepEqual([waited.status, waited.code], [409, 'idempotency_conflict'])
  assert.match(waited.text, /still under way/)
  release()
  assert.equal((await first).status, 200)
  assert.equal(publisher.requests.length, before + 1)
})

test('a key that is no key is invalid_request', async () => {
  for (const key of [' ', 'x'.repeat(256), 'two words', 'é']) {
    const refused = await call({ key })
    assert.deepEqual([refused.status, refused.code], [400, 'invalid_request'], key)
  }
  assert.equal((await call({ key: '~'.repeat(255) })).status, 200)
})

test('two keys are invalid_request, even when they are the same', async () => {
  const sent = request(`${gateway.baseUrl}/v1-beta/llm/shop/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.rich}`, 'content-type': 'application/json', [NAME]: ['a', 'a'] },
  })
  sent.end(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }))
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
  response.resume()
  assert.equal(response.statusCode, 400)
})

test('calls that are never charged take no notice of the header', async () => {
  const before = publisher.requests.length
  const list = { baseUrl: gateway.baseUrl, app: 'shop/tools', credential: keys.rich, headers: { [NAME]: 'no key' } }
  for (const id of ['1', '2']) assert.equal((await callMcp({ ...list, id })).status, 200)
  assert.equal(publisher.requests.length, before + 2)
})

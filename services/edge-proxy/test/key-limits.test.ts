import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chatCall, type EdgeUnderTest, LLM_PATH, startEdgeUnderTest, toolCall } from './edge-under-test.ts'

let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest()
})
after(() => edge.close())
beforeEach(() => {
  edge.behind.refuse = undefined
  edge.behind.watchesLoops = false
  edge.behind.reserved.length = 0
})

const callWith = (args: unknown) =>
  edge.call({ body: { ...toolCall, params: { name: 'add', ...(args === undefined ? {} : { arguments: args }) } } })

const digests = () => edge.behind.reserved.map(({ argumentsDigest }) => Buffer.from(argumentsDigest).toString('hex'))

test('Mtg-Max-Price goes to billing exactly, and never to the publisher', async () => {
  assert.equal((await edge.call({ headers: { 'mtg-max-price': '0.010001' } })).status, 200)
  assert.equal(edge.behind.reserved[0]?.maxPriceMicros, '10001')
  assert.equal(edge.publisher.requests.at(-1)?.headers['mtg-max-price'], undefined)
  await edge.call()
  assert.equal(edge.behind.reserved[1]?.maxPriceMicros, undefined)
})

test('a price that cannot be read is 400 invalid_request, and nobody is asked', async () => {
  for (const price of ['0.0000001', '-1', '1e3', 'free']) {
    const { status, json } = await edge.call({ headers: { 'mtg-max-price': price } })
    assert.deepEqual([status, json.error?.code], [400, 'invalid_request'])
    assert.match(json.error?.message ?? '', /Mtg-Max-Price/)
  }
  assert.deepEqual(edge.behind.reserved, [])
})

test("arguments are digested only for keys that need it: once billing has said so, with the same call's id", async () => {
  await callWith({ a: 1 })
  assert.deepEqual(digests(), [''])
  edge.behind.watchesLoops = true
  assert.equal((await callWith({ a: 1, b: 2 })).status, 200)
  const [, first, again] = edge.behind.reserved
  assert.equal(first?.callId, again?.callId)
  const [, without, digest] = digests()
  assert.deepEqual([without, digest?.length], ['', 64])
  await callWith({ b: 2, a: 1 })
  await callWith({ a: 1, b: 3 })
  assert.deepEqual([digests()[3], digests().length], [digest, 5])
  assert.notEqual(digests()[4], digest)
})

test('what is no tool call is never digested', async () => {
  edge.behind.watchesLoops = true
  await callWith(undefined)
  edge.behind.reserved.length = 0
  await edge.call({ path: LLM_PATH, body: chatCall })
  assert.deepEqual(digests(), [''])
})

test("a refusal by a limit tells the buyer which one, in billing's words, and the observation too", async () => {
  const message =
    'The key "agent" may spend 0.05 USD in all: 0.05 USD are spent or held, and this call costs 0.002 USD.'
  edge.behind.refuse = { code: 'spend_limit_exceeded', message }
  const { status, json, callId } = await edge.call()
  assert.deepEqual([status, json.error], [402, { code: 'spend_limit_exceeded', message, status: 402 }])
  const observed = edge.observed.find(call => call.callId === callId)
  assert.equal(observed?.stages.at(-1)?.note, `spend_limit_exceeded: ${message}`)
})

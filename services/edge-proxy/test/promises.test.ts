import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Behaviour, behaviours, progressEvent, resultEvent } from '@mtg/testing'
import { type EdgeUnderTest, startEdgeUnderTest } from './edge-under-test.ts'

let edge: EdgeUnderTest
let apps = 0
/** The list of tools as the publisher tells it; undefined: it does not. */
let list: object | undefined
/** Pages that were asked for. */
let asked = 0

before(async () => {
  edge = await startEdgeUnderTest({ STREAM_BYTES_MAX: '60000' })
})
after(() => edge.close())
beforeEach(() => {
  apps += 1
  // What was learnt of one address says nothing of another.
  edge.behind.upstream = `${edge.publisher.origin}/upstream${apps}`
  Object.assign(edge.behind.terms, {
    promiseOutputSchema: true,
    promiseFirstByteMs: 0,
    chargeToolErrors: false,
    chargeTasksOnAcceptance: false,
    timeoutMs: 5_000,
  })
  edge.closeCircuits()
  list = { tools: [{ name: 'add', outputSchema }] }
  asked = 0
})

const outputSchema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
const complete = { resultType: 'complete', content: [] }
const good = { ...complete, structuredContent: { sum: 3 } }
const bad = { ...complete, structuredContent: { sum: 'three' } }

/** Tells of the tools, and answers everything else in this way. */
function behave(behaviour: Behaviour): void {
  edge.publisher.behave((request, response) => {
    if ((request.json as { method?: string }).method !== 'tools/list') return behaviour(request, response)
    asked += 1
    if (list === undefined) return behaviours.rpcError(-32603)(request, response)
    return behaviours.result(list)(request, response)
  })
}

/** Makes a call; answers with how it was settled, and how it is told of. */
async function settled(options: Parameters<EdgeUnderTest['call']>[0] = {}) {
  const answer = await edge.call(options)
  assert.equal(answer.status, 200, answer.text)
  while (!edge.logged.some(line => line['callId'] === answer.callId)) await new Promise(setImmediate)
  const [last] = edge.behind.settled.get(answer.callId)?.slice(-1) ?? []
  const logged = edge.logged.find(line => line['callId'] === answer.callId)
  return { answer, kind: last?.kind, outcome: last?.outcome ?? '', code: logged?.['code'] }
}

test('a result that is as its tool lists it is charged, as JSON and at the end of a stream', async () => {
  for (const behaviour of [behaviours.result(good), behaviours.stream(progressEvent(1), resultEvent(good))]) {
    behave(behaviour)
    const { kind, code } = await settled()
    assert.deepEqual([kind, code], ['captured', 'ok'])
  }
  assert.equal(asked, 1)
})

for (const [name, result] of [
  ['breaks the output schema of its tool', bad],
  ['lacks what the schema describes', complete],
] as const) {
  test(`a result that ${name} is delivered and free, and everybody can see why`, async () => {
    for (const behaviour of [behaviours.result(result), behaviours.stream(progressEvent(1), resultEvent(result))]) {
      behave(behaviour)
      const { answer, kind, outcome, code } = await settled()
      assert.ok(answer.text.includes('"content":[]'))
      assert.deepEqual([kind, outcome, code], ['released', 'output_schema_broken', 'output_schema_broken'])
      const observed = edge.observed.find(({ callId }) => callId === answer.callId)
      assert.equal(observed?.code, 'output_schema_broken')
      assert.equal(
        edge.recorded.some(({ callId }) => callId === answer.callId),
        false,
      )
    }
  })
}

test('what is no complete result promises no form, and a tool without schema none either', async () => {
  edge.behind.terms.chargeToolErrors = true
  behave(behaviours.result({ ...complete, isError: true }))
  assert.equal((await settled()).kind, 'captured')
  behave(behaviours.result({ resultType: 'input_required' }))
  assert.equal((await settled()).outcome, 'input_required')
  edge.behind.upstream += '/none'
  list = { tools: [{ name: 'add' }] }
  behave(behaviours.result(complete))
  assert.equal((await settled()).kind, 'captured')
})

test('without the promise nobody asks what a publisher lists', async () => {
  edge.behind.terms.promiseOutputSchema = false
  behave(behaviours.result(bad))
  assert.equal((await settled()).kind, 'captured')
  assert.equal(asked, 0)
})

test('a promise that cannot be held against a list costs the buyer nothing', async () => {
  for (const told of [undefined, { tools: [] }, { tools: 'none' }, { tools: [{ name: 'other', outputSchema }] }]) {
    edge.behind.upstream += '/x'
    list = told
    behave(behaviours.result(good))
    assert.deepEqual((await settled()).outcome, 'promise_unverified', JSON.stringify(told))
  }
})

test('schemas that are too large, or not to be understood, are as good as none that is known', async () => {
  const large = { ...outputSchema, description: 'x'.repeat(33_000) }
  const odd = [large, { $ref: '#/nowhere' }, { properties: { sum: { pattern: '(' } } }, 7]
  for (const schema of odd) {
    edge.behind.upstream += '/x'
    list = { tools: [{ name: 'add', outputSchema: schema }] }
    behave(behaviours.result(bad))
    assert.equal((await settled()).outcome, 'promise_unverified', JSON.stringify(schema).slice(0, 60))
  }
})

test('lists come in pages, as streams too, and no further than their bounds', async () => {
  const pages = [{ tools: [{ name: 'a' }], nextCursor: 'p1' }, { tools: [{ name: 'add', outputSchema }] }]
  edge.publisher.behave((request, response) => {
    const { method, params } = request.json as { method?: string; params?: { cursor?: string } }
    if (method !== 'tools/list') return behaviours.result(bad)(request, response)
    return behaviours.stream(resultEvent(pages[params?.cursor === 'p1' ? 1 : 0] ?? {}))(request, response)
  })
  assert.equal((await settled()).outcome, 'output_schema_broken')

  edge.behind.upstream += '/endless'
  list = { tools: [{ name: 'a' }], nextCursor: 'again' }
  behave(behaviours.result(good))
  assert.equal((await settled()).outcome, 'promise_unverified')
  assert.equal(asked, 20)
})

test('calls at once ask once', async () => {
  behave(behaviours.result(good))
  const all = await Promise.all(Array.from({ length: 20 }, () => settled()))
  assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(['captured']))
  assert.equal(asked, 1)
})

test('an answer that begins later than promised is free; one in time is not, and heartbeats do not begin it', async () => {
  edge.behind.terms.promiseOutputSchema = false
  edge.behind.terms.promiseFirstByteMs = 5_000
  behave(behaviours.result(good))
  assert.equal((await settled()).kind, 'captured')
  edge.behind.terms.promiseFirstByteMs = 30
  const late: Behaviour = async (request, response) => {
    await new Promise(resolve => setTimeout(resolve, 60))
    return behaviours.result(good)(request, response)
  }
  const lateStream: Behaviour = async (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ping\n\n')
    await new Promise(resolve => setTimeout(resolve, 60))
    response.end(resultEvent(good)(request))
  }
  for (const behaviour of [late, lateStream]) {
    behave(behaviour)
    const { answer, kind, outcome, code } = await settled()
    assert.ok(answer.text.includes('"sum":3'))
    assert.deepEqual([kind, outcome, code], ['released', 'first_byte_late', 'first_byte_late'])
  }
})

test('of a stream that the gateway cuts the result was promised too', async () => {
  const steps = Array.from({ length: 1_000 }, (_, index) => progressEvent(index))
  behave(behaviours.stream(...steps))
  assert.equal((await settled()).outcome, 'output_schema_broken')
  edge.behind.terms.promiseOutputSchema = false
  assert.equal((await settled()).kind, 'captured')
})

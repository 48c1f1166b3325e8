import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Behaviour, behaviours, eventually } from '@mtg/testing'
import { BUYER_ID } from './behind-state.ts'
import { type CallOptions, type EdgeUnderTest, KEY, mcpHeaders, startEdgeUnderTest } from './edge-under-test.ts'

const STRANGER = '00000000-0000-7000-8000-00000000000f'
const STRANGERS_KEY = 'vnb-sk-test-stranger-0123'
const HOUR_MS = 3_600_000

let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({ SETTLE_TIMEOUT_MS: '800', TASK_ASK_INTERVAL_MS: '50' })
})
after(() => edge.close())
beforeEach(() => {
  edge.closeCircuits()
  edge.behind.buyerOf = credential => (credential === STRANGERS_KEY ? STRANGER : BUYER_ID)
  edge.behind.tasks.clear()
  edge.behind.due.length = 0
  Object.assign(edge.behind.terms, {
    chargeToolErrors: false,
    chargeTasksOnAcceptance: false,
    promiseOutputSchema: false,
  })
})

const task = (taskId: string, more: object = {}) => ({
  resultType: 'task',
  taskId,
  status: 'working',
  createdAt: '2026-11-22T10:00:00Z',
  lastUpdatedAt: '2026-11-22T10:00:00Z',
  ttlMs: HOUR_MS,
  ...more,
})
const content = [{ type: 'text', text: 'done' }]
const completed = (taskId: string, result: object = { content }) =>
  task(taskId, { resultType: 'complete', status: 'completed', result })

const about = (taskId: string, method = 'tasks/get', key = KEY): CallOptions => ({
  headers: { ...mcpHeaders, authorization: `Bearer ${key}`, 'mcp-method': method, 'mcp-name': taskId },
  body: { jsonrpc: '2.0', id: 'p', method, params: { taskId } },
})
const poll = (taskId: string) => edge.call(about(taskId))
const settledAs = (callId: string) => (edge.behind.settled.get(callId) ?? []).map(({ kind }) => kind)

/** Starts a task; answers with the id of its call. */
async function start(taskId: string, behaviour: Behaviour = behaviours.result(task(taskId))): Promise<string> {
  edge.publisher.behave(behaviour)
  const { status, callId, text } = await edge.call()
  assert.equal(status, 200, text)
  return callId
}

test('a task answer keeps the price held, and completed captures it once, before it is delivered', async () => {
  const callId = await start('t1')
  assert.deepEqual(settledAs(callId), [])
  assert.deepEqual(edge.behind.tasks.get('t1')?.ttlMs, String(HOUR_MS))
  await eventually(() => assert.equal(edge.behind.tasks.get('t1')?.isConfirmed, true))
  edge.publisher.behave(behaviours.result(task('t1', { resultType: 'complete' })))
  assert.equal((await poll('t1')).status, 200)
  assert.deepEqual(settledAs(callId), [])

  edge.publisher.behave(behaviours.result(completed('t1')))
  const [one, two] = await Promise.all([poll('t1'), poll('t1')])
  for (const { status, json } of [one, two]) {
    assert.equal(status, 200)
    assert.deepEqual((json['result'] as { result: object }).result, { content })
  }
  await poll('t1')
  assert.deepEqual(new Set(settledAs(callId)), new Set(['captured']))
  const records = edge.recorded.filter(record => record.callId === callId)
  assert.equal(records[0]?.chargedMicros, '2000')
  assert.equal(records[0]?.name, 'add')
  // What is asked about a task is not billed, and costs no place of its own beyond the windows.
  for (const { callId: asked } of [one, two]) {
    assert.equal(edge.behind.reserved.find(request => request.callId === asked)?.billable, false)
    assert.deepEqual(settledAs(asked), [])
  }
})

test('the last words of a task decide about its price', async t => {
  const ends: [name: string, end: object, settled: string[]][] = [
    ['failed', { status: 'failed', error: { code: -32603, message: 'x' } }, ['released']],
    ['cancelled', { status: 'cancelled' }, ['released']],
    ['completed with isError', { status: 'completed', result: { content, isError: true } }, ['released']],
    ['input_required', { status: 'input_required', inputRequests: {} }, []],
    ['a status of its own', { status: 'resting' }, []],
  ]
  for (const [index, [name, end, settled]] of ends.entries()) {
    await t.test(name, async () => {
      const callId = await start(`end${index}`)
      edge.publisher.behave(behaviours.result(task(`end${index}`, { resultType: 'complete', ...end })))
      assert.equal((await poll(`end${index}`)).status, 200)
      assert.deepEqual(settledAs(callId), settled)
    })
  }
})

test('a result that cannot be paid is not delivered', async () => {
  const callId = await start('unpaid')
  edge.publisher.behave(behaviours.result(completed('unpaid')))
  edge.behind.refuseCaptures = 1
  const refused = await poll('unpaid')
  assert.deepEqual([refused.status, refused.json.error?.code], [404, 'task_not_found'])
  assert.deepEqual(settledAs(callId), [])
})

test('a capture whose answer is lost takes the price, and nothing gives it back: the result is there to be asked for', async () => {
  const callId = await start('lost')
  edge.publisher.behave(behaviours.result(completed('lost')))
  edge.behind.loseCaptureReplies = 1
  assert.equal((await poll('lost')).status, 200)
  assert.ok(!settledAs(callId).includes('released'))
})

test('a completed task without a result is no answer', async () => {
  await start('empty')
  edge.publisher.behave(behaviours.result(task('empty', { resultType: 'complete', status: 'completed' })))
  assert.equal((await poll('empty')).json.error?.code, 'publisher_error')
})

test('nobody but its buyer reads, updates or cancels a task, and nobody learns that it exists', async () => {
  await start('own')
  const asked = edge.publisher.requests.length
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const foreign = await edge.call(about('own', method, STRANGERS_KEY))
    const missing = await edge.call(about('none', method, STRANGERS_KEY))
    assert.equal(foreign.json.error?.code, 'task_not_found')
    assert.equal(foreign.text, missing.text)
  }
  assert.equal(edge.publisher.requests.length, asked)
  edge.publisher.behave(behaviours.result({ resultType: 'complete' }))
  for (const method of ['tasks/update', 'tasks/cancel']) {
    assert.equal((await edge.call(about('own', method))).status, 200)
  }
  assert.equal(edge.behind.tasks.get('own')?.isHastened, true)
})

test('a task id that contradicts Mcp-Name is refused, and one that is none as well', async () => {
  const { body } = about('a')
  assert.equal((await edge.call({ ...about('b'), body })).json.error?.code, 'HeaderMismatch')
  const none = { jsonrpc: '2.0', id: 'p', method: 'tasks/get', params: {} }
  assert.equal((await edge.call({ ...about('b'), body: none })).json.error?.code, 'invalid_request')
  const long = 'x'.repeat(1025)
  assert.equal((await edge.call(about(long))).json.error?.code, 'task_not_found')
})

test('an id that another call has is refused, and the price given back', async () => {
  await start('twice')
  edge.publisher.behave(behaviours.result(task('twice')))
  const second = await edge.call()
  assert.deepEqual([second.status, second.json.error?.code], [502, 'publisher_error'])
  await eventually(() => assert.deepEqual(settledAs(second.callId), ['released']))
})

test('a task that names none, or one that nobody could store, is no answer', async () => {
  for (const bad of [{ taskId: undefined }, { taskId: '' }, { taskId: 'x'.repeat(1025) }, { taskId: 'a\u0000b' }]) {
    edge.publisher.behave(behaviours.result({ ...task('x'), ...bad }))
    const { json, callId } = await edge.call()
    assert.equal(json.error?.code, 'publisher_error')
    assert.deepEqual(settledAs(callId), ['released'])
  }
})

test('while billing cannot keep a task its handle does not leave, and nothing is charged', async () => {
  edge.behind.refuseTasks = 10
  edge.publisher.behave(behaviours.result(task('unkept')))
  const { json, callId } = await edge.call()
  assert.equal(json.error?.code, 'internal_error')
  edge.behind.refuseTasks = 0
  await eventually(() => assert.deepEqual(settledAs(callId), ['released']))
})

test('an app that is paid on acceptance takes the price with the handle', async () => {
  edge.behind.terms.chargeTasksOnAcceptance = true
  const callId = await start('accepted')
  assert.deepEqual(settledAs(callId), ['captured'])
  edge.publisher.behave(behaviours.result(task('accepted', { resultType: 'complete', status: 'failed', error: {} })))
  assert.equal((await poll('accepted')).status, 200)
  assert.deepEqual(settledAs(callId), ['captured'])
})

test('tasks may come, and end, as streams', async () => {
  const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`
  const callId = await start('s1', behaviours.stream(event({ id: 'a', result: task('s1') })))
  assert.deepEqual(settledAs(callId), [])
  edge.publisher.behave(behaviours.stream(event({ id: 'p', result: completed('s1') })))
  assert.match((await poll('s1')).text, /done/)
  assert.deepEqual(settledAs(callId), ['captured'])
})

test('a notification that brings the result captures it, and of others’ tasks nothing passes', async () => {
  const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`
  const news = (params: object) => event({ method: 'notifications/tasks', params })
  const callId = await start('told')
  edge.publisher.behave(behaviours.result(task('foreign')))
  await edge.call({ headers: { authorization: `Bearer ${STRANGERS_KEY}` } })
  assert.equal(edge.behind.tasks.get('foreign')?.buyerId, STRANGER)
  edge.publisher.behave(
    behaviours.stream(
      news(task('told')),
      news(completed('foreign', { content: [{ type: 'text', text: 'secret' }] })),
      news(completed('told')),
      event({ id: 'l', result: { resultType: 'complete' } }),
    ),
  )
  const { text } = await edge.call({
    headers: { ...mcpHeaders, 'mcp-method': 'subscriptions/listen' },
    body: {
      jsonrpc: '2.0',
      id: 'l',
      method: 'subscriptions/listen',
      params: { notifications: { taskIds: ['told', 'foreign'] } },
    },
  })
  assert.match(text, /working[^]*done/)
  assert.doesNotMatch(text, /foreign|secret/)
  assert.deepEqual(settledAs(callId), ['captured'])
})

test('the gateway asks about tasks whose time is over: completed is charged, all else given back', async t => {
  const ends: [name: string, answer: Behaviour, isOver: boolean, settled: string[]][] = [
    ['completed', behaviours.result(completed('due')), false, ['captured']],
    ['failed', behaviours.result(task('due', { status: 'failed', error: {} })), false, ['released']],
    ['still working when its time is over', behaviours.result(task('due')), true, ['released']],
    ['not known any more', behaviours.rpcError(-32602), true, ['released']],
    ['a publisher that fails', behaviours.reply(500), true, ['released']],
  ]
  for (const [name, answer, isOver, settled] of ends) {
    await t.test(name, async () => {
      edge.behind.tasks.clear()
      const callId = await start('due')
      const asked = edge.publisher.requests.length
      edge.publisher.behave(answer)
      edge.behind.due.push({ taskId: 'due', isOver })
      await eventually(() => assert.deepEqual(settledAs(callId), settled))
      const [request, ...others] = edge.publisher.requests.slice(asked)
      assert.deepEqual(others, [])
      assert.equal(request?.headers['mcp-name'], 'due')
      assert.equal(request?.headers['mcp-method'], 'tasks/get')
      assert.equal(request?.headers.authorization, 'Bearer publisher-key')
    })
  }
})

/** Answers so, and tells of the output that the tool of these tests has. */
const answer =
  (behaviour: Behaviour): Behaviour =>
  (request, response) => {
    const isList = (request.json as { method?: string }).method === 'tools/list'
    const outputSchema = { type: 'object', required: ['sum'] }
    const listed = behaviours.result({ tools: [{ name: 'add', outputSchema }] })
    return (isList ? listed : behaviour)(request, response)
  }

test('a task keeps the promise of its app or is free, whoever asks, and its price waits for the result', async t => {
  const ends = [
    ['kept', { content, structuredContent: { sum: 3 } }, ['captured'], ''],
    ['broken', { content, structuredContent: {} }, ['released'], 'output_schema_broken'],
  ] as const
  for (const [name, result, settled, outcome] of ends) {
    await t.test(name, async () => {
      Object.assign(edge.behind.terms, { promiseOutputSchema: true, chargeTasksOnAcceptance: true })
      const asked = await start(name, answer(behaviours.result(task(name))))
      assert.deepEqual(settledAs(asked), [])
      edge.publisher.behave(answer(behaviours.result(completed(name, result))))
      for (let time = 0; time < 2; time += 1) assert.equal((await poll(name)).status, 200)
      assert.deepEqual(settledAs(asked), settled)
      assert.equal(edge.behind.settled.get(asked)?.[0]?.outcome ?? '', outcome)

      const due = await start(`${name} due`, answer(behaviours.result(task(`${name} due`))))
      edge.publisher.behave(answer(behaviours.result(completed(`${name} due`, result))))
      edge.behind.due.push({ taskId: `${name} due`, isOver: false })
      await eventually(() => assert.deepEqual(settledAs(due), settled))
    })
  }
})

test('a result that was free once stays free, and is there to be asked for, also when it keeps the promise by then', async t => {
  const unverifiable = { content, structuredContent: { sum: 3, text: 'x'.repeat(1024 * 1024) } }
  const firsts = [
    ['promise_unverified', unverifiable],
    ['output_schema_broken', { content, structuredContent: {} }],
  ] as const
  for (const [outcome, result] of firsts) {
    await t.test(outcome, async () => {
      edge.behind.terms.promiseOutputSchema = true
      const callId = await start(outcome, answer(behaviours.result(task(outcome))))
      edge.publisher.behave(answer(behaviours.result(completed(outcome, result))))
      assert.equal((await poll(outcome)).status, 200)
      edge.publisher.behave(answer(behaviours.result(completed(outcome, { content, structuredContent: { sum: 3 } }))))
      const again = await poll(outcome)
      assert.deepEqual([again.status, again.json.error?.code], [200, undefined])
      assert.match(again.text, /"sum":3/)
      assert.deepEqual(
        edge.behind.settled.get(callId)?.map(each => [each.kind, each.outcome]),
        [['released', outcome]],
      )
    })
  }
})

test('of two that ask at once, one of whom gets what breaks its promise, both get their result, for one price or none', async t => {
  const good = { content, structuredContent: { sum: 3 } }
  const bad = { content, structuredContent: {} }
  for (const [name, slow, quick, settled] of [
    ['free first', good, bad, 'released'],
    ['paid first', bad, good, 'captured'],
  ] as const) {
    await t.test(name, async () => {
      edge.behind.terms.promiseOutputSchema = true
      const callId = await start(name, answer(behaviours.result(task(name))))
      const asked = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      edge.publisher.behave(
        answer(async (request, response) => {
          asked.resolve()
          await goOn.promise
          return behaviours.result(completed(name, slow))(request, response)
        }),
      )
      const first = poll(name)
      await asked.promise
      edge.publisher.behave(answer(behaviours.result(completed(name, quick))))
      const second = await poll(name)
      assert.deepEqual(settledAs(callId), [settled])
      goOn.resolve()
      for (const { status, text } of [await first, second]) assert.equal(status, 200, text)
      assert.deepEqual(settledAs(callId), [settled])
    })
  }
})

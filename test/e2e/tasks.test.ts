import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { behaviours, type Constellation, eventually, type FakePublisher } from '@mtg/testing'
import { type SmallShop, startSmallShop } from './shop/small-shop.ts'
import { costOf } from './shop/spending.ts'

const PRICE = 10_000n
const HOUR_MS = 3_600_000
const ada = { email: 'ada@example.test', key: 'vnb-sk-tasks-ada-0123456789' }
const bob = { email: 'bob@example.test', key: 'vnb-sk-tasks-bob-0123456789' }

let shop: SmallShop
let gateway: Constellation
let publisher: FakePublisher
let started = 0

before(async () => {
  const promises = { outputSchema: true, firstByteMs: 2_000 }
  const apps = { slow: {}, prepaid: { chargeTasks: 'acceptance' }, sworn: { promises } }
  const buyers = [ada, bob].map(buyer => ({ ...buyer, wallet: '5.00' }))
  const env = { 'edge-proxy': { TASK_ASK_INTERVAL_MS: '100' }, billing: { REAP_INTERVAL_MS: '100' } }
  shop = await startSmallShop(apps, buyers, env)
  gateway = shop.gateway
  publisher = shop.publisher
})

after(() => shop?.stop())

async function post(app: string, key: string, method: string, name: string, params: object) {
  const response = await fetch(`${gateway.baseUrl}/v1-beta/mcp/shop/${app}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: '1', method, params }),
  })
  return { status: response.status, text: await response.text() }
}

/** The publisher says this of the task from now on. */
function say(taskId: string, more: object): void {
  const task = { taskId, createdAt: '2026-11-22T10:00:00Z', lastUpdatedAt: '2026-11-22T10:00:00Z', ttlMs: HOUR_MS }
  publisher.behave(behaviours.result({ ...task, ...more }))
}

async function startTask(app = 'slow', ttlMs = HOUR_MS): Promise<string> {
  started += 1
  const taskId = `task-${started}`
  say(taskId, { resultType: 'task', status: 'working', ttlMs })
  const { status, text } = await post(app, ada.key, 'tools/call', 'dig', { name: 'dig', arguments: {} })
  assert.equal(status, 200, text)
  return taskId
}

const finish = (taskId: string) =>
  say(taskId, { resultType: 'complete', status: 'completed', result: { content: [{ type: 'text', text: 'gold' }] } })
const poll = (taskId: string, key = ada.key, app = 'slow') => post(app, key, 'tasks/get', taskId, { taskId })
const held = async () => (await gateway.wallet(ada.email)).held

test('a task is paid once, when its result is delivered, and has one usage record', async () => {
  const before = new Set(await gateway.usageCallIds(ada.email))
  const cost = await costOf(gateway, ada.email, async () => {
    const taskId = await startTask()
    assert.equal(await held(), '0.01')
    assert.equal((await poll(taskId)).status, 200)
    assert.equal(await held(), '0.01')
    finish(taskId)
    const answers = await Promise.all([poll(taskId), poll(taskId), poll(taskId)])
    for (const { status, text } of answers) assert.match(`${status} ${text}`, /^200 .*gold/)
    assert.equal(await held(), '0.00')
  })
  assert.equal(cost, PRICE)
  await eventually(async () => {
    const records = (await gateway.usage(ada.email)).filter(({ callId }) => !before.has(callId))
    assert.deepEqual(
      records.map(record => [record.operation, record.name, record.chargedMicros]),
      [['tools/call', 'dig', String(PRICE)]],
    )
  })
  await gateway.verifyLedger()
})

/** One request by the official client's own transport, below what its Client knows of. */
async function byTransport(method: string, params: object): Promise<Record<string, unknown>> {
  const url = new URL(`${gateway.baseUrl}/v1-beta/mcp/shop/slow`)
  const transport = new StreamableHTTPClientTransport(url, { authProvider: { token: async () => ada.key } })
  const answered = Promise.withResolvers<Record<string, unknown>>()
  const onmessage = (message: JSONRPCMessage) => answered.resolve('result' in message ? message.result : { ...message })
  Object.assign(transport, { onmessage, onerror: answered.reject })
  await transport.start()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  }
  try {
    await transport.send({ jsonrpc: '2.0', id: 'one', method, params: { ...params, _meta } })
    return await answered.promise
  } finally {
    await transport.close()
  }
}

test('the official client’s transport starts a task, polls it and pays once', async () => {
  const cost = await costOf(gateway, ada.email, async () => {
    say('official', { resultType: 'task', status: 'working' })
    const started = await byTransport('tools/call', { name: 'dig', arguments: {} })
    assert.deepEqual([started['resultType'], started['taskId']], ['task', 'official'])
    assert.equal(await held(), '0.01')
    finish('official')
    for (let time = 0; time < 2; time += 1) {
      const { status, result } = await byTransport('tasks/get', { taskId: 'official' })
      assert.deepEqual([status, result], ['completed', { content: [{ type: 'text', text: 'gold' }] }])
    }
  })
  assert.equal(cost, PRICE)
})

test('another buyer of the same app cannot read, update or cancel it', async () => {
  const taskId = await startTask()
  finish(taskId)
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { status, text } = await post('slow', bob.key, method, taskId, { taskId })
    assert.equal(status, 404)
    assert.match(text, /task_not_found/)
  }
  assert.equal((await poll(taskId)).status, 200)
})

test('a task that fails costs nothing', async () => {
  const cost = await costOf(gateway, ada.email, async () => {
    const taskId = await startTask()
    say(taskId, { resultType: 'complete', status: 'failed', error: { code: -32603, message: 'x' } })
    assert.equal((await poll(taskId)).status, 200)
    assert.equal(await held(), '0.00')
  })
  assert.equal(cost, 0n)
})

test('a result that nobody fetches is charged at the end of the task’s time, and work that is not done is not', async () => {
  const cost = await costOf(gateway, ada.email, async () => {
    finish(await startTask('slow', 2_000))
    await eventually(async () => assert.equal(await held(), '0.00'))
  })
  assert.equal(cost, PRICE)
  const nothing = await costOf(gateway, ada.email, async () => {
    await startTask('slow', 2_000)
    await eventually(async () => assert.equal(await held(), '0.00'), 60_000)
  })
  assert.equal(nothing, 0n)
})

test('an app that says so is paid when it takes a task on', async () => {
  const cost = await costOf(gateway, ada.email, async () => {
    const taskId = await startTask('prepaid')
    assert.equal(await held(), '0.00')
    say(taskId, { resultType: 'complete', status: 'failed', error: { code: -32603, message: 'x' } })
    assert.equal((await poll(taskId, ada.key, 'prepaid')).status, 200)
  })
  assert.equal(cost, PRICE)
  await gateway.verifyLedger()
})

test('an app that promises the form of its results is paid for those that have it, and the list of tools says so', async () => {
  const tool = { name: 'dig', inputSchema: { type: 'object' }, outputSchema: { type: 'object', required: ['gold'] } }
  const dig = async (structuredContent: object) => {
    publisher.behave((request, response) => {
      const isList = (request.json as { method?: string }).method === 'tools/list'
      const result = isList ? { tools: [tool] } : { resultType: 'complete', content: [], structuredContent }
      return behaviours.result(result)(request, response)
    })
    const { status, text } = await post('sworn', ada.key, 'tools/call', 'dig', { name: 'dig' })
    assert.deepEqual([status, JSON.parse(text).result.structuredContent], [200, structuredContent])
  }
  assert.equal(await costOf(gateway, ada.email, () => dig({ gold: 3 })), PRICE)
  assert.equal(await costOf(gateway, ada.email, () => dig({ lead: 3 })), 0n)
  const { text } = await post('sworn', ada.key, 'tools/list', 'tools/list', {})
  const tag = JSON.parse(text).result.tools[0]._meta['dev.metered-tool-gateway/price']
  assert.deepEqual(tag.promises, { outputSchema: true, firstByteMs: 2_000 })
  await gateway.verifyLedger()
})

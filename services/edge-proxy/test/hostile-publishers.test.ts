import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import {
  rawAnswer as answer,
  rawChat as chat,
  progressEvent,
  type RawPublisher,
  type RawRequest,
  rawResult as result,
  startRawPublisher,
} from '@mtg/testing'
import { BUYER_ID } from './behind-state.ts'
import {
  type CallOptions,
  chatCall,
  type EdgeUnderTest,
  LLM_PATH,
  startEdgeUnderTest,
  toolCall,
} from './edge-under-test.ts'

const BEN = 'vnb-sk-ben-0123456789'
const BEN_ID = '00000000-0000-7000-8000-00000000000b'
let edge: EdgeUnderTest
let publisher: RawPublisher

before(async () => {
  edge = await startEdgeUnderTest({ APP_CALLS_MAX: '8' })
  edge.behind.buyerOf = credential => (credential === BEN ? BEN_ID : BUYER_ID)
})
after(() => edge.close())
beforeEach(async () => {
  publisher = await startRawPublisher()
  edge.behind.upstream = `${publisher.origin}/mcp`
  edge.behind.terms.timeoutMs = 5_000
  edge.closeCircuits()
})
afterEach(() => publisher.close())

const asBen: CallOptions = { headers: { authorization: `Bearer ${BEN}` } }
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve))
}
const until = async (holds: () => boolean) => {
  while (!holds()) await turns(1)
}

const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\ncontent-type: text/event-stream\r\n\r\n'

test('a 103 that looks like a stream is not the answer, and no call place is left behind', async () => {
  publisher.behave(({ connection, json }) => void connection.write(EARLY_HINTS + result(json.id)))
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => edge.call()))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 8 }, () => 200),
    )
  }
})

test('a drip of 103s does not put off the deadline to the first byte', async () => {
  edge.behind.terms.timeoutMs = 120
  const drips: NodeJS.Timeout[] = []
  publisher.behave(({ connection }) => {
    let left = 5
    const drip = setInterval(() => {
      left -= 1
      if (left >= 0) connection.write(EARLY_HINTS)
    }, 50)
    drips.push(drip)
  })
  const { status, json } = await edge.call()
  for (const drip of drips) clearInterval(drip)
  assert.deepEqual([status, json.error?.code], [504, 'gateway_timeout'])
})

test('a flood of 103s ends the call and its connection', async () => {
  publisher.behave(({ connection }) => void connection.write(EARLY_HINTS.repeat(1_000)))
  const { status, json } = await edge.call()
  assert.deepEqual([status, json.error?.code], [502, 'publisher_error'])
  await until(() => publisher.connections.size === 0)
})

test('one answer too many never reaches another buyer, whenever it is sent', async () => {
  const mine = 'for Ada only'
  const surplus: Record<string, (request: RawRequest) => void> = {
    'right behind the answer': ({ connection }) => void connection.write(chat(mine) + chat(mine)),
    'while nothing is asked': ({ connection }) => {
      connection.write(chat(mine))
      setImmediate(() => connection.write(chat(mine)))
    },
    'with the next request': ({ connection, index }) =>
      void connection.write(index === 0 ? chat(mine) : chat(mine) + chat(mine)),
  }
  for (const [when, behaviour] of Object.entries(surplus)) {
    publisher.behave(request => {
      const isBens = JSON.stringify(request.json).includes('Ben asks')
      if (isBens) request.connection.write(chat('for Ben'))
      else behaviour(request)
    })
    for (let round = 0; round < 5; round += 1) {
      await edge.call({ path: LLM_PATH })
      const bens = await edge.call({
        path: LLM_PATH,
        ...asBen,
        body: { ...chatCall, messages: [{ role: 'user', content: 'Ben asks' }] },
      })
      assert.equal(bens.status, 200)
      assert.doesNotMatch(bens.text, /for Ada/, when)
      assert.match(bens.text, /for Ben/, when)
    }
  }
})

test('the answers of one buyer come over one connection, those of two buyers or two apps never do', async () => {
  for (let round = 0; round < 5; round += 1) assert.equal((await edge.call()).status, 200)
  assert.equal(publisher.accepted(), 1)
  assert.equal((await edge.call(asBen)).status, 200)
  assert.equal(publisher.accepted(), 2)
  assert.equal((await edge.call({ path: '/v1-beta/mcp/other/search', body: toolCall })).status, 200)
  assert.equal(publisher.accepted(), 3)
})
test('an answer to another request ends its connection', async () => {
  publisher.behave(({ connection }) => void connection.write(result('of somebody else')))
  const { status, json } = await edge.call()
  assert.deepEqual([status, json.error?.code], [502, 'publisher_error'])
  await until(() => publisher.connections.size === 0)
})

test('bytes on an idle connection close it before it is used again', async () => {
  assert.equal((await edge.call()).status, 200)
  const [connection] = publisher.connections
  connection?.write(result('a', 'surplus'))
  await until(() => publisher.connections.size === 0)
  assert.doesNotMatch((await edge.call()).text, /surplus/)
})

test('only statuses and content types that can be an answer pass', async () => {
  const good = JSON.stringify({ jsonrpc: '2.0', id: 'a', result: {} })
  const cases: [head: string, options: Parameters<typeof answer>[1], status: number, code: string | undefined][] = [
    ['200 JSON', {}, 200, undefined],
    ['200 JSON with parameters', { type: 'Application/JSON; charset=utf-8' }, 200, undefined],
    ['200 HTML', { type: 'text/html' }, 502, 'publisher_error'],
    ['200 without a type', { type: '' }, 502, 'publisher_error'],
    ['200 of two types', { extra: 'content-type: text/html\r\n' }, 502, 'publisher_error'],
    ['201', { status: '201 Created' }, 502, 'publisher_error'],
    ['202', { status: '202 Accepted' }, 502, 'publisher_error'],
    ['206', { status: '206 Partial' }, 502, 'publisher_error'],
    ['299', { status: '299 X' }, 502, 'publisher_error'],
    ['600', { status: '600 X' }, 502, 'publisher_error'],
    ['999', { status: '999 X' }, 502, 'publisher_error'],
    ['404 HTML', { status: '404 X', type: 'text/html' }, 404, 'publisher_client_error'],
    ['599', { status: '599 X' }, 599, 'publisher_server_error'],
  ]
  for (const [name, options, status, code] of cases) {
    edge.closeCircuits()
    publisher.behave(({ connection }) => void connection.write(answer(good, options)))
    const got = await edge.call()
    assert.deepEqual([got.status, got.json.error?.code], [status, code], name)
    assert.equal(got.headers.get('x-content-type-options'), 'nosniff', name)
    assert.match(got.headers.get('content-type') ?? '', /^application\/json/, name)
  }
})

test('204 and 205 are no answers', async () => {
  for (const status of ['204 No Content', '205 Reset Content']) {
    publisher.behave(({ connection }) => void connection.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`))
    assert.equal((await edge.call()).json.error?.code, 'publisher_error', status)
  }
})

test("a publisher's headers pass by a list, few and short, and none can make a good answer fail", async () => {
  const many = Array.from({ length: 40 }, (_, index) => `mcp-x-${index}: ${index}\r\n`).join('')
  const odd = [
    'set-cookie: a=1\r\n',
    'mcp-session-id: s\r\n',
    'mcp-wide: caf\u00e9\r\n',
    `mcp-long: ${'x'.repeat(2_000)}\r\n`,
    'mcp-twice: 1\r\nmcp-twice: 2\r\n',
    'cache-control: no-store\r\n',
    '__proto__: x\r\n',
  ]
  publisher.behave(({ connection, json }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: json.id, result: {} })
    connection.write(Buffer.from(answer(body, { extra: odd.join('') + many }), 'latin1'))
  })
  const { status, headers } = await edge.call()
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  const passed = [...headers.keys()].filter(name => name.startsWith('mcp-'))
  assert.ok(passed.length > 0 && passed.length <= 16, passed.join())
  for (const name of ['set-cookie', 'mcp-session-id', 'mcp-wide', 'mcp-long', 'mcp-twice']) {
    assert.equal(headers.get(name), null, name)
  }
  const flood = Array.from({ length: 500 }, (_, index) => `h${index}: x\r\n`).join('')
  publisher.behave(({ connection }) => void connection.write(answer('{}', { extra: flood })))
  assert.equal((await edge.call()).json.error?.code, 'publisher_error')
})

test('a stream that its publisher drips for ever ends at the time for answers, not later, and is charged', async () => {
  const short = await startEdgeUnderTest({ ANSWER_TIMEOUT_MS: '250' })
  try {
    short.behind.upstream = publisher.origin
    const drips: NodeJS.Timeout[] = []
    publisher.behave(({ connection }) => {
      connection.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n')
      drips.push(setInterval(() => connection.write(progressEvent(1)), 20))
    })
    for (let round = 0; round < 6; round += 1) {
      const { text, callId } = await short.call()
      assert.match(text, /time limit/)
      await until(() => short.recorded.some(record => record.callId === callId))
      assert.deepEqual(
        short.behind.settled.get(callId)?.map(({ kind }) => kind),
        ['captured'],
      )
    }
    for (const drip of drips) clearInterval(drip)
  } finally {
    await short.close()
  }
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { unpackStages } from '@mtg/events'
import { type Behaviour, behaviours, chatChunk, chatDone, progressEvent, resultEvent } from '@mtg/testing'
import {
  type Answer,
  type CallOptions,
  chatCall,
  type EdgeUnderTest,
  LLM_PATH,
  MCP_PATH,
  mcpHeaders,
  startEdgeUnderTest,
  toolCall,
} from './edge-under-test.ts'

let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({
    // As short as a process that is held up for a moment allows: everything here is one.
    STREAM_IDLE_TIMEOUT_MS: '600',
    SETTLE_TIMEOUT_MS: '800',
    RESERVE_TIMEOUT_MS: '1500',
  })
})
after(() => edge.close())
beforeEach(() => {
  edge.closeCircuits()
  edge.behind.terms.timeoutMs = 5_000
  edge.behind.terms.chargeToolErrors = false
})

const complete = { resultType: 'complete', content: [] }
const published = {
  ...toolCall,
  params: { ...toolCall.params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
}

/** Resolves once the condition holds; the test's own time limit bounds it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve))
}

/** How a finished call was settled. */
async function finished(callId: string): Promise<string[]> {
  await until(() => edge.logged.some(line => line['callId'] === callId))
  return (edge.behind.settled.get(callId) ?? []).map(({ kind }) => kind)
}

const reasonsOf = (callId: string) => edge.behind.settled.get(callId)?.map(({ reason }) => reason) ?? []

interface Row {
  readonly name: string
  readonly behaviour: Behaviour
  readonly options?: CallOptions
  readonly status: number
  readonly code?: string
  readonly charged: boolean
  readonly terms?: Partial<EdgeUnderTest['behind']['terms']>
  readonly tokens?: string
}

const llm: CallOptions = { path: LLM_PATH }
const llmStream: CallOptions = { path: LLM_PATH, body: { ...chatCall, stream: true } }

/** Design section 3, "What is charged". */
const rows: Row[] = [
  { name: 'a complete result', behaviour: behaviours.result(complete), status: 200, charged: true },
  {
    name: 'a complete result as a stream',
    behaviour: behaviours.stream(resultEvent(complete)),
    status: 200,
    charged: true,
  },
  {
    name: 'a complete result after progress',
    behaviour: behaviours.stream(progressEvent(1), resultEvent(complete)),
    status: 200,
    charged: true,
  },
  {
    name: 'input_required',
    behaviour: behaviours.result({ resultType: 'input_required' }),
    status: 200,
    charged: false,
  },
  {
    name: 'input_required as a stream',
    behaviour: behaviours.stream(resultEvent({ resultType: 'input_required' })),
    status: 200,
    charged: false,
  },
  { name: 'a JSON-RPC error', behaviour: behaviours.rpcError(-32602), status: 200, charged: false },
  { name: 'isError', behaviour: behaviours.result({ ...complete, isError: true }), status: 200, charged: false },
  {
    name: 'isError where the app charges for it',
    behaviour: behaviours.result({ ...complete, isError: true }),
    terms: { chargeToolErrors: true },
    status: 200,
    charged: true,
  },
  {
    name: 'a publisher 404',
    behaviour: behaviours.reply(404),
    status: 404,
    code: 'publisher_client_error',
    charged: false,
  },
  {
    name: 'a publisher 401',
    behaviour: behaviours.reply(401),
    status: 401,
    code: 'publisher_client_error',
    charged: false,
  },
  {
    name: 'a JSON-RPC 404 for a client of the published revision',
    behaviour: behaviours.rpcError(-32601, 404),
    options: { body: published },
    status: 404,
    charged: false,
  },
  {
    name: 'a publisher 500',
    behaviour: behaviours.reply(500),
    status: 500,
    code: 'publisher_server_error',
    charged: false,
  },
  {
    name: 'a publisher 503',
    behaviour: behaviours.reply(503),
    status: 503,
    code: 'publisher_server_error',
    charged: false,
  },
  {
    name: 'a redirect',
    behaviour: behaviours.redirect('http://127.0.0.1:1/'),
    status: 502,
    code: 'publisher_error',
    charged: false,
  },
  { name: 'a reset', behaviour: behaviours.reset(), status: 502, code: 'publisher_error', charged: false },
  { name: 'a cut body', behaviour: behaviours.cutMidBody(), status: 502, code: 'publisher_error', charged: false },
  {
    name: 'a timeout',
    behaviour: behaviours.stall(),
    terms: { timeoutMs: 60 },
    status: 504,
    code: 'gateway_timeout',
    charged: false,
  },
  {
    name: 'a timeout in the middle of a body',
    behaviour: behaviours.stallMidBody(),
    terms: { timeoutMs: 60 },
    status: 504,
    code: 'gateway_timeout',
    charged: false,
  },
  { name: 'invalid JSON', behaviour: behaviours.reply(200, '{'), status: 502, code: 'publisher_error', charged: false },
  {
    name: 'an empty answer',
    behaviour: behaviours.reply(200, ''),
    status: 502,
    code: 'publisher_error',
    charged: false,
  },
  { name: 'a flood', behaviour: behaviours.flood(), status: 502, code: 'publisher_error', charged: false },
  {
    name: 'a compression bomb',
    behaviour: behaviours.compressionBomb(),
    status: 502,
    code: 'publisher_error',
    charged: false,
  },
  {
    name: 'a stream without any event',
    behaviour: behaviours.stream(),
    status: 502,
    code: 'publisher_error',
    charged: false,
  },
  { name: 'a chat reply', behaviour: behaviours.chat('x', 7), options: llm, status: 200, charged: true, tokens: '7' },
  {
    name: 'a chat reply without usage',
    behaviour: behaviours.chat('x'),
    options: llm,
    status: 502,
    code: 'publisher_error',
    charged: false,
  },
  {
    name: 'a streamed chat reply',
    behaviour: behaviours.stream(chatChunk('x'), chatChunk('', 9), chatDone),
    options: llmStream,
    status: 200,
    charged: true,
    tokens: '9',
  },
  {
    name: 'a streamed chat reply without usage',
    behaviour: behaviours.stream(chatChunk('x'), chatDone),
    options: llmStream,
    status: 200,
    charged: false,
  },
]

describe('what is charged', () => {
  for (const row of rows) {
    test(`${row.name}: ${row.charged ? 'charged' : 'nothing charged'}`, async () => {
      Object.assign(edge.behind.terms, row.terms)
      edge.publisher.behave(row.behaviour)
      const answer = await edge.call(row.options)
      assert.equal(answer.status, row.status, answer.text)
      assert.equal(answer.json.error?.code, row.code ?? answer.json.error?.code)
      assert.deepEqual(await finished(answer.callId), [row.charged ? 'captured' : 'released'])
      assertRecord(answer, row)
    })
  }
})

function assertRecord({ callId }: Answer, { charged, tokens }: Row): void {
  const record = edge.recorded.find(each => each.callId === callId)
  assert.equal(record?.chargedMicros, charged ? '2000' : undefined)
  if (charged) assert.equal(record?.totalTokens, tokens ?? '0')
  const observations = edge.observed.filter(each => each.callId === callId)
  assert.deepEqual(
    observations.map(each => each.chargedMicros),
    charged ? [] : ['0'],
  )
  const stages = charged ? unpackStages(record?.stages ?? '') : observations[0]?.stages
  assert.ok(stages?.some(({ name, durationUs }) => name === 'forward' && durationUs > 0))
}

test('a charged call makes one event, which tells how it went', async () => {
  edge.publisher.behave(behaviours.wellBehaved())
  const { callId } = await edge.call()
  await finished(callId)
  const [record, ...others] = [...edge.recorded, ...edge.observed].filter(each => each.callId === callId)
  assert.deepEqual(others, [])
  assert.ok(record !== undefined && 'durationMs' in record)
  assert.deepEqual([record.code, record.status], ['ok', 200])
  const names = [
    'check_origin',
    'authenticate',
    'read_body',
    'parse',
    'authorize_scope',
    'reserve',
    'forward',
    'deliver',
  ]
  assert.deepEqual(
    unpackStages(record.stages ?? '').map(({ name, note }) => [name, note]),
    names.map(name => [name, '']),
  )
})

test('a method that is not billable is never captured', async () => {
  edge.publisher.behave(behaviours.wellBehaved())
  const headers = { 'mcp-method': 'tools/list', 'mcp-name': 'tools/list' }
  const answer = await edge.call({ headers, body: { jsonrpc: '2.0', id: 'a', method: 'tools/list' } })
  assert.equal(answer.status, 200)
  assert.deepEqual(await finished(answer.callId), [])
})

const listCall = {
  headers: { 'mcp-method': 'tools/list', 'mcp-name': 'tools/list' },
  body: { jsonrpc: '2.0', id: 'a', method: 'tools/list' },
}
const tools = [
  { name: 'add', inputSchema: {} },
  { name: 'deep', _meta: { 'x/y': 1 } },
]
const listed = { tools, nextCursor: 'next', ttlMs: 1_000, cacheScope: 'public' }
const prices = {
  priceMicros: '2000',
  tools: [{ toolName: 'deep', priceMicros: '20000' }],
  rises: [{ toolName: '', priceMicros: '3000', effectiveAt: { seconds: '1800000000', nanos: 0 } }],
  meter: { quota: '1000', used: '13', windowEndsAt: { seconds: '1800000000', nanos: 0 }, renews: true },
}

for (const [kind, behaviour] of [
  ['JSON', behaviours.result(listed)],
  ['a stream', behaviours.stream(progressEvent(1), resultEvent(listed))],
] as const) {
  test(`a list of tools as ${kind} carries what each costs its buyer, for no other to share`, async () => {
    edge.behind.prices = prices
    edge.publisher.behave(behaviour)
    const { text } = await edge.call(listCall)
    const json = kind === 'JSON' ? text : /data: (.*"result".*)\n/.exec(text)?.[1]
    const { result } = JSON.parse(json ?? '') as { result: Record<string, unknown> }
    const common = {
      currency: 'USD',
      tier: 'paid',
      chargedWhen: { result: 'complete', toolErrors: false, abandonedCalls: false, tasks: 'on_delivery' },
      meter: { quota: 1000, used: 13, remaining: 987, renewsAt: '2027-01-15T08:00:00.000Z' },
    }
    const announcedPrice = { price: '0.003', effectiveAt: '2027-01-15T08:00:00.000Z' }
    const key = 'dev.metered-tool-gateway/price'
    assert.deepEqual(result, {
      ...listed,
      tools: [
        { ...tools[0], _meta: { [key]: { price: '0.002', ...common, announcedPrice } } },
        { ...tools[1], _meta: { [key]: { price: '0.02', ...common }, 'x/y': 1 } },
      ],
      cacheScope: 'private',
    })
  })
}

test('a list goes on without prices when billing tells of none, and no other call asks for them', async () => {
  edge.behind.prices = undefined
  edge.publisher.behave(behaviours.result(listed))
  assert.deepEqual((await edge.call(listCall)).json['result'], listed)
  assert.equal(edge.behind.reserved.at(-1)?.withPrices, true)
  edge.behind.prices = prices
  assert.deepEqual((await edge.call()).json['result'], listed)
  assert.equal(edge.behind.reserved.at(-1)?.withPrices, false)
})

/** Sends a call by hand; the answer stays open. */
async function openCall(body: unknown = toolCall, path = MCP_PATH) {
  const text = JSON.stringify(body)
  const request = httpRequest(edge.origin + path, { method: 'POST', headers: mcpHeaders })
  request.on('error', () => {})
  request.end(text)
  const received = edge.publisher.requests.length
  await until(() => edge.publisher.requests.length > received)
  const upstream = edge.publisher.requests.at(-1)
  assert.ok(upstream)
  return { request, upstream, callId: String(upstream.headers['x-gateway-call-id']) }
}

test('a buyer who leaves before the first byte pays nothing, and the publisher hears of it', async () => {
  edge.publisher.behave(behaviours.stall())
  const { request, upstream, callId } = await openCall()
  request.destroy()
  await upstream.aborted
  assert.deepEqual(await finished(callId), ['released'])
  assert.equal(edge.behind.settled.get(callId)?.[0]?.reason, 'RELEASE_REASON_BUYER_LEFT')
})

test('a buyer who leaves after the first byte pays, and the publisher hears of it', async () => {
  edge.publisher.behave(behaviours.streamThenStall(progressEvent(1)))
  const { request, upstream, callId } = await openCall()
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.destroy()
  await upstream.aborted
  assert.deepEqual(await finished(callId), ['captured'])
})

test('heartbeats are not the answer: a buyer who has got nothing else pays nothing', async () => {
  edge.publisher.behave(behaviours.streamThenStall(': ping\n\n'))
  const { request, callId } = await openCall()
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.destroy()
  assert.deepEqual(await finished(callId), ['released'])
})

const brokenStreams: [name: string, behaviour: Behaviour, code: string][] = [
  ['is cut', behaviours.streamThenCut(progressEvent(1)), 'publisher_error'],
  ['falls silent', behaviours.streamThenStall(progressEvent(1)), 'gateway_timeout'],
  ['ends without a response', behaviours.stream(progressEvent(1)), 'publisher_error'],
  ['turns into something else', behaviours.stream(progressEvent(1), 'data: {"a":1}\n\n'), 'publisher_error'],
]
for (const [name, behaviour, code] of brokenStreams) {
  test(`a stream that ${name} ends with an error event of the same id and costs nothing`, async () => {
    edge.publisher.behave(behaviour)
    const answer = await edge.call()
    const last = answer.text.trim().split('data: ').at(-1) ?? ''
    const event = JSON.parse(last) as { id: string; error: { data: { code: string } } }
    assert.deepEqual([event.id, event.error.data.code], ['a', code])
    assert.deepEqual(await finished(answer.callId), ['released'])
  })
}

test('a chat stream without usage ends with an error event and without [DONE]', async () => {
  edge.publisher.behave(behaviours.stream(chatChunk('x'), chatDone))
  const answer = await edge.call(llmStream)
  assert.match(answer.text, /data: \{"error":\{"code":"publisher_error"/)
  assert.doesNotMatch(answer.text, /\[DONE\]/)
})

test('a capture whose reply is lost is repeated, and the answer is delivered', async () => {
  edge.publisher.behave(behaviours.result(complete))
  edge.behind.loseCaptureReplies = 1
  const answer = await edge.call()
  assert.equal(answer.status, 200)
  assert.deepEqual(await finished(answer.callId), ['captured', 'captured'])
})

test('an answer whose price cannot be taken is not delivered, and the reservation is released', async () => {
  edge.publisher.behave(behaviours.result(complete))
  edge.behind.refuseCaptures = 1
  const answer = await edge.call()
  assert.deepEqual([answer.status, answer.json.error?.code], [500, 'internal_error'])
  await until(() => reasonsOf(answer.callId).includes('RELEASE_REASON_UNDELIVERED'))
})

test('the last event of a stream whose price cannot be taken is replaced by an error', async () => {
  edge.publisher.behave(behaviours.stream(progressEvent(1), resultEvent(complete)))
  edge.behind.refuseCaptures = 1
  const answer = await edge.call()
  assert.doesNotMatch(answer.text, /"result"/)
  assert.match(answer.text, /"code":"internal_error"/)
})

test('a capture that is never answered ends in internal_error, told only once it is undone', async () => {
  edge.publisher.behave(behaviours.result(complete))
  edge.behind.loseCaptureReplies = 4
  const releases = Promise.withResolvers<void>()
  edge.behind.releasesHeldUntil = releases.promise
  const reservedBefore = edge.behind.reserved.length
  let answer: Answer | undefined
  const unsure = edge.call().then(given => {
    answer = given
    return given
  })
  await until(() => edge.behind.reserved.length > reservedBefore)
  const unsureId = edge.behind.reserved.at(-1)?.callId ?? ''
  await until(() => edge.behind.releasesAsked.has(unsureId))
  // An answer that did not wait for the release would be here by the time that other calls have come and gone.
  for (let later = 0; later < 20; later += 1) assert.equal((await edge.call()).status, 200)
  assert.equal(answer, undefined, 'answered although it may be charged')
  releases.resolve()
  const { status, json, callId } = await unsure
  assert.deepEqual([status, json.error?.code], [500, 'internal_error'])
  assert.ok(reasonsOf(callId).includes('RELEASE_REASON_UNDELIVERED'))
  // Records are in the order of calls: if there were one of this, it would have come before that of the next.
  const next = await edge.call()
  await until(() => edge.recorded.some(record => record.callId === next.callId))
  assert.ok(!edge.recorded.some(record => record.callId === callId), 'a record of a charge that nobody confirmed')
})

test('a buyer does not wait for ever to hear that a capture could not be undone yet', async () => {
  edge.publisher.behave(behaviours.result(complete))
  edge.behind.loseCaptureReplies = 4
  const releases = Promise.withResolvers<void>()
  edge.behind.releasesHeldUntil = releases.promise
  const answer = await edge.call()
  assert.deepEqual([answer.status, answer.json.error?.code], [500, 'internal_error'])
  releases.resolve()
  await until(() => reasonsOf(answer.callId).includes('RELEASE_REASON_UNDELIVERED'))
})

test('a reserve whose reply is lost forwards nothing, and what it may hold is released', async () => {
  edge.behind.loseReserveReplies = 1
  const before = edge.publisher.requests.length
  const answer = await edge.call()
  assert.deepEqual([answer.status, answer.json.error?.code], [500, 'internal_error'])
  assert.equal(edge.publisher.requests.length, before)
  await until(() => edge.behind.settled.has(answer.callId))
})

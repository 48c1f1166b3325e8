import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { type Behaviour, behaviours, chatChunk, chatDone, progressEvent, resultEvent } from '@mtg/testing'
import {
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
  edge = await startEdgeUnderTest()
})
after(() => edge.close())
beforeEach(() => {
  edge.closeCircuits()
  Object.assign(edge.behind.terms, { chargeAbandoned: true, timeoutMs: 5_000 })
})

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(resolve => setImmediate(resolve))
}

/** Resolves when the edge has heard that no buyer is there any more. */
async function untilHungUp(hungUpAt: EdgeUnderTest): Promise<void> {
  while ((await hungUpAt.connections()) > 0) await new Promise(resolve => setImmediate(resolve))
  await new Promise(resolve => setImmediate(resolve))
}

/** Makes a call and hangs up once the publisher has it, which answers only then. */
async function abandon(behaviour: Behaviour, body: object = toolCall, path = MCP_PATH): Promise<string> {
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  edge.publisher.behave(async (request, response) => {
    await hungUp
    return await behaviour(request, response)
  })
  const received = edge.publisher.requests.length
  const request = httpRequest(edge.origin + path, { method: 'POST', headers: mcpHeaders, agent: false })
  request.on('error', () => {})
  request.end(JSON.stringify(body))
  await until(() => edge.publisher.requests.length > received)
  const callId = String(edge.publisher.requests.at(-1)?.headers['x-gateway-call-id'])
  request.destroy()
  await untilHungUp(edge)
  hangUp()
  await until(() => edge.logged.some(line => line['callId'] === callId))
  return callId
}

const endingOf = (callId: string) => edge.logged.find(line => line['callId'] === callId)?.['code']
const kindsOf = (callId: string) => edge.behind.settled.get(callId)?.map(({ kind }) => kind) ?? []

test('an abandoned call is carried on and charged where its app says so', async () => {
  const callId = await abandon(behaviours.wellBehaved())
  assert.deepEqual([endingOf(callId), kindsOf(callId)], ['abandoned', ['captured']])
  const record = edge.recorded.find(each => each.callId === callId)
  assert.deepEqual([record?.code, record?.status, record?.chargedMicros], ['abandoned', 499, '2000'])
})

test('an abandoned stream is followed to its end, and its tokens are counted', async () => {
  const mcp = await abandon(behaviours.stream(progressEvent(1), resultEvent({ resultType: 'complete' })))
  assert.deepEqual([endingOf(mcp), kindsOf(mcp)], ['abandoned', ['captured']])
  const stream = behaviours.stream(chatChunk('x'), chatChunk('', 9), chatDone)
  const llm = await abandon(stream, { ...chatCall, stream: true }, LLM_PATH)
  assert.deepEqual(
    [endingOf(llm), edge.behind.settled.get(llm)?.map(({ totalTokens }) => totalTokens)],
    ['abandoned', ['9']],
  )
})

test('an abandoned call whose answer would not have been charged costs nothing', async () => {
  const free: Record<string, Behaviour> = {
    'a 500': behaviours.reply(500),
    'a JSON-RPC error': behaviours.rpcError(-32602),
    input_required: behaviours.result({ resultType: 'input_required' }),
    'no JSON': behaviours.reply(200, '{'),
    'a reset': behaviours.reset(),
    'a broken stream': behaviours.streamThenCut(progressEvent(1)),
  }
  for (const [name, behaviour] of Object.entries(free)) {
    const callId = await abandon(behaviour)
    assert.deepEqual([endingOf(callId), kindsOf(callId)], ['buyer_left', ['released']], name)
  }
})

test('a publisher that hangs is paid for nobody who left', async () => {
  edge.behind.terms.timeoutMs = 80
  const callId = await abandon(behaviours.stall())
  assert.deepEqual([endingOf(callId), kindsOf(callId)], ['buyer_left', ['released']])
})

test('a method that is not billable is not carried on', async () => {
  const headers = { ...mcpHeaders, 'mcp-method': 'tools/list', 'mcp-name': 'tools/list' }
  edge.publisher.behave(behaviours.stall())
  const received = edge.publisher.requests.length
  const request = httpRequest(edge.origin + MCP_PATH, { method: 'POST', headers, agent: false })
  request.on('error', () => {})
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/list' }))
  await until(() => edge.publisher.requests.length > received)
  request.destroy()
  await edge.publisher.requests.at(-1)?.aborted
})

test('many calls abandoned at once are each charged once, and leave no place behind', async () => {
  const small = await startEdgeUnderTest({ APP_CALLS_MAX: '10' })
  try {
    small.behind.terms.chargeAbandoned = true
    for (let round = 0; round < 3; round += 1) {
      const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
      small.publisher.behave(async (request, response) => {
        await hungUp
        return await behaviours.wellBehaved()(request, response)
      })
      const requests = Array.from({ length: 10 }, () => {
        const request = httpRequest(small.origin + MCP_PATH, { method: 'POST', headers: mcpHeaders, agent: false })
        request.on('error', () => {})
        request.end(JSON.stringify(toolCall))
        return request
      })
      await until(() => small.publisher.requests.length === 10 * (round + 1))
      for (const request of requests) request.destroy()
      await untilHungUp(small)
      hangUp()
      await until(() => small.recorded.length === 10 * (round + 1))
    }
    assert.ok([...small.behind.settled.values()].every(all => all.length === 1 && all[0]?.kind === 'captured'))
    assert.equal(small.behind.settled.size, 30)
  } finally {
    await small.close()
  }
})

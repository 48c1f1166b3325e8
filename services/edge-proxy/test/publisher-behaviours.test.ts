import assert from 'node:assert/strict'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { progressEvent, type RawPublisher, type RawRequest, rawResult, startRawPublisher } from '@mtg/testing'
import { fuzzSeed } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { type EdgeUnderTest, mcpHeaders, startEdgeUnderTest, toolCall } from './edge-under-test.ts'

const SCRIPTS = 150
const HUNG_UP_MS = 60

const json = 'content-type: application/json\r\n'
const events = 'content-type: text/event-stream\r\n'
/** Pieces of what a publisher may write, in any order. ID stands for the request's own id. */
const pieces = [
  'HTTP/1.1 103 Early Hints\r\ncontent-type: text/event-stream\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  `HTTP/1.1 200 OK\r\n${json}content-length: 20\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${json}transfer-encoding: chunked\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${json}\r\n`,
  `HTTP/1.1 200 OK\r\n${events}\r\n`,
  `HTTP/1.1 200 OK\r\n${events}content-length: 90\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${events}transfer-encoding: chunked\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${json}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${json}content-length: 5\r\ncontent-length: 6\r\n\r\n`,
  `HTTP/1.1 404 X\r\n${json}content-length: 2\r\n\r\n{}`,
  `HTTP/1.1 503 X\r\n${json}content-length: 100\r\n\r\n`,
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 302 X\r\nlocation: /\r\n\r\n',
  'HTTP/1.1 999 X\r\n\r\n',
  'HTTP/2.0 200 OK\r\n\r\n',
  '5\r\nhello\r\n',
  '0\r\n\r\n',
  'ffffffff\r\n',
  '{"jsonrpc":"2.0",',
  progressEvent(1),
  'data: {"jsonrpc":"2.0","id":"ID","result":{}}\n\n',
  ': ping\n\n',
  '\u0000\u0001\r\n\r\n',
  'RESULT',
] as const

type Step = { readonly write: string } | { readonly waitMs: number } | { readonly close: 'end' | 'reset' }
interface Script {
  readonly steps: readonly Step[]
  /** When the buyer leaves; 0: stays. */
  readonly leaveMs: number
  readonly isAbandonable: boolean
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ write: fc.constantFrom(...pieces) }) },
  { weight: 2, arbitrary: fc.record({ waitMs: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ close: fc.constantFrom('end' as const, 'reset' as const) }) },
)
const scripts: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(step, { maxLength: 8 }),
  leaveMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: HUNG_UP_MS })),
  isAbandonable: fc.boolean(),
})

let edge: EdgeUnderTest
let publisher: RawPublisher

before(async () => {
  edge = await startEdgeUnderTest({ ANSWER_TIMEOUT_MS: '900', STREAM_IDLE_TIMEOUT_MS: '200' })
  publisher = await startRawPublisher()
  edge.behind.upstream = publisher.origin
  edge.behind.terms.timeoutMs = 300
})
after(async () => {
  await edge.close()
  await publisher.close()
})

async function play({ connection, json: { id } }: RawRequest, steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    if (connection.destroyed) return
    if ('waitMs' in each) await new Promise(resolve => setTimeout(resolve, each.waitMs))
    else if ('write' in each) {
      connection.write(each.write === 'RESULT' ? rawResult(id) : each.write.replace('ID', String(id)))
    } else if (each.close === 'end') connection.end()
    // Node never closes the handle of a connection that is reset after its end was sent.
    else if (connection.writableEnded) connection.destroy()
    else connection.resetAndDestroy()
  }
}

/** Each script has an app of its own, so that no circuit ends the tests. */
function send(index: number, leaveMs: number): ClientRequest {
  const path = `/v1-beta/mcp/acme/app${index % 75}`
  const sent = httpRequest(edge.origin + path, { method: 'POST', headers: mcpHeaders, agent: false })
  sent.on('error', () => {})
  sent.on('response', response => response.on('error', () => {}).resume())
  sent.end(JSON.stringify({ ...toolCall, id: `i${index}` }))
  if (leaveMs > 0) setTimeout(() => sent.destroy(), leaveMs)
  return sent
}

const turn = () => new Promise(resolve => setImmediate(resolve))
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await turn()
}

test('whatever a publisher writes and a buyer does, every call ends and leaves nothing behind', async context => {
  const all = fc.sample(scripts, { seed: fuzzSeed(context), numRuns: SCRIPTS })
  publisher.behave(request => {
    const index = Number(String(request.json.id).slice(1))
    void play(request, all[index]?.steps ?? [])
  })
  for (const isAbandonable of [false, true]) {
    edge.behind.terms.chargeAbandoned = isAbandonable
    const before = edge.logged.length
    const sent = all.flatMap((script, index) =>
      script.isAbandonable === isAbandonable ? [send(index, script.leaveMs)] : [],
    )
    await Promise.all(sent.map(each => new Promise(resolve => each.once('close', resolve))))
    // A buyer who has left before the edge knew it made no call.
    await until(async () => (await edge.metric('mtg_edge_calls_under_way')).get('') === 0)
    await turn()
    assert.ok(edge.logged.length > before)
  }
  for (const [limit, held] of await edge.metric('mtg_edge_limit_held')) assert.equal(held, 0, limit)
  await until(async () => (await edge.metric('mtg_edge_upstream_connections')).get('state="busy"') === 0)
  for (const [callId, settlements] of edge.behind.settled) {
    assert.equal(settlements.length, 1, `${callId}: ${JSON.stringify(settlements)}`)
  }
  const reserved = new Set(edge.behind.reserved.map(({ callId }) => callId))
  assert.deepEqual(
    [...reserved].filter(callId => !edge.behind.settled.has(callId)),
    [],
  )
})

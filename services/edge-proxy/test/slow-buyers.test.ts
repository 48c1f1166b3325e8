import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Behaviour, behaviours, progressEvent, writePiece } from '@mtg/testing'
import { BUYER_ID } from './behind-state.ts'
import { type EdgeUnderTest, MCP_PATH, mcpHeaders, startEdgeUnderTest, toolCall } from './edge-under-test.ts'

const MEBIBYTE = 1024 * 1024
const VICTIM = 'vnb-sk-victim-0123456789'
const VICTIM_ID = '00000000-0000-7000-8000-00000000000c'
let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({ ANSWERS_BYTES_MAX: String(30 * MEBIBYTE), ANSWER_TIMEOUT_MS: '1500' })
  edge.behind.buyerOf = credential => (credential === VICTIM ? VICTIM_ID : BUYER_ID)
})
after(() => edge.close())
beforeEach(() => edge.closeCircuits())

// What is held is asked for, not what nobody has cleared away yet.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(resolve => setImmediate(resolve))
}

/** Sends a call and reads nothing of the answer. */
function callAndReadNothing(): Socket {
  const { hostname, port } = new URL(edge.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  const body = JSON.stringify(toolCall)
  const head = Object.entries({ ...mcpHeaders, host: 'x', 'content-length': String(body.length) })
  socket.write(`POST ${MCP_PATH} HTTP/1.1\r\n${head.map(pair => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`)
  return socket
}

const large: Behaviour = (request, response) => {
  const { id } = request.json as { id: string }
  const result = { content: [{ type: 'text', text: 'x'.repeat(5 * MEBIBYTE) }] }
  const body = JSON.stringify({ jsonrpc: '2.0', id, result })
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

test('large answers that nobody reads are held within a budget, and others get theirs', async () => {
  const before = process.memoryUsage().arrayBuffers
  edge.publisher.behave(large)
  const settledBefore = edge.behind.settled.size
  const sockets = Array.from({ length: 20 }, callAndReadNothing)
  await until(() => edge.behind.settled.size >= settledBefore + 20)
  const kinds = [...edge.behind.settled.values()].slice(-20).map(([first]) => first?.kind)
  assert.ok(kinds.filter(kind => kind === 'captured').length <= 3, kinds.join())
  collectGarbage()
  const held = process.memoryUsage().arrayBuffers - before
  assert.ok(held < 100 * MEBIBYTE, `${held} bytes are held`)
  const victim = await edge.call({
    headers: { authorization: `Bearer ${VICTIM}` },
    path: '/v1-beta/mcp/acme/other',
    body: toolCall,
  })
  assert.equal(victim.status, 200)
  assert.equal(victim.text.length > 5 * MEBIBYTE, true)
  for (const socket of sockets) socket.destroy()
  edge.publisher.behave(large)
  await until(() => edge.behind.settled.size >= settledBefore + 21)
  // All of it has been given back once the sockets are gone.
  let again = await edge.call()
  while (again.status !== 200) again = await edge.call()
})

test('a stream whose buyer reads too slowly for the time limit is charged, and opens no circuit', async () => {
  const chunk = progressEvent(1) + `: ${'x'.repeat(60_000)}\n\n`
  edge.publisher.behave(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    while (!response.destroyed) await writePiece(response, chunk)
  })
  const upstreams = edge.publisher.requests.length
  const sockets = Array.from({ length: 6 }, callAndReadNothing)
  await until(() => edge.publisher.requests.length === upstreams + 6)
  for (const { aborted } of edge.publisher.requests.slice(-6)) await aborted
  const callIds = edge.publisher.requests.slice(-6).map(({ headers }) => String(headers['x-gateway-call-id']))
  for (const socket of sockets) socket.resume()
  await until(() => callIds.every(callId => edge.behind.settled.has(callId)))
  for (const callId of callIds) {
    assert.deepEqual(
      edge.behind.settled.get(callId)?.map(({ kind }) => kind),
      ['captured'],
    )
  }
  edge.publisher.behave(behaviours.wellBehaved())
  assert.equal((await edge.call()).status, 200)
  for (const socket of sockets) socket.destroy()
})

test('a stream over the size limit ends with an event that says so, is charged, and opens no circuit', async () => {
  const small = await startEdgeUnderTest({ STREAM_BYTES_MAX: '20000' })
  try {
    const pieces = Array.from({ length: 200 }, (_, index) => progressEvent(index))
    small.publisher.behave(behaviours.stream(...pieces))
    for (let round = 0; round < 6; round += 1) {
      const { text, callId } = await small.call()
      assert.match(text, /size limit/)
      await until(() => small.recorded.some(record => record.callId === callId && record.code === 'size_limit'))
      assert.deepEqual(
        small.behind.settled.get(callId)?.map(({ kind }) => kind),
        ['captured'],
      )
    }
  } finally {
    await small.close()
  }
})

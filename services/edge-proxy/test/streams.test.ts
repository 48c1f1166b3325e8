import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { behaviours, progressEvent, resultEvent, writePiece } from '@mtg/testing'
import { type EdgeUnderTest, MCP_PATH, mcpHeaders, startEdgeUnderTest, toolCall } from './edge-under-test.ts'

let edge: EdgeUnderTest

const bounds = { APP_SUBSCRIPTIONS_MAX: '2', APP_CALLS_MAX: '3', DRAIN_TIMEOUT_MS: '20000' }

beforeEach(async () => {
  edge = await startEdgeUnderTest(bounds)
})
afterEach(() => edge.close())

const listen = { jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen', params: { notifications: {} } }
const listenHeaders = { ...mcpHeaders, 'mcp-method': 'subscriptions/listen', 'mcp-name': 'subscriptions/listen' }
const acknowledged = 'data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged"}\n\n'

/** Opens a stream and resolves with it once its first bytes are here. */
async function openStream(headers: Record<string, string>, body: object, at = edge): Promise<IncomingMessage> {
  const request = httpRequest(at.origin + MCP_PATH, { method: 'POST', headers, agent: false })
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  await once(response, 'readable')
  return response
}

async function rest(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}

test('a quiet subscription lives on while a quiet call does not', async () => {
  const impatient = await startEdgeUnderTest({ ...bounds, STREAM_IDLE_TIMEOUT_MS: '100' })
  try {
    impatient.publisher.behave(behaviours.streamThenStall(acknowledged))
    const subscription = await openStream(listenHeaders, listen, impatient)
    const call = await openStream(mcpHeaders, toolCall, impatient)
    assert.match(await rest(call), /gateway_timeout/)
    assert.equal(subscription.destroyed, false)
    subscription.destroy()
  } finally {
    await impatient.close()
  }
})

test('subscriptions to an app are bounded, and calls beside them are not held up', async () => {
  edge.publisher.behave(behaviours.streamThenStall(acknowledged))
  const open = [await openStream(listenHeaders, listen), await openStream(listenHeaders, listen)]
  const refused = await edge.call({ headers: listenHeaders, body: listen })
  assert.deepEqual([refused.status, refused.json.error?.code], [503, 'overloaded'])
  edge.publisher.behave(behaviours.wellBehaved())
  assert.equal((await edge.call()).status, 200)
  for (const stream of open) stream.destroy()
})

test('calls to one app are bounded; those of another go on, and a refused one holds nothing', async () => {
  edge.publisher.behave(behaviours.streamThenStall(progressEvent(1)))
  const open = [
    await openStream(mcpHeaders, toolCall),
    await openStream(mcpHeaders, toolCall),
    await openStream(mcpHeaders, toolCall),
  ]
  const refused = await edge.call()
  assert.equal(refused.json.error?.code, 'overloaded')
  assert.deepEqual(
    edge.behind.settled.get(refused.callId)?.map(({ kind }) => kind),
    ['released'],
  )
  edge.publisher.behave(behaviours.wellBehaved())
  assert.equal((await edge.call({ path: '/v1-beta/mcp/acme/other', body: toolCall })).status, 200)
  for (const stream of open) stream.destroy()
})

test('a stopping edge ends subscriptions with an event and lets calls finish', async () => {
  edge.publisher.behave(behaviours.streamThenStall(acknowledged))
  const subscription = await openStream(listenHeaders, listen)
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
  edge.publisher.behave(async (request, response) => {
    await finish
    return behaviours.wellBehaved()(request, response)
  })
  const call = edge.call()
  const received = edge.publisher.requests.length
  while (edge.publisher.requests.length === received) await new Promise(resolve => setImmediate(resolve))
  const stopped = edge.close()
  assert.match(await rest(subscription), /"code":"overloaded"/)
  letFinish()
  assert.equal((await call).status, 200)
  await stopped
})

test('no id line of a publisher reaches the buyer, and heartbeats do', async () => {
  edge.publisher.behave(
    behaviours.stream(
      ': ping\n\n',
      'id: 1\nretry: 5\n',
      progressEvent(1),
      'id: 2\n',
      resultEvent({ resultType: 'complete' }),
    ),
  )
  const { text } = await edge.call()
  assert.doesNotMatch(text, /^(id|retry):/m)
  assert.match(text, /^: ping$/m)
  assert.match(text, /"result"/)
})

test('a buyer who reads nothing stops the publisher, and memory stays bounded', async () => {
  let sent = 0
  edge.publisher.behave(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const event = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"text":"${'x'.repeat(60_000)}"}}\n\n`
    while (!response.destroyed && sent < 90_000_000) {
      sent += event.length
      await writePiece(response, event)
    }
  })
  const { hostname, port } = new URL(edge.origin)
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify(toolCall)
  const head = Object.entries({ ...mcpHeaders, host: 'x', 'content-length': String(body.length) })
  socket.write(`POST ${MCP_PATH} HTTP/1.1\r\n${head.map(pair => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'readable')
  socket.pause()
  let before = -1
  // Everything on the way is full once nothing more is sent in a thousand turns of the event loop.
  while (sent !== before) {
    before = sent
    for (let turn = 0; turn < 1_000; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }
  assert.ok(sent < 50_000_000, `${sent} bytes were sent to nobody`)
  socket.destroy()
  await edge.publisher.requests.at(-1)?.aborted
})

test('HTTP pipelining: each call is answered in order', async () => {
  const { hostname, port } = new URL(edge.origin)
  const socket = connect(Number(port), hostname)
  const requests = ['a', 'b', 'c'].map(id => {
    const body = JSON.stringify({ ...toolCall, id })
    const head = Object.entries({ ...mcpHeaders, host: 'x', 'content-length': String(body.length) })
    return `POST ${MCP_PATH} HTTP/1.1\r\n${head.map(pair => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`
  })
  socket.write(requests.join(''))
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if ((text.match(/"result"/g) ?? []).length === 3) break
  }
  assert.deepEqual(
    [...text.matchAll(/"id":"(\w)"/g)].map(([, id]) => id),
    ['a', 'b', 'c'],
  )
})

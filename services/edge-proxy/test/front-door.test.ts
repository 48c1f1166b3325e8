import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { behaviours, eventually, progressEvent, writePiece } from '@mtg/testing'
import { BUYER_ID } from './behind-state.ts'
import { type EdgeUnderTest, KEY, MCP_PATH, mcpHeaders, startEdgeUnderTest, toolCall } from './edge-under-test.ts'

const ATTACKER_KEY = 'vnb-sk-attacker-0123456789'
const ATTACKER_ID = '00000000-0000-7000-8000-00000000000f'
const REFUSALS_PER_SECOND = 10
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const listen = { jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen', params: { notifications: {} } }
const acknowledged = 'data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged"}\n\n'

let edge: EdgeUnderTest
/** Each test's attacker has one of its own. */
let attackerAddress = 1
let sockets: Socket[] = []

before(async () => {
  edge = await startEdgeUnderTest({
    CALLS_MAX: '40',
    BUYER_CALLS_MAX: '10',
    PUBLISHER_CALLS_MAX: '6',
    APP_CALLS_MAX: '4',
    APP_SUBSCRIPTIONS_MAX: '5',
    BUYER_SUBSCRIPTIONS_MAX: '2',
    UPLOADS_MAX: '40',
    OWN_UPLOADS_MAX: '10',
    UPLOAD_GRACE_MS: '1000',
    UPLOAD_BYTES_PER_SECOND_MIN: '1000000',
    HAND_OVER_GRACE_MS: '300',
    HAND_OVER_BYTES_PER_SECOND_MIN: '1000000000',
    CONNECTIONS_MAX: '300',
    ADDRESS_CONNECTIONS_MAX: '100',
    CONNECTION_REQUESTS_MAX: '8',
    OWN_FORWARDS_MAX: '3',
    REFUSALS_PER_SECOND: String(REFUSALS_PER_SECOND),
  })
  edge.behind.buyerOf = credential => (credential === ATTACKER_KEY ? ATTACKER_ID : BUYER_ID)
})
after(() => edge.close())
beforeEach(() => {
  attackerAddress += 1
  edge.closeCircuits()
  edge.publisher.behave(behaviours.wellBehaved())
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

/** A connection of the attacker's that sends this and then waits. */
function send(text: string): Socket {
  const { hostname, port } = new URL(edge.origin)
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${attackerAddress}` })
  socket.on('error', () => {})
  sockets.push(socket)
  socket.write(text)
  return socket
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

function head(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(pair => pair.join(': '))
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

const callHead = (key: string, length: number) =>
  head(MCP_PATH, { ...mcpHeaders, authorization: `Bearer ${key}`, 'content-length': String(length) })

const wholeCall = (key: string, body = JSON.stringify(toolCall)) => callHead(key, body.length) + body

async function subscribe(key: string): Promise<IncomingMessage> {
  const headers = {
    ...mcpHeaders,
    authorization: `Bearer ${key}`,
    'mcp-method': 'subscriptions/listen',
    'mcp-name': 'subscriptions/listen',
  }
  const request = httpRequest(edge.origin + MCP_PATH, { method: 'POST', headers, agent: false })
  request.on('socket', socket => sockets.push(socket))
  request.on('error', () => {})
  request.end(JSON.stringify(listen))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return response
}

async function refusedBy(limit: string): Promise<number> {
  return (await edge.metric('mtg_edge_limit_refusals_total')).get(`limit="${limit}"`) ?? 0
}

test('a key that never sends its bodies keeps no other buyer from calling', async () => {
  await edge.call({ headers: { authorization: `Bearer ${ATTACKER_KEY}` } })
  const timedOut = () => edge.logged.filter(line => line['status'] === 408).length
  for (let count = 0; count < 80; count += 1) send(callHead(ATTACKER_KEY, 1_000))
  // Ten are let in; on a slow machine, where the first of them time out before the last have come, as many again.
  await eventually(async () => assert.equal((await refusedBy('own_uploads')) + Math.max(10, timedOut()), 80))
  assert.ok((await refusedBy('own_uploads')) > 0)
  const answers = await Promise.all(Array.from({ length: 4 }, () => edge.call()))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await eventually(async () => assert.equal((await refusedBy('own_uploads')) + timedOut(), 80))
})

test('a buyer who takes all the subscriptions it can leaves some of the app to others', async () => {
  edge.publisher.behave(behaviours.streamThenStall(acknowledged))
  const taken = [await subscribe(ATTACKER_KEY), await subscribe(ATTACKER_KEY), await subscribe(ATTACKER_KEY)]
  assert.deepEqual(
    taken.map(({ statusCode }) => statusCode),
    [200, 200, 503],
  )
  assert.equal((await subscribe(KEY)).statusCode, 200)
})

test('calls that hang at one publisher keep no place from those to another, nor a buyer from its own', async () => {
  edge.publisher.behave(behaviours.streamThenStall(acknowledged))
  const hanging = ['search', 'search', 'search', 'search', 'find', 'find'].map(app =>
    send(wholeCall(ATTACKER_KEY).replace(MCP_PATH, `/v1-beta/mcp/acme/${app}`)),
  )
  for (const socket of hanging) await once(socket, 'data')
  edge.publisher.behave(behaviours.wellBehaved())
  const refused = await edge.call({ path: '/v1-beta/mcp/acme/other', body: toolCall })
  assert.deepEqual([refused.json.error?.code, await refusedBy('publisher_calls')], ['overloaded', 1])
  assert.equal((await edge.call({ path: '/v1-beta/mcp/bolt/search', body: toolCall })).status, 200)
})

test('the connections of one address are bounded, and another address gets in', async () => {
  const idle = Array.from({ length: 120 }, () => send(''))
  await eventually(async () => assert.ok(idle.filter(socket => socket.destroyed).length >= 20))
  assert.ok(idle.filter(socket => !socket.destroyed).length >= 50)
  assert.equal((await edge.call()).status, 200)
})

test('half-sent bodies on OAuth paths are few by address, time out soon, and keep nobody from signing in', async () => {
  edge.publisher.behave(behaviours.reply(200, '{}'))
  const half = Array.from({ length: 60 }, () =>
    send(`${head('/oauth/token', { ...FORM, 'content-length': '9000' })}abc`),
  )
  const answers = half.map(async socket => String(await once(socket, 'data')))
  const signIn = await fetch(`${edge.origin}/oauth/token`, { method: 'POST', headers: FORM, body: 'grant_type=x' })
  assert.equal(signIn.status, 200)
  const texts = await Promise.all(answers)
  assert.equal(texts.filter(text => text.includes('"temporarily_unavailable"')).length, 50)
  assert.equal(texts.filter(text => text.includes('not complete in time')).length, 10)
})

test('a body that no OAuth request needs is refused in the shape that its clients read, and goes no further', async () => {
  const before = edge.publisher.requests.length
  const body = 'x'.repeat(16 * 1024 + 1)
  const answer = await fetch(`${edge.origin}/oauth/token`, { method: 'POST', headers: FORM, body })
  assert.equal(answer.status, 400)
  assert.equal(((await answer.json()) as { error: string }).error, 'invalid_request')
  assert.equal(edge.publisher.requests.length, before)
})

test('an event of a payment processor may be 256 KiB, and not more', async () => {
  edge.publisher.behave(behaviours.reply(200, '{}'))
  const post = (length: number) =>
    fetch(`${edge.origin}/v1-beta/webhooks/stripe`, { method: 'POST', headers: FORM, body: 'x'.repeat(length) })
  assert.equal((await post(256 * 1024)).status, 200)
  assert.equal((await post(256 * 1024 + 1)).status, 413)
})

test('requests for other services are few at once by address, and another address gets through', async () => {
  const { promise: stalled, resolve: goOn } = Promise.withResolvers<void>()
  edge.publisher.behave(async (request, response) => {
    await stalled
    return behaviours.reply(200, '{}')(request, response)
  })
  const before = edge.publisher.requests.length
  const waiting = Array.from({ length: 3 }, () => send(head('/oauth/token', { ...FORM, 'content-length': '0' })))
  await eventually(async () => assert.equal(edge.publisher.requests.length, before + 3))
  const [refusal] = (await once(send(head('/oauth/token', { ...FORM, 'content-length': '0' })), 'data')) as [Buffer]
  assert.match(refusal.toString(), /^HTTP\/1.1 503 [^]*"temporarily_unavailable"/)
  const honest = fetch(`${edge.origin}/oauth/token`, { method: 'POST', headers: FORM })
  await eventually(async () => assert.equal(edge.publisher.requests.length, before + 4))
  goOn()
  assert.equal((await honest).status, 200)
  for (const socket of waiting) await once(socket, 'data')
})

test('refusals of a service for asking too often come at the pace of somebody who listens', async () => {
  edge.publisher.behave(behaviours.reply(429, '{}'))
  const waitsMs: number[] = []
  // One after the other, and so many that one is held even when a new second begins among them.
  for (let asked = 0; asked <= 2 * REFUSALS_PER_SECOND; asked += 1) {
    const askedAtMs = performance.now()
    const answer = await fetch(`${edge.origin}/oauth/token`, { method: 'POST', headers: FORM, body: 'grant_type=x' })
    assert.equal(answer.status, 429)
    waitsMs.push(performance.now() - askedAtMs)
  }
  assert.ok(Math.max(...waitsMs) >= 350, waitsMs.join(', '))
})

test('a service that answers without end is not heard out', async () => {
  edge.publisher.behave(behaviours.reply(200, 'x'.repeat(1024 * 1024 + 1)))
  const answer = await fetch(`${edge.origin}/oauth/token`, { method: 'POST', headers: FORM })
  assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [500, 'server_error'])
})

test('requests that wait behind another on their connection are bounded: the first beyond is refused, the rest unread', async () => {
  const { promise: stalled, resolve: goOn } = Promise.withResolvers<void>()
  edge.publisher.behave(async (request, response) => {
    await stalled
    return behaviours.wellBehaved()(request, response)
  })
  const before = edge.publisher.requests.length
  const socket = send(wholeCall(ATTACKER_KEY) + 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(40))
  const text = textOf(socket)
  await eventually(async () => assert.equal(edge.publisher.requests.length, before + 1))
  goOn()
  const statuses = [...(await text).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['200', ...Array.from({ length: 8 }, () => '200'), '503'])
})

test('HTTP/1.0 with a Transfer-Encoding is refused, and so is HTTP of a version that we do not speak', async () => {
  const headers = { ...mcpHeaders, 'transfer-encoding': 'chunked', connection: 'close' }
  const body = JSON.stringify(toolCall)
  const chunked = `${head(MCP_PATH, headers)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const before = edge.publisher.requests.length
  for (const version of ['1.0', '2.0', '0.9']) {
    const answer = await textOf(send(chunked.replace('HTTP/1.1', `HTTP/${version}`)))
    assert.match(answer, /^HTTP\/1.1 400 [^]*"bad_request"/, version)
  }
  assert.equal(edge.publisher.requests.length, before)
  const plain = wholeCall(KEY).replace('HTTP/1.1', 'HTTP/1.0')
  assert.match(await textOf(send(plain)), /^HTTP\/1.1 200 /)
})

test('a reader who takes nothing of a large answer is cut off', async () => {
  const large = JSON.stringify({
    jsonrpc: '2.0',
    id: 'a',
    result: { resultType: 'complete', text: 'x'.repeat(9_000_000) },
  })
  edge.publisher.behave(behaviours.reply(200, large, { 'content-type': 'application/json' }))
  const socket = send(wholeCall(ATTACKER_KEY))
  await once(socket, 'readable')
  await eventually(async () => assert.equal(await refusedBy('slow_readers'), 1))
  await eventually(async () => assert.equal((await edge.metric('mtg_edge_calls_under_way')).get(''), 0))
})

test('a reader who takes too little of a stream for too long is cut off, and pays for what was handed over', async () => {
  const before = await refusedBy('slow_readers')
  const piece = progressEvent(1) + `: ${'x'.repeat(60_000)}\n\n`
  edge.publisher.behave(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    while (!response.destroyed) await writePiece(response, piece)
  })
  const socket = send(wholeCall(ATTACKER_KEY))
  const drip = setInterval(() => socket.read(1), 20)
  await eventually(async () => assert.equal(await refusedBy('slow_readers'), before + 1))
  clearInterval(drip)
  const callId = String(edge.publisher.requests.at(-1)?.headers['x-gateway-call-id'])
  await eventually(() => assert.equal(edge.behind.settled.get(callId)?.[0]?.kind, 'captured'))
  edge.publisher.behave(behaviours.wellBehaved())
  assert.equal((await edge.call()).status, 200)
  await eventually(async () => assert.equal((await edge.metric('mtg_edge_calls_under_way')).get(''), 0))
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, test } from 'node:test'
import {
  behaviours,
  type Constellation,
  callMcp,
  callTool,
  chat,
  eventually,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { buyers, keys, refusingMarketplace } from '../shop/refusing-shop.ts'
import { type Collector, type ExportedSpan, startCollector } from './collector.ts'

let collector: Collector
let publisher: FakePublisher
let gateway: Constellation

before(async () => {
  collector = await startCollector()
  publisher = await startFakePublisher()
  gateway = await startConstellation({
    marketplace: refusingMarketplace(publisher.origin),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  })
})

beforeEach(() => publisher.behave(behaviours.wellBehaved()))

after(async () => {
  await gateway?.stop()
  await publisher?.close()
  await collector?.close()
})

/** A caller's span. */
function callerSpan(flags: '00' | '01') {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, header: `00-${traceId}-${spanId}-${flags}` }
}

const callEcho = (traceparent: string, app = 'shop/tools', credential = keys.rich) =>
  callTool({ baseUrl: gateway.baseUrl, app, credential, tool: 'echo', headers: { traceparent } })

/** The spans of a trace, once one of them has the last name. */
function traceUpTo(traceId: string, last: string): Promise<ExportedSpan[]> {
  return eventually(() => {
    const spans = collector.spans().filter(span => span.traceId === traceId)
    assert.ok(
      spans.some(span => span.name === last),
      `only ${spans.map(span => span.name).join(', ')}`,
    )
    return spans
  })
}

/** All spans of a charged call: the edge's own are exported together, and metering's come last or first. */
async function completeTrace(traceId: string): Promise<ExportedSpan[]> {
  await traceUpTo(traceId, 'process usage.v1.recorded')
  await traceUpTo(traceId, 'deliver')
  return await eventually(() => {
    const spans = collector.spans().filter(span => span.traceId === traceId)
    const served = spans.filter(span => span.kind === 'client' && span.attributes['rpc.method'] !== undefined)
    const servers = spans.filter(span => span.kind === 'server' && span.service !== 'edge-proxy')
    assert.equal(servers.length, served.length)
    assert.equal(rootOf(spans, traceId).length, 1)
    return spans
  })
}

const RESERVATION = 'gateway.billing.v1.ReservationService'

/** "service kind name" of a span and of all above it, from the top. */
function pathOf(span: ExportedSpan, spans: readonly ExportedSpan[]): string[] {
  const parent = spans.find(other => other.spanId === span.parentSpanId)
  return [...(parent === undefined ? [] : pathOf(parent, spans)), `${span.service} ${span.kind} ${span.name}`]
}

test("one paid call's trace goes from the caller through every service to the publisher and into metering", async () => {
  const caller = callerSpan('01')
  const answer = await callEcho(caller.header)
  assert.equal(answer.status, 200)
  const all = await completeTrace(caller.traceId)
  assert.equal(rootOf(all, caller.traceId)[0]?.parentSpanId, caller.spanId)

  const top = 'edge-proxy server tools/call echo'
  const paths = new Set(all.map(span => pathOf(span, all).join(' > ')))
  const wanted = [
    top,
    `${top} > edge-proxy internal authenticate > edge-proxy client gateway.auth.v1.AuthService/Authenticate > auth server gateway.auth.v1.AuthService/Authenticate`,
    `${top} > edge-proxy internal reserve > edge-proxy client ${RESERVATION}/Reserve > billing server ${RESERVATION}/Reserve`,
    `${top} > edge-proxy internal forward > edge-proxy client gateway.oauth.v1.IdentityService/IssueBuyerIdentity > oauth-server server gateway.oauth.v1.IdentityService/IssueBuyerIdentity`,
    `${top} > edge-proxy internal forward > edge-proxy client tools/call echo`,
    `${top} > edge-proxy internal deliver`,
    `${top} > edge-proxy client ${RESERVATION}/Capture > billing server ${RESERVATION}/Capture`,
    `${top} > edge-proxy producer create usage.v1.recorded > metering consumer process usage.v1.recorded`,
  ]
  assert.deepEqual(
    wanted.filter(path => !paths.has(path)),
    [],
    [...paths].join('\n'),
  )
  const toPublisher = all.find(span => span.kind === 'client' && span.name === 'tools/call echo')
  const received = publisher.requests.at(-1)?.headers['traceparent']
  assert.equal(received, `00-${caller.traceId}-${toPublisher?.spanId}-01`)
})

const rootOf = (spans: readonly ExportedSpan[], traceId: string) =>
  spans.filter(span => span.traceId === traceId && span.service === 'edge-proxy' && span.kind === 'server')

test("a tool call's spans carry the attributes of the conventions for MCP, HTTP and RPC, and the gateway's own", async () => {
  const caller = callerSpan('01')
  const answer = await callEcho(caller.header)
  const all = await completeTrace(caller.traceId)
  const [root] = rootOf(all, caller.traceId)
  assert.deepEqual(root?.attributes, {
    'http.request.method': 'POST',
    'http.route': '/v1-beta/mcp/{publisher}/{app}',
    'url.path': '/v1-beta/mcp/shop/tools',
    'http.response.status_code': 200,
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2026-07-28',
    'jsonrpc.request.id': '1',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'echo',
    'mtg.app': 'shop/tools',
    'mtg.buyer_id': await gateway.buyerId(buyers.rich),
    'mtg.call_id': answer.callId,
    'mtg.charged_micros': '10000',
    'mtg.code': 'ok',
    'mtg.total_tokens': 0,
  })
  const reserved = all.find(span => span.service === 'billing' && span.name === `${RESERVATION}/Reserve`)
  assert.deepEqual(reserved?.attributes, {
    'rpc.system.name': 'grpc',
    'rpc.method': `${RESERVATION}/Reserve`,
    'rpc.response.status_code': 'OK',
    'mtg.code': 'ok',
  })
})

test('a request with an Idempotency-Key has the keeping of its answer in its trace', async () => {
  const caller = callerSpan('01')
  const headers = { traceparent: caller.header, 'idempotency-key': 'trace-1' }
  const call = { baseUrl: gateway.baseUrl, app: 'shop/tools', credential: keys.rich, tool: 'echo', headers }
  assert.equal((await callTool(call)).status, 200)
  const all = await completeTrace(caller.traceId)
  const named = all.filter(span => span.service === 'billing').map(span => span.name.split('/')[1])
  assert.equal(named.length, 4)
  assert.deepEqual(new Set(named), new Set(['BeginAttempt', 'Reserve', 'Capture', 'FinishAttempt']))
})

test("a chat completion's spans are named by its model, and tell which one answered and what it used", async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' } }]
  publisher.behave(behaviours.reply(200, JSON.stringify({ model: 'tiny-1-2026-11', choices, usage })))
  const caller = callerSpan('01')
  const headers = { traceparent: caller.header }
  const call = { baseUrl: gateway.baseUrl, app: 'shop/chat', credential: keys.rich, headers }
  assert.equal((await chat({ ...call, body: { model: 'tiny-1' } })).status, 200)
  const all = await completeTrace(caller.traceId)
  const toPublisher = all.find(span => span.kind === 'client' && span.name === 'chat tiny-1')
  assert.equal(toPublisher?.attributes['gen_ai.request.model'], 'tiny-1')
  assert.equal(toPublisher?.attributes['gen_ai.provider.name'], 'shop')
  assert.equal(toPublisher?.attributes['gen_ai.operation.name'], 'chat')
  const { attributes } = rootOf(all, caller.traceId)[0] ?? {}
  assert.equal(attributes?.['gen_ai.response.model'], 'tiny-1-2026-11')
  assert.equal(attributes?.['gen_ai.usage.input_tokens'], 3)
  assert.equal(attributes?.['gen_ai.usage.output_tokens'], 4)
  assert.equal(attributes?.['mtg.total_tokens'], 7)
})

/** A call whose message names another span than its request does, or anything else as one. */
const callWithMeta = (meta: object, headers: Record<string, string> = {}, id: string | number = 'm-7') =>
  callMcp({
    baseUrl: gateway.baseUrl,
    app: 'shop/tools',
    credential: keys.rich,
    method: 'tools/call',
    params: { name: 'echo', arguments: {}, _meta: meta },
    headers,
    id,
  })

test("a message that names its caller's span is in that one's trace, and linked to the request that carried it", async () => {
  const [request, message] = [callerSpan('01'), callerSpan('01')]
  const answer = await callWithMeta({ traceparent: message.header }, { traceparent: request.header })
  assert.equal(answer.status, 200)
  const inMessage = await completeTrace(message.traceId)
  const [own] = rootOf(inMessage, message.traceId)
  assert.equal(own?.parentSpanId, message.spanId)
  assert.equal(own?.name, 'tools/call echo')
  assert.equal(own?.attributes['jsonrpc.request.id'], 'm-7')
  assert.equal(own?.attributes['mtg.code'], 'ok')
  const names = new Set(inMessage.map(span => span.name))
  for (const name of ['reserve', 'forward', 'deliver', 'process usage.v1.recorded']) assert.ok(names.has(name), name)

  const inRequest = await traceUpTo(request.traceId, 'POST /v1-beta/mcp/{publisher}/{app}')
  const [carrier] = rootOf(inRequest, request.traceId)
  assert.deepEqual(own?.links, [carrier?.spanId])
  assert.equal(carrier?.attributes['http.response.status_code'], 200)
  assert.ok(inRequest.some(span => span.name === 'authenticate'))
})

test('what is no traceparent in a message is ignored, and one that is not sampled begins nothing', async () => {
  const hostile = ['', 'x'.repeat(100_000), `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 7, null, { a: [] }, '\u0000']
  for (const traceparent of [...hostile, callerSpan('00').header]) {
    const caller = callerSpan('01')
    const answer = await callWithMeta({ traceparent }, { traceparent: caller.header })
    assert.equal(answer.status, 200, answer.text)
    const all = await completeTrace(caller.traceId)
    assert.equal(rootOf(all, caller.traceId)[0]?.name, 'tools/call echo')
  }
})

test('a failed publisher fails the span of its exchange, and the hold that is released is in the trace', async () => {
  const caller = callerSpan('01')
  publisher.behave(behaviours.reply(503))
  assert.equal((await callEcho(caller.header, 'shop/broken')).code, 'publisher_server_error')
  const all = await traceUpTo(caller.traceId, 'tools/call echo')
  await eventually(() => assert.equal(rootOf(collector.spans(), caller.traceId).length, 1))
  const failed = all.filter(span => span.isError && span.name === 'tools/call echo')
  assert.ok(failed.every(span => span.attributes['error.type'] === 'publisher_server_error'))
  assert.ok(failed.length > 0)
  await traceUpTo(caller.traceId, `${RESERVATION}/Release`)
})

test('a refusal is told in the trace and is no failure of the gateway', async () => {
  const caller = callerSpan('01')
  assert.equal((await callEcho(caller.header, 'shop/tools', keys.poor)).code, 'insufficient_balance')
  const all = await eventually(() => {
    const spans = collector.spans().filter(span => span.traceId === caller.traceId)
    assert.ok(spans.some(span => span.service === 'billing'))
    assert.equal(rootOf(spans, caller.traceId).length, 1)
    return spans
  })
  const [root] = rootOf(all, caller.traceId)
  assert.equal(root?.attributes['mtg.code'], 'insufficient_balance')
  assert.equal(root?.isError, false)
  const served = all.find(span => span.service === 'billing')
  assert.equal(served?.attributes['rpc.response.status_code'], 'FAILED_PRECONDITION')
  assert.equal(served?.isError, false)
})

test('calls that are not sampled export nothing, and keep the trace context of their caller', async () => {
  const refused = callerSpan('00')
  const before = publisher.requests.length
  await callEcho(refused.header)
  assert.equal(publisher.requests.at(-1)?.headers['traceparent'], refused.header)
  await callTool({ baseUrl: gateway.baseUrl, app: 'shop/tools', credential: keys.rich, tool: 'echo' })
  assert.equal(publisher.requests.at(-1)?.headers['traceparent'], undefined)
  assert.equal(publisher.requests.length, before + 2)

  // What is traced after them has arrived, so they would have too.
  const traced = callerSpan('01')
  await callEcho(traced.header)
  await traceUpTo(traced.traceId, 'process usage.v1.recorded')
  const known = new Set(collector.spans().map(span => span.traceId))
  assert.ok(!known.has(refused.traceId))
  const roots = collector.spans().filter(span => span.service === 'edge-proxy' && span.kind === 'server')
  assert.ok(roots.every(root => root.parentSpanId !== ''))
})

test("a traced call's log line names its trace, and one that is not traced names none", async () => {
  const caller = callerSpan('01')
  const traced = await callEcho(caller.header)
  const plain = await callEcho(callerSpan('00').header)
  const lineOf = (callId: string | undefined) =>
    eventually(() => {
      const lines = readFileSync(gateway.logFile('edge-proxy'), 'utf8').split('\n')
      const found = lines.filter(line => line.includes(`"callId":"${callId}"`)).map(line => JSON.parse(line) as object)
      assert.equal(found.length, 1)
      return found[0] as Record<string, unknown>
    })
  const all = await completeTrace(caller.traceId)
  const [root] = rootOf(all, caller.traceId)
  const line = await lineOf(traced.callId)
  assert.equal(line['trace_id'], caller.traceId)
  assert.equal(line['span_id'], root?.spanId)
  assert.equal('trace_id' in (await lineOf(plain.callId)), false)
})

test('no credential of buyer, publisher or service is in any span', async () => {
  const caller = callerSpan('01')
  await callEcho(caller.header)
  await callTool({
    baseUrl: gateway.baseUrl,
    app: 'shop/tools',
    credential: keys.rich,
    tool: keys.rich,
    headers: { traceparent: caller.header },
  })
  await traceUpTo(caller.traceId, 'process usage.v1.recorded')
  const text = collector.bodies.join('\n')
  assert.match(text, /gen_ai.tool.name/)
  const secrets = [...Object.values(keys), 'shop-upstream-key', gateway.envOf('billing')['DATABASE_URL'] ?? 'no url']
  assert.deepEqual(
    secrets.filter(secret => text.includes(secret)),
    [],
  )
  assert.doesNotMatch(text, /eyJ[A-Za-z0-9_-]+\./, 'no signed token')
})

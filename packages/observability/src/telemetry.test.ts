import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createLogger, noTelemetry, type SamplerName, startTelemetry } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { z } from 'zod'

const log = createLogger({ service: 'telemetry-test', level: 'silent' })
const defaults = { service: 'test', sampler: 'parentbased_traceidratio' as const, log }
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const sampledByCaller = `00-${TRACE}-${PARENT}-01`
const refusedByCaller = `00-${TRACE}-${PARENT}-00`

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A collector that keeps the spans it is sent. */
async function startCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      bodies.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      bodies
        .flatMap(body => exported.parse(JSON.parse(body)).resourceSpans)
        .flatMap(resource => resource.scopeSpans)
        .flatMap(scope => scope.spans),
    close: () => server.close(),
  }
}

test('without a collector nothing is recorded and nothing is loaded', async () => {
  const telemetry = await startTelemetry({ ...defaults, endpoint: undefined, sampleRatio: 1 })
  assert.equal(telemetry, noTelemetry)
  const span = telemetry.startSpan('call', 'server', sampledByCaller)
  assert.equal(span.recording, false)
  assert.equal(span.child('step').traceparent, undefined)
  span.end('internal_error')
  await telemetry.close()
})

test("a sampled call's spans reach the collector in the caller's trace, each under its parent, with its code", async () => {
  const collector = await startCollector()
  const telemetry = await startTelemetry({ ...defaults, endpoint: collector.endpoint, sampleRatio: 0 })
  const call = telemetry.startSpan('call', 'server', sampledByCaller, { adapter: 'mcp' })
  assert.equal(call.recording, true)
  assert.match(call.traceparent ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  call.child('authenticate').end('api_key_invalid')
  call.end()
  await telemetry.close()
  collector.close()

  const spans = new Map(collector.spans().map(span => [span.name, span]))
  assert.deepEqual(new Set([...spans.values()].map(span => span.traceId)), new Set([TRACE]))
  assert.equal(spans.get('call')?.parentSpanId, PARENT)
  assert.equal(spans.get('authenticate')?.parentSpanId, spans.get('call')?.spanId)
  assert.deepEqual(spans.get('authenticate')?.attributes, [
    { key: 'error.type', value: { stringValue: 'api_key_invalid' } },
  ])
})

test('the caller decides on sampling; without a valid decision the ratio does', async () => {
  const collector = await startCollector()
  let drawn = 0.5
  const options = { ...defaults, endpoint: collector.endpoint, random: () => drawn }
  const telemetry = await startTelemetry({ ...options, sampleRatio: 0.25 })
  const isSampled = (traceparent?: string) => telemetry.startSpan('call', 'server', traceparent).recording

  assert.equal(isSampled(sampledByCaller), true)
  assert.equal(isSampled(), false)
  drawn = 0.1
  assert.equal(isSampled(), true)
  assert.equal(isSampled(refusedByCaller), false)
  const invalid = [
    '',
    'junk',
    `00-${'0'.repeat(32)}-${PARENT}-00`,
    `00-${TRACE}-${'0'.repeat(16)}-00`,
    `${refusedByCaller} `,
  ]
  for (const text of invalid) assert.equal(isSampled(text), true, `${JSON.stringify(text)} counts as no decision`)
  await telemetry.close()
  collector.close()
})

test('tracing that cannot be started is logged as trace_error, and the service goes on without it', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const noting = createLogger({ service: 'telemetry-test', destination })
  const telemetry = await startTelemetry({ ...defaults, endpoint: 'nowhere', sampleRatio: 1, log: noting })
  assert.equal(telemetry.startSpan('call', 'server').recording, false)
  assert.match(lines.join(''), /"code":"trace_error"/)
})

test('every sampler of OpenTelemetry means here what it means there', async () => {
  const collector = await startCollector()
  const decisions = async (sampler: SamplerName) => {
    const options = { ...defaults, sampler, endpoint: collector.endpoint, random: () => 0.5 }
    const telemetry = await startTelemetry({ ...options, sampleRatio: 0.25 })
    const isSampled = (parent?: string) => telemetry.startSpan('call', 'server', parent).recording
    const decided = [isSampled(), isSampled(sampledByCaller), isSampled(refusedByCaller)]
    await telemetry.close()
    return decided
  }
  assert.deepEqual(await decisions('always_on'), [true, true, true])
  assert.deepEqual(await decisions('always_off'), [false, false, false])
  assert.deepEqual(await decisions('traceidratio'), [false, false, false])
  assert.deepEqual(await decisions('parentbased_always_on'), [true, true, false])
  assert.deepEqual(await decisions('parentbased_always_off'), [false, true, false])
  assert.deepEqual(await decisions('parentbased_traceidratio'), [false, true, false])
  collector.close()
})

test('callers who ask for every call to be traced get as many traces a second as the bound allows', async () => {
  const collector = await startCollector()
  const clock = createFakeClock()
  const options = { ...defaults, endpoint: collector.endpoint, sampleRatio: 0, tracesPerSecondMax: 3, clock }
  const telemetry = await startTelemetry(options)
  const sampledOf = (calls: number) =>
    Array.from({ length: calls }, () => telemetry.startSpan('call', 'server', sampledByCaller)).filter(
      span => span.recording,
    ).length
  assert.equal(sampledOf(10), 3)
  clock.advance(1000)
  assert.equal(sampledOf(10), 3)
  assert.equal(telemetry.joinSpan('step', 'server', sampledByCaller).recording, true, 'what is begun is not cut short')
  await telemetry.close()
  collector.close()
})

test("a service behind the edge joins its caller's trace, and never begins one", async () => {
  const collector = await startCollector()
  const telemetry = await startTelemetry({
    ...defaults,
    sampler: 'always_on',
    endpoint: collector.endpoint,
    sampleRatio: 1,
  })
  for (const parent of [undefined, '', 'junk', refusedByCaller]) {
    assert.equal(telemetry.joinSpan('item', 'server', parent).recording, false)
  }
  telemetry.joinSpan('item', 'server', sampledByCaller).end()
  await telemetry.close()
  collector.close()
  assert.deepEqual(
    collector.spans().map(({ name, traceId, parentSpanId }) => ({ name, traceId, parentSpanId })),
    [{ name: 'item', traceId: TRACE, parentSpanId: PARENT }],
  )
})

test('a credential that got into a name or an attribute does not reach the collector', async () => {
  const collector = await startCollector()
  const telemetry = await startTelemetry({ ...defaults, endpoint: collector.endpoint, sampleRatio: 1 })
  const key = 'vnb-sk-live-8Qw3nT5kZx7Lr2Vd'
  const span = telemetry.startSpan(`tools/call ${key}`, 'server', undefined, { first: key })
  span.setAttributes({ second: `Bearer ${key}` })
  const child = span.child(key, 'client', { third: key })
  child.rename(`chat ${key}`)
  child.end()
  span.end()
  await telemetry.close()
  collector.close()
  const exportedText = JSON.stringify(collector.spans())
  assert.match(exportedText, /"first"/)
  assert.ok(!exportedText.includes('8Qw3nT5kZx7Lr2Vd'))
})

test('a collector that takes no spans is told of once, as trace_error', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const noting = createLogger({ service: 'telemetry-test', destination })
  const refusing = createServer((request, response) =>
    request.resume().once('end', () => response.writeHead(400).end()),
  )
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const endpoint = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
  const telemetry = await startTelemetry({ ...defaults, endpoint, sampleRatio: 1, log: noting, exportDelayMs: 1 })
  const failedExports = () => lines.filter(line => line.includes('the collector takes no spans'))
  telemetry.startSpan('first', 'server').end()
  await waitUntil(() => failedExports().length > 0)
  telemetry.startSpan('second', 'server').end()
  await telemetry.close()
  refusing.close()
  assert.equal(failedExports().length, 1)
  assert.match(failedExports()[0] ?? '', /"code":"trace_error"/)
})

async function waitUntil(isSo: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 5000
  while (!isSo()) {
    assert.ok(performance.now() < giveUpAt, 'it did not happen')
    await new Promise(resolve => setImmediate(resolve))
  }
}

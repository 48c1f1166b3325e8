import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, durationBuckets } from './index.ts'

test('counters, gauges and histograms are told with their labels and the service', async () => {
  const metrics = createMetrics('test')
  const calls = metrics.counter('mtg_calls_total', 'Calls by code.', ['code'])
  calls.inc({ code: 'ok' })
  calls.inc({ code: 'ok' }, 2)
  metrics.gauge('mtg_open_calls', 'Calls under way.').set(4)
  metrics
    .histogram('mtg_call_seconds', 'Duration of calls.', ['step'], durationBuckets)
    .observe(0.02, { step: 'parse' })
  const text = await metrics.text()
  assert.match(text, /^mtg_calls_total\{code="ok",service="test"\} 3$/m)
  assert.match(text, /^mtg_open_calls\{service="test"\} 4$/m)
  assert.match(text, /^mtg_call_seconds_bucket\{le="0.01",service="test",step="parse"\} 0$/m)
  assert.match(text, /^mtg_call_seconds_bucket\{le="0.025",service="test",step="parse"\} 1$/m)
})

test('a gauge that is asked tells the value at the scrape', async () => {
  const metrics = createMetrics('test')
  let waiting = 1
  metrics.gauge('mtg_waiting', 'Items waiting.', [], async () => waiting)
  assert.match(await metrics.text(), /^mtg_waiting\{service="test"\} 1$/m)
  waiting = 7
  assert.match(await metrics.text(), /^mtg_waiting\{service="test"\} 7$/m)
})

test('two services in one process share nothing', async () => {
  const first = createMetrics('first')
  const second = createMetrics('second')
  first.counter('mtg_calls_total', 'Calls.').inc()
  second.counter('mtg_calls_total', 'Calls.').inc({}, 5)
  assert.match(await first.text(), /^mtg_calls_total\{service="first"\} 1$/m)
  assert.match(await second.text(), /^mtg_calls_total\{service="second"\} 5$/m)
})

test('a process tells its CPU, memory and event-loop lag', async () => {
  const text = await createMetrics('test').text()
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) {
    assert.match(text, new RegExp(`^${name}\\{service="test"\\} `, 'm'))
  }
})

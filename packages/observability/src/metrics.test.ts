import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, durationBuckets } from '@mtg/observability'

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

test('an event loop that was held up shows by how long, and one that was not is not late', async () => {
  const metrics = createMetrics('test')
  const lagOf = async (reading: string) => {
    const found = new RegExp(`^nodejs_eventloop_lag_${reading}_seconds\\{service="test"\\} (\\S+)$`, 'm').exec(
      await metrics.text(),
    )
    return Number(found?.[1])
  }
  assert.equal(await lagOf('max'), 0)
  const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))
  for (let turn = 0; turn < 3; turn += 1) {
    Atomics.wait(nobodyWakes, 0, 0, 400)
    await new Promise(resolve => setImmediate(resolve))
  }
  const worst = await lagOf('max')
  assert.ok(worst > 0.25 && worst < 10, `${worst} s`)
})

test('a bound series is told from the start, and counts what the metric counts', async () => {
  const metrics = createMetrics('test')
  const dropped = metrics.counter('mtg_dropped_total', 'Dropped.', ['kind'])
  const bound = dropped.bind({ kind: 'recorded' })
  assert.match(await metrics.text(), /^mtg_dropped_total\{kind="recorded",service="test"\} 0$/m)
  bound.inc()
  bound.inc(2)
  dropped.inc({ kind: 'recorded' })
  assert.match(await metrics.text(), /^mtg_dropped_total\{kind="recorded",service="test"\} 4$/m)
  assert.throws(() => bound.inc(-1), /cannot shrink/)
})

test('buckets are cumulative, a value on a bound belongs to it, and sum and count agree', async () => {
  const metrics = createMetrics('test')
  const sizes = metrics.histogram('mtg_sizes', 'Sizes.', [], [1, 2, 4])
  for (const value of [1, 2, 2, 3, 9]) sizes.observe(value)
  const lines = (await metrics.text()).split('\n').filter(line => line.startsWith('mtg_sizes'))
  assert.deepEqual(lines, [
    'mtg_sizes_bucket{le="1",service="test"} 1',
    'mtg_sizes_bucket{le="2",service="test"} 3',
    'mtg_sizes_bucket{le="4",service="test"} 4',
    'mtg_sizes_bucket{le="+Inf",service="test"} 5',
    'mtg_sizes_sum{service="test"} 17',
    'mtg_sizes_count{service="test"} 5',
  ])
})

test('two parts of a service that ask for one metric share it; another shape of it is refused', async () => {
  const metrics = createMetrics('test')
  const reading = (pool: string, value: number) => () => [{ labels: { pool }, value }]
  metrics.gauge('mtg_connections', 'Connections.', ['pool'], reading('first', 3))
  metrics.gauge('mtg_connections', 'Connections.', ['pool'], reading('second', 5))
  const text = await metrics.text()
  assert.match(text, /^mtg_connections\{pool="first",service="test"\} 3$/m)
  assert.match(text, /^mtg_connections\{pool="second",service="test"\} 5$/m)
  assert.throws(() => metrics.counter('mtg_connections', 'Connections.', ['pool']), /already a gauge/)
  assert.throws(() => metrics.gauge('mtg_connections', 'Connections.', []), /already a gauge/)
})

test('labels that a metric does not have are a bug, and too many values of one cannot fill the memory', async () => {
  const metrics = createMetrics('test')
  const calls = metrics.counter('mtg_calls_total', 'Calls.', ['code'])
  assert.throws(() => calls.inc({}), /needs the label code/)
  assert.throws(() => calls.inc({ code: 'ok', buyer: 'ada' }), /no such labels/)
  for (let index = 0; index < 5000; index += 1) calls.inc({ code: `code ${index}` })
  const lines = (await metrics.text()).split('\n').filter(line => line.startsWith('mtg_calls_total{'))
  assert.equal(lines.length, 2001)
  assert.ok(lines.includes('mtg_calls_total{code="other",service="test"} 3000'))
})

test('texts are escaped as the format wants it', async () => {
  const metrics = createMetrics('test')
  metrics.counter('mtg_calls_total', 'Calls\nand more.', ['code']).inc({ code: 'a"b\\c\nd' })
  const text = await metrics.text()
  assert.match(text, /^# HELP mtg_calls_total Calls\\nand more\.$/m)
  assert.ok(text.includes('mtg_calls_total{code="a\\"b\\\\c\\nd",service="test"} 1\n'))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger, createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { type CallObserved, connectNats, createUsagePublisher, type UsageRecorded } from './index.ts'

const log = createLogger({ service: 'events-test', level: 'silent' })
const KIBIBYTE = 1024

/** A publisher whose NATS is away. */
function publisher(bounds: { bufferMax?: number; bufferBytesMax?: number; observationsPerSecond?: number } = {}) {
  const nats = connectNats({ url: 'nats://127.0.0.1:1', name: 'nowhere', log })
  const metrics = createMetrics('test')
  const clock = createFakeClock()
  const usage = createUsagePublisher({ nats, prefix: '', log, metrics, clock, bufferMax: 10_000, ...bounds })
  const valueOf = async (series: string) => {
    const line = (await metrics.text()).split('\n').find(each => each.startsWith(series))
    return Number(line?.split(' ').at(-1))
  }
  return {
    ...usage,
    clock,
    valueOf,
    dropped: (kind: string, reason: string) =>
      valueOf(`mtg_usage_events_dropped_total{kind="${kind}",reason="${reason}"`),
    bytes: () => valueOf('mtg_usage_buffer_bytes'),
    count: () => valueOf('mtg_usage_events_buffered'),
    stop: () => nats.close(),
  }
}

const record = (name = 'search') => ({ callId: 'c', buyerId: 'b', operation: 'tools/call', name }) as UsageRecorded
const observation = (buyerId: string, name = 'search') =>
  ({ callId: 'c', buyerId, operation: 'tools/call', name, stages: [] }) as unknown as CallObserved

test('a full buffer drops observations first, and counts what it drops', async () => {
  const usage = publisher({ bufferMax: 2 })
  for (const buyerId of ['a', 'b', 'c']) usage.observe(observation(buyerId))
  for (let count = 0; count < 3; count += 1) usage.record(record())
  assert.equal(await usage.dropped('observed', 'full'), 3)
  assert.equal(await usage.dropped('recorded', 'full'), 1)
  assert.equal(await usage.count(), 2)
  await usage.stop()
})

test('the buffer counts bytes: it never holds more than its bound, and records have the last of it', async () => {
  const bufferBytesMax = 64 * KIBIBYTE
  const usage = publisher({ bufferBytesMax })
  for (let buyer = 0; buyer < 2000; buyer += 1) usage.observe(observation(`buyer-${buyer}`, 'n'.repeat(200)))
  const half = await usage.bytes()
  assert.ok(half > bufferBytesMax * 0.4 && half <= bufferBytesMax / 2, `observations take ${half}`)
  for (let count = 0; count < 2000; count += 1) usage.record(record('n'.repeat(200)))
  const bytes = await usage.bytes()
  assert.ok(bytes > bufferBytesMax * 0.9 && bytes <= bufferBytesMax, `all take ${bytes}`)
  assert.ok((await usage.dropped('recorded', 'full')) > 0)
  usage.observe(observation('late'))
  assert.equal(await usage.bytes(), bytes)
  await usage.stop()
})

test('a refused call with a name of 500 KB costs the buffer less than a kilobyte', async () => {
  const usage = publisher()
  usage.observe(observation('a', 'n'.repeat(500_000)))
  assert.ok((await usage.bytes()) < KIBIBYTE)
  await usage.stop()
})

test('one buyer who is refused without end leaves room for the observations of all others', async () => {
  const usage = publisher({ bufferBytesMax: 64 * KIBIBYTE, observationsPerSecond: 1000 })
  for (let count = 0; count < 5000; count += 1) usage.observe(observation('attacker', 'n'.repeat(200)))
  assert.ok((await usage.dropped('observed', 'share')) > 0)
  const before = await usage.count()
  for (let buyer = 0; buyer < 50; buyer += 1) usage.observe(observation(`victim-${buyer}`))
  assert.equal((await usage.count()) - before, 50)
  await usage.stop()
})

test('a buyer has so many observations in a second, and as many again later', async () => {
  const usage = publisher({ observationsPerSecond: 2 })
  const flood = () => {
    for (let count = 0; count < 100; count += 1) usage.observe(observation('attacker'))
  }
  flood()
  assert.equal(await usage.count(), 20)
  assert.equal(await usage.dropped('observed', 'rate'), 80)
  usage.clock.advance(10_000)
  flood()
  assert.equal(await usage.count(), 40)
  await usage.stop()
})

test('what waits for long tells that nothing flows', async () => {
  const usage = publisher()
  assert.equal(usage.isFlowing(), true)
  usage.record(record())
  usage.clock.advance(9_000)
  assert.equal(usage.isFlowing(), true)
  usage.clock.advance(2_000)
  assert.equal(usage.isFlowing(), false)
  assert.equal(await usage.valueOf('mtg_usage_buffer_oldest_seconds'), 11)
  await usage.stop()
})

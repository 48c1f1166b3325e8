import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startNats } from '@mtg/embedded'
import { createLogger, createMetrics } from '@mtg/observability'
import { type JetStreamManager, RetentionPolicy } from 'nats'
import {
  type CallObserved,
  connectNats,
  createUsageConsumer,
  createUsagePublisher,
  type NatsLink,
  type UsageRecorded,
  type UsageStreamOptions,
  usageNames,
} from './index.ts'

const log = createLogger({ service: 'events-test', level: 'silent' })
const dir = mkdtempSync(join(tmpdir(), 'mtg-usage-stream-'))
const cleanups: (() => unknown)[] = []
let server: RunningServer
let nats: NatsLink
let manager: JetStreamManager

before(async () => {
  server = await startNats({ dir: join(dir, 'nats') })
  nats = connectNats({ url: server.url, name: 'test', log })
  manager = await (await nats.connection()).jetstreamManager()
})
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  await nats.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

const newPrefix = () => `t${randomUUID().slice(0, 8)}.`
const record = (callId: string) => ({ callId, buyerId: 'b', operation: 'o', name: 'n' }) as UsageRecorded
const observation = (callId: string, padding = '') =>
  ({ callId, buyerId: callId, operation: 'o', name: 'n', stages: [padding] }) as unknown as CallObserved

function consume(prefix: string, stream?: UsageStreamOptions) {
  const seen = new Set<string>()
  const waiters: (() => void)[] = []
  const metrics = createMetrics('test')
  const consumer = createUsageConsumer({
    nats,
    prefix,
    log,
    metrics,
    ...(stream === undefined ? {} : { stream }),
    handle: async messages => {
      for (const { events } of messages) for (const { callId } of events as UsageRecorded[]) seen.add(callId)
      for (const wake of waiters) wake()
    },
    onPoison: async () => assert.fail('nothing here is poison'),
  })
  cleanups.push(() => consumer.close())
  const until = (count: number) =>
    new Promise<void>(resolve => {
      const check = () => (seen.size >= count ? resolve() : undefined)
      waiters.push(check)
      check()
    })
  return { seen, until, metrics, close: () => consumer.close() }
}

function publisher(prefix: string) {
  const metrics = createMetrics('test')
  const created = createUsagePublisher({ nats, prefix, log, metrics, bufferMax: 100_000, observationsPerSecond: 1000 })
  cleanups.push(() => created.close())
  return created
}

/** Asks until it is so. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) assert.fail('it did not come to that')
    await new Promise(resolve => setImmediate(resolve))
  }
}

const bytesOf = async (stream: string) => (await manager.streams.info(stream)).state.bytes
const isGone = (stream: string) =>
  manager.streams.info(stream).then(
    () => false,
    () => true,
  )

test('a stream keeps nothing that was stored', async () => {
  const prefix = newPrefix()
  const stream = usageNames(prefix).streamOf('recorded')
  const sender = publisher(prefix)
  const receiver = consume(prefix)
  for (let count = 0; count < 3000; count += 1) sender.record(record(randomUUID()))
  await receiver.until(3000)
  await eventually(async () => (await bytesOf(stream)) === 0)
})

test('observations that nobody stores displace each other, and never a record', async () => {
  const prefix = newPrefix()
  const names = usageNames(prefix)
  const observationBytesMax = 64 * 1024
  await consume(prefix, { observationBytesMax }).close()
  const sender = publisher(prefix)
  sender.record(record('the-record'))
  await sender.flush(5000)
  for (let count = 0; count < 400; count += 1) sender.observe(observation(`buyer-${count}`, 'x'.repeat(1000)))
  await sender.flush(5000)
  sender.observe(observation('the-latest'))
  await sender.flush(5000)
  assert.ok((await bytesOf(names.streamOf('observed'))) <= observationBytesMax)
  const receiver = consume(prefix, { observationBytesMax })
  await eventually(async () => receiver.seen.has('the-record') && receiver.seen.has('the-latest'))
})

test('settings are applied to streams that are there', async () => {
  const prefix = newPrefix()
  const stream = usageNames(prefix).streamOf('recorded')
  const sender = publisher(prefix)
  sender.record(record('kept'))
  await sender.flush(5000)
  const receiver = consume(prefix, { bytesMax: 3 * 1024 * 1024, observationBytesMax: 2 * 1024 * 1024 })
  await receiver.until(1)
  assert.equal((await manager.streams.info(stream)).config.max_bytes, 3 * 1024 * 1024)
  assert.equal((await manager.streams.info(usageNames(prefix).streamOf('observed'))).config.max_bytes, 2 * 1024 * 1024)
})

test('a setting that the server will not apply holds up nothing', async () => {
  const prefix = newPrefix()
  const sender = publisher(prefix)
  sender.record(record('first'))
  await sender.flush(5000)
  // One server cannot keep three copies.
  const receiver = consume(prefix, { replicas: 3 })
  await receiver.until(1)
  assert.ok(receiver.seen.has('first'))
})

/** As earlier releases made it. */
async function addFormerStream(prefix: string): Promise<string> {
  const { formerStream } = usageNames(prefix)
  await manager.streams.add({
    name: formerStream,
    subjects: [`${prefix}usage.v1.>`],
    retention: RetentionPolicy.Limits,
  })
  return formerStream
}

test('what the stream of an earlier release holds is stored, and then that stream is gone', async () => {
  const prefix = newPrefix()
  const former = await addFormerStream(prefix)
  const sender = publisher(prefix)
  for (let count = 0; count < 500; count += 1) sender.record(record(`before-${count}`))
  await sender.flush(5000)
  assert.equal((await manager.streams.info(former)).state.messages > 0, true)
  const [first, second] = [consume(prefix), consume(prefix)]
  // Edges of before go on as they did, on the same subjects.
  for (let count = 0; count < 500; count += 1) sender.record(record(`after-${count}`))
  await eventually(async () => new Set([...first.seen, ...second.seen]).size === 1000)
  await eventually(() => isGone(former))
  sender.record(record('at last'))
  await eventually(async () => first.seen.has('at last') || second.seen.has('at last'))
})

test('a former stream that an old edge makes again, after a server lost its data, is drained again', async () => {
  const prefix = newPrefix()
  const names = usageNames(prefix)
  const receiver = consume(prefix)
  const sender = publisher(prefix)
  sender.record(record('first'))
  await receiver.until(1)
  await manager.streams.delete(names.streamOf('recorded'))
  await manager.streams.delete(names.streamOf('observed'))
  // Whoever comes first: here it is the old edge, unless the consumer has made the new streams again already.
  const former = await addFormerStream(prefix).catch(() => undefined)
  sender.record(record('second'))
  await receiver.until(2)
  if (former !== undefined) await eventually(() => isGone(former))
})

test('lag, age and bytes of what nobody has stored are told, kind by kind', async () => {
  const prefix = newPrefix()
  const receiver = consume(prefix)
  await eventually(async () =>
    /mtg_usage_lag_messages\{kind="recorded",service="test"\} 0\n/.test(await receiver.metrics.text()),
  )
  await receiver.close()
  const sender = publisher(prefix)
  sender.record(record('waits'))
  await sender.flush(5000)
  await eventually(async () =>
    /mtg_usage_lag_messages\{kind="recorded",service="test"\} 1\n/.test(await receiver.metrics.text()),
  )
  const text = await receiver.metrics.text()
  assert.match(text, /mtg_usage_stream_bytes\{kind="recorded",service="test"\} [1-9]/)
  assert.match(text, /mtg_usage_stream_max_bytes\{kind="recorded",service="test"\} 1073741824/)
  assert.match(text, /mtg_usage_lag_seconds\{kind="recorded",service="test"\} \d/)
})

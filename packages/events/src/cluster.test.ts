import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type NatsCluster, startNatsCluster } from '@mtg/embedded'
import { createLogger, createMetrics } from '@mtg/observability'
import {
  connectNats,
  createUsageConsumer,
  createUsagePublisher,
  ensureUsageStreams,
  type NatsLink,
  publishInvalidation,
  subscribeInvalidations,
  type UsageRecorded,
} from './index.ts'

const STREAM = { bytesMax: 64 * 1024 * 1024, replicas: 3 }
const PREFIX = 'three_'

const log = createLogger({ service: 'events-test', level: 'silent' })
const home = mkdtempSync(join(tmpdir(), 'mtg-nats-cluster-'))
const cleanups: (() => unknown)[] = []
let cluster: NatsCluster

before(async () => {
  cluster = await startNatsCluster({ dir: home, servers: 3 })
})
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  await cluster?.stop()
  rmSync(home, { recursive: true, force: true })
})

function link(url = cluster.url): NatsLink {
  const nats = connectNats({ url, name: 'test', log })
  cleanups.push(() => nats.close())
  return nats
}

/** Only the id matters here. */
const event = (callId: string) => ({ callId, operation: '', name: '' }) as UsageRecorded

test('the stream is made with as many replicas as asked for', async () => {
  const connection = await link().connection()
  await ensureUsageStreams(connection, 'asked_', STREAM)
  const { config } = await (await connection.jetstreamManager()).streams.info('asked_USAGE_RECORDS')
  assert.deepEqual([config.num_replicas, config.max_bytes], [STREAM.replicas, STREAM.bytesMax])
})

test('each server of three goes away, killed or in order, and comes back: every event arrives, and none waits for it to come back', async () => {
  const metrics = createMetrics('test')
  const publisher = createUsagePublisher({
    nats: link(),
    prefix: PREFIX,
    log,
    metrics,
    bufferMax: 10_000,
    stream: STREAM,
  })
  cleanups.push(() => publisher.close())
  const missing = new Set<string>()
  let whenAllArrived = () => {}
  const consumer = createUsageConsumer({
    nats: link(),
    prefix: PREFIX,
    log,
    metrics: createMetrics('test'),
    stream: STREAM,
    handle: async messages => {
      for (const { events } of messages) for (const { callId } of events as UsageRecorded[]) missing.delete(callId)
      if (missing.size === 0) whenAllArrived()
    },
    onPoison: async () => assert.fail('nothing here is poison'),
  })
  cleanups.push(() => consumer.close())
  const sendAndWait = () =>
    new Promise<void>(resolve => {
      whenAllArrived = resolve
      for (const callId of Array.from({ length: 300 }, () => randomUUID())) {
        missing.add(callId)
        publisher.record(event(callId))
      }
    })
  await sendAndWait()
  for (const [index, member] of cluster.members.entries()) {
    // Whoever is killed cannot hand its leadership over: the others elect another leader after 4 to 9 s of silence.
    await (index === 0 ? member.kill() : member.stop())
    await sendAndWait()
    await member.start()
    await cluster.settled()
  }
})

test('an invalidation reaches listeners at other servers of the cluster', async () => {
  const [first, , third] = cluster.members
  const heard = new Promise<string>(resolve => {
    const subscription = subscribeInvalidations(
      link(third?.url),
      'push_',
      ({ id }) => resolve(id),
      () => void whenListening(),
    )
    cleanups.push(() => subscription.close())
  })
  const sender = link(first?.url)
  // Interest spreads between servers in its own time; said again, it is heard in the end.
  let repeat: NodeJS.Timeout | undefined
  async function whenListening(): Promise<void> {
    await sender.connection()
    repeat = setInterval(() => publishInvalidation(sender, 'push_', { kind: 'key', id: 'k1' }), 20)
  }
  assert.equal(await heard, 'k1')
  clearInterval(repeat)
})

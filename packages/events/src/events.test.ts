import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startNats } from '@mtg/embedded'
import { appError } from '@mtg/errors'
import { createLogger, createMetrics } from '@mtg/runtime'
import {
  connectNats,
  createUsageConsumer,
  createUsagePublisher,
  type NatsLink,
  type PoisonMessage,
  publishInvalidation,
  subscribeInvalidations,
  type UsageMessage,
  type UsageRecorded,
  usageNames,
} from './index.ts'

const log = createLogger({ service: 'events-test', level: 'silent' })
const dir = mkdtempSync(join(tmpdir(), 'mtg-events-'))
let server: RunningServer
const cleanups: (() => unknown)[] = []

before(async () => {
  server = await startNats({ dir: join(dir, 'nats') })
})
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

function link(): NatsLink {
  const nats = connectNats({ url: server.url, name: 'test', log })
  cleanups.push(() => nats.close())
  return nats
}

function publisher(nats: NatsLink, prefix: string, bufferMax = 10_000) {
  const metrics = createMetrics('test')
  const created = createUsagePublisher({ nats, prefix, log, metrics, bufferMax })
  cleanups.push(() => created.close())
  return { ...created, metrics }
}

function collect(nats: NatsLink, prefix: string, handle?: (messages: readonly UsageMessage[]) => Promise<void>) {
  const seen = new Map<string, number>()
  const poison: PoisonMessage[] = []
  const waiters: { count: number; resolve: () => void }[] = []
  const wake = () => {
    for (const waiter of waiters) if (seen.size + poison.length >= waiter.count) waiter.resolve()
  }
  const consumer = createUsageConsumer({
    nats,
    prefix,
    log,
    metrics: createMetrics('test'),
    handle: async messages => {
      await handle?.(messages)
      for (const { events } of messages) {
        for (const event of events as UsageRecorded[]) seen.set(event.callId, (seen.get(event.callId) ?? 0) + 1)
      }
      wake()
    },
    onPoison: async message => {
      poison.push(message)
      wake()
    },
  })
  cleanups.push(() => consumer.close())
  const until = (count: number) =>
    new Promise<void>(resolve => {
      waiters.push({ count, resolve })
      wake()
    })
  return { seen, poison, until }
}

const newPrefix = () => `t${randomBytes(4).toString('hex')}.`

function event(): UsageRecorded {
  const id = randomUUID()
  const ids = { callId: id, buyerId: id, keyId: id, purchaseId: id, appId: id }
  const facts = {
    publisherUsername: 'acme',
    appName: 'search',
    adapter: 'mcp',
    operation: 'tools/call',
    name: 't',
    tier: 'paid',
  }
  return {
    ...ids,
    ...facts,
    occurredAt: new Date(0).toISOString(),
    chargedMicros: '1',
    totalTokens: '0',
    durationMs: 1,
  }
}

test('every event arrives, many to a message', async () => {
  const prefix = newPrefix()
  const sender = publisher(link(), prefix)
  const receiver = collect(link(), prefix)
  const events = Array.from({ length: 1000 }, event)
  for (const each of events) sender.record(each)
  await receiver.until(1000)
  assert.deepEqual(new Set(receiver.seen.keys()), new Set(events.map(each => each.callId)))
  const messages = (await (await receiverInfo(prefix)).streams.info(usageNames(prefix).stream)).state.messages
  assert.ok(messages <= 20, `1000 events took ${messages} messages`)
})

async function receiverInfo(_prefix: string) {
  return await (await link().connection()).jetstreamManager()
}

test('a single event does not wait for others', async () => {
  const prefix = newPrefix()
  const sender = publisher(link(), prefix)
  const receiver = collect(link(), prefix)
  sender.record(event())
  await receiver.until(1)
  sender.record(event())
  await receiver.until(2)
})

test('events recorded while NATS is dead arrive after its restart', async () => {
  const prefix = newPrefix()
  const nats = link()
  const sender = publisher(nats, prefix)
  const receiver = collect(link(), prefix)
  sender.record(event())
  await receiver.until(1)
  process.kill(server.pid, 'SIGKILL')
  await new Promise<void>(resolve => {
    if (!nats.isConnected()) return resolve()
    nats.onChange(connected => (connected ? undefined : resolve()))
  })
  for (let count = 0; count < 50; count += 1) sender.record(event())
  server = await startNats({ dir: join(dir, 'nats'), port: server.port })
  await receiver.until(51)
})

test('a wiped server loses nothing that is sent afterwards', async () => {
  const prefix = newPrefix()
  const nats = link()
  const sender = publisher(nats, prefix)
  const receiver = collect(link(), prefix)
  sender.record(event())
  await receiver.until(1)
  const manager = await (await nats.connection()).jetstreamManager()
  await manager.streams.delete(usageNames(prefix).stream)
  sender.record(event())
  await receiver.until(2)
})

test('a full buffer drops observations first, and counts what it drops', async () => {
  const nats = connectNats({ url: 'nats://127.0.0.1:1', name: 'nowhere', log })
  cleanups.push(() => nats.close())
  const sender = publisher(nats, newPrefix(), 2)
  const observation = { ...event(), startedAt: '', app: '', code: 'ok', status: 200, stages: [] }
  sender.observe(observation)
  sender.observe(observation)
  sender.observe(observation)
  sender.record(event())
  sender.record(event())
  sender.record(event())
  const text = await sender.metrics.text()
  assert.match(text, /mtg_usage_events_dropped_total\{kind="observed",service="test"\} 3/)
  assert.match(text, /mtg_usage_events_dropped_total\{kind="recorded",service="test"\} 1/)
  assert.match(text, /mtg_usage_events_buffered\{service="test"\} 2/)
})

test('what cannot be read goes to the side with its reason, and its neighbours go on', async () => {
  const prefix = newPrefix()
  const nats = link()
  const sender = publisher(nats, prefix)
  const receiver = collect(link(), prefix)
  sender.record(event())
  await receiver.until(1)
  const jetstream = (await nats.connection()).jetstream()
  await jetstream.publish(`${prefix}usage.v1.recorded`, 'not json')
  await jetstream.publish(`${prefix}usage.v1.recorded`, '{}')
  await jetstream.publish(`${prefix}usage.v1.strange`, '[]')
  sender.record(event())
  await receiver.until(5)
  assert.deepEqual(receiver.poison.map(message => message.reason).sort(), [
    'not JSON',
    'not an array of events',
    'unknown subject',
  ])
})

test('a message is acknowledged only after it is stored: a failure brings it back', async () => {
  const prefix = newPrefix()
  let failures = 1
  const sender = publisher(link(), prefix)
  const receiver = collect(link(), prefix, async () => {
    if (failures-- > 0) throw appError('database_error')
  })
  sender.record(event())
  await receiver.until(1)
  assert.equal([...receiver.seen.values()][0], 1)
})

test('an invalidation reaches every listener, and a connect tells that some may have been missed', async () => {
  const prefix = newPrefix()
  const nats = link()
  await nats.connection()
  const received = new Promise(resolve => {
    const listener = link()
    const subscription = subscribeInvalidations(listener, prefix, resolve, () => {
      // Published once the listener is there; the first ones may come before its subscription.
      const timer = setInterval(() => publishInvalidation(nats, prefix, { kind: 'key', id: 'k1' }), 20)
      cleanups.push(() => clearInterval(timer))
    })
    cleanups.push(() => subscription.close())
  })
  assert.deepEqual(await received, { kind: 'key', id: 'k1' })
})

test('without a server, starting and stopping are quick', async () => {
  const nats = connectNats({ url: 'nats://127.0.0.1:1', name: 'nowhere', log })
  assert.equal(nats.isConnected(), false)
  await assert.rejects(nats.check())
  publishInvalidation(nats, '', { kind: 'buyer', id: 'b' })
  await nats.close()
})

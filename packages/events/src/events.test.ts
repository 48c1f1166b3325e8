import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startNats } from '@mtg/embedded'
import { appError } from '@mtg/errors'
import { createLogger, createMetrics } from '@mtg/observability'
import {
  connectNats,
  createUsageConsumer,
  createUsagePublisher,
  type NatsLink,
  type PoisonMessage,
  publishInvalidation,
  subscribeInvalidations,
  type UsageMessage,
  type UsagePublisherOptions,
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

/** A link to a port where nobody listens. */
function linkToNowhere(): NatsLink {
  const nats = connectNats({ url: 'nats://127.0.0.1:1', name: 'nowhere', log })
  cleanups.push(() => nats.close())
  return nats
}

/** Kills the server; resolves when the link has noticed. */
async function killServer(nats: NatsLink): Promise<void> {
  const noticed = new Promise<void>(resolve => {
    nats.onChange(connected => (connected ? undefined : resolve()))
  })
  process.kill(server.pid, 'SIGKILL')
  await noticed
}

function publisher(nats: NatsLink, prefix: string, options: Partial<UsagePublisherOptions> = {}) {
  const metrics = createMetrics('test')
  const created = createUsagePublisher({ nats, prefix, log, metrics, bufferMax: 10_000, ...options })
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

/** Counts something that happens, and waits until it has happened so often. */
function countedEvents() {
  let count = 0
  const waiters: { count: number; resolve: () => void }[] = []
  const wake = () => {
    for (const waiter of waiters) if (count >= waiter.count) waiter.resolve()
  }
  return {
    count: () => count,
    happened: () => {
      count += 1
      wake()
    },
    until: (wanted: number) =>
      new Promise<void>(resolve => {
        waiters.push({ count: wanted, resolve })
        wake()
      }),
  }
}

const droppedOf = (kind: string, reason: string, count: number) =>
  new RegExp(`mtg_usage_events_dropped_total\\{kind="${kind}",reason="${reason}",service="test"\\} ${count}\\n`)

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
  const { state } = await (await streamManager()).streams.info(usageNames(prefix).streamOf('recorded'))
  assert.ok(state.last_seq <= 20, `1000 events took ${state.last_seq} messages`)
})

async function streamManager() {
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
  await killServer(nats)
  for (let count = 0; count < 50; count += 1) sender.record(event())
  server = await startNats({ dir: join(dir, 'nats'), port: server.port })
  await receiver.until(51)
})

test('events recorded while NATS is dead arrive at a server that has lost all its data', async () => {
  const prefix = newPrefix()
  const nats = link()
  const sender = publisher(nats, prefix)
  const receiver = collect(link(), prefix)
  sender.record(event())
  await receiver.until(1)
  await killServer(nats)
  for (let count = 0; count < 50; count += 1) sender.record(event())
  server = await startNats({ dir: join(dir, 'nats-wiped'), port: server.port })
  await receiver.until(51)
})

test('a connection that is closed for good is replaced, for sender, consumer and listener', async () => {
  const prefix = newPrefix()
  const sending = link()
  const receiving = link()
  const sender = publisher(sending, prefix)
  const receiver = collect(receiving, prefix)
  const gaps = countedEvents()
  const subscription = subscribeInvalidations(receiving, prefix, () => {}, gaps.happened)
  cleanups.push(() => subscription.close())
  sender.record(event())
  await Promise.all([receiver.until(1), gaps.until(1)])
  for (const nats of [sending, receiving]) await (await nats.connection()).close()
  sender.record(event())
  await Promise.all([receiver.until(2), gaps.until(2)])
})

test('a stream that is deleted is made again', async () => {
  const prefix = newPrefix()
  const nats = link()
  const sender = publisher(nats, prefix)
  const receiver = collect(link(), prefix)
  sender.record(event())
  await receiver.until(1)
  const manager = await (await nats.connection()).jetstreamManager()
  await manager.streams.delete(usageNames(prefix).streamOf('recorded'))
  sender.record(event())
  await receiver.until(2)
})

test('a full stream keeps what is there, and its sender keeps the rest until there is room', async () => {
  const prefix = newPrefix()
  const refusals = countedEvents()
  const warnings = createLogger({ service: 'test', level: 'warn', destination: { write: refusals.happened } })
  const sender = publisher(link(), prefix, { stream: { bytesMax: 64 * 1024 }, log: warnings })
  const fortyEvents = Array.from({ length: 40 }, () => ({ ...event(), stages: 's'.repeat(400) }))
  for (let count = 0; count < 2; count += 1) {
    for (const each of fortyEvents) sender.record(each)
    await Promise.race([sender.flush(10_000), refusals.until(1)])
  }
  await refusals.until(1)
  const { streams } = await streamManager()
  const { state, config } = await streams.info(usageNames(prefix).streamOf('recorded'))
  assert.equal(config.max_bytes, 64 * 1024)
  assert.equal(state.messages, 1)
  await streams.purge(usageNames(prefix).streamOf('recorded'))
  await sender.flush(10_000)
  assert.match(await sender.metrics.text(), /mtg_usage_events_published_total\{kind="recorded",service="test"\} 80/)
})

test('large events share no message that the server would refuse', async () => {
  const prefix = newPrefix()
  const sender = publisher(link(), prefix)
  const receiver = collect(link(), prefix)
  for (let count = 0; count < 150; count += 1) sender.record({ ...event(), stages: 's'.repeat(12_000) })
  await receiver.until(150)
})

test('a publisher with nothing to send closes at once, also while NATS is away', { timeout: 8000 }, async () => {
  await publisher(linkToNowhere(), newPrefix()).close()
})

test('what is recorded after the close is counted as lost', async () => {
  const sender = publisher(link(), newPrefix())
  await sender.close()
  sender.record(event())
  assert.match(await sender.metrics.text(), droppedOf('recorded', 'closed', 1))
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
  await jetstream.publish(`${prefix}usage.v1.observed`, '7')
  sender.record(event())
  await receiver.until(5)
  assert.deepEqual(receiver.poison.map(message => message.reason).sort(), [
    'not JSON',
    'not an array of events',
    'not an array of events',
  ])
})

test('a message that fails is handled apart from its neighbours', async () => {
  const prefix = newPrefix()
  const sender = publisher(link(), prefix)
  const isBad = (events: readonly unknown[]) => (events as UsageRecorded[]).some(each => each.name === 'bad')
  sender.record({ ...event(), name: 'bad' })
  await sender.flush(5000)
  for (let count = 0; count < 3; count += 1) {
    sender.record(event())
    await sender.flush(5000)
  }
  // Starts only now, so that one batch holds all four messages.
  const receiver = collect(link(), prefix, async messages => {
    if (messages.some(message => isBad(message.events))) throw new Error('cannot be stored')
  })
  await receiver.until(3)
  assert.deepEqual(new Set(receiver.seen.values()), new Set([1]))
})

test('a consumer that is closed while it starts stops', { timeout: 20_000 }, async () => {
  const nats = link()
  await nats.connection()
  const ignore = async () => {}
  const options = { nats, prefix: newPrefix(), log, metrics: createMetrics('test'), handle: ignore, onPoison: ignore }
  await createUsageConsumer(options).close()
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

test('nothing that is published after a gap was announced is missed', async () => {
  const prefix = newPrefix()
  const nats = link()
  await nats.connection()
  const received = new Promise(resolve => {
    const announceAfterGap = () => publishInvalidation(nats, prefix, { kind: 'key', id: 'k1' })
    const subscription = subscribeInvalidations(link(), prefix, resolve, announceAfterGap)
    cleanups.push(() => subscription.close())
  })
  assert.deepEqual(await received, { kind: 'key', id: 'k1' })
})

test('what cannot be understood counts as a gap', async () => {
  const prefix = newPrefix()
  const nats = link()
  const gaps = countedEvents()
  const subscription = subscribeInvalidations(nats, prefix, () => {}, gaps.happened)
  cleanups.push(() => subscription.close())
  await gaps.until(1)
  nats.current()?.publish(`${prefix}invalidation.v1`, '{"kind":"weather"}')
  nats.current()?.publish(`${prefix}invalidation.v1`, 'not json')
  await gaps.until(3)
})

test('a listener that was closed hears nothing more, and survives the end of its link', async () => {
  const prefix = newPrefix()
  const nats = link()
  const heard = countedEvents()
  const gaps = countedEvents()
  const subscription = subscribeInvalidations(nats, prefix, heard.happened, gaps.happened)
  await gaps.until(1)
  publishInvalidation(nats, prefix, { kind: 'key', id: 'k1' })
  await heard.until(1)
  subscription.close()
  publishInvalidation(nats, prefix, { kind: 'key', id: 'k2' })
  await nats.current()?.flush()
  await nats.close()
  assert.equal(heard.count(), 1)
  assert.equal(gaps.count(), 1)
})

test('without a server, starting and stopping are quick', async () => {
  const nats = linkToNowhere()
  assert.equal(nats.isConnected(), false)
  await assert.rejects(nats.check())
  publishInvalidation(nats, '', { kind: 'buyer', id: 'b' })
  await nats.close()
})

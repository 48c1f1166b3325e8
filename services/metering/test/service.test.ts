import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { AppError } from '@mtg/errors'
import { connectNats, createUsagePublisher, type NatsLink, usageNames } from '@mtg/events'
import { createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createClient, createHealthClient, toTimestamp } from '@mtg/rpc'
import { createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, natsUrl } from '@mtg/testing'
import { type Metering, meteringSettings, startMetering } from '../src/index.ts'
import { type CuttableLine, openLine } from './cuttable-line.ts'
import { log, observationEvent, usageEvent } from './harness.ts'

const prefix = `test_${randomUUID().slice(0, 8)}.`
const limits = { timeoutMs: 20_000 }

const database = await createServiceDatabase({ service: 'metering' })
const busUrl = await natsUrl()
let toDatabase: CuttableLine
let toNats: CuttableLine
let nats: NatsLink
let metering: Metering
let usage: ReturnType<typeof openUsage>

const openUsage = (address: string) => createClient(services.metering.UsageService, { address })

const lineTo = (url: string) => openLine(new URL(url).hostname, Number(new URL(url).port))

function through(line: CuttableLine, url: string): string {
  const result = new URL(url)
  result.host = `127.0.0.1:${line.port}`
  return result.href
}

async function start(): Promise<Metering> {
  const config = loadConfig(meteringSettings, {
    GRPC_LISTEN: '127.0.0.1:0',
    GRPC_CALLERS: 'anyone',
    DATABASE_URL: through(toDatabase, database.url),
    NATS_URL: through(toNats, busUrl),
    NATS_PREFIX: prefix,
  })
  const metrics = createMetrics('metering')
  const ops = createOps({ log, clock: systemClock, metrics })
  const running = await startMetering({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  ops.setStarted()
  return running
}

before(async () => {
  toDatabase = await lineTo(database.url)
  toNats = await lineTo(busUrl)
  nats = connectNats({ url: busUrl, name: 'test', log })
  await nats.connection()
  metering = await start()
  usage = openUsage(metering.address)
})
after(async () => {
  usage.close()
  await metering.close()
  await toDatabase.close()
  await toNats.close()
  const manager = await (await nats.connection()).jetstreamManager()
  for (const kind of ['recorded', 'observed'] as const) await manager.streams.delete(usageNames(prefix).streamOf(kind))
  await nats.close()
  await database.drop()
})

const publisher = () => createUsagePublisher({ nats, prefix, log, metrics: createMetrics('test'), bufferMax: 10_000 })

const ANSWER_TIMEOUT_MS = 60_000

/** Asks until the answer is the one that must come. */
async function eventually<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  const giveUpAt = performance.now() + ANSWER_TIMEOUT_MS
  for (;;) {
    const answer = await ask()
    if (isIt(answer)) return answer
    if (performance.now() > giveUpAt) assert.fail(`the last answer was ${JSON.stringify(answer)}`)
    await new Promise(resolve => setImmediate(resolve))
  }
}

const isCode = (code: string) => (thrown: unknown) => thrown instanceof AppError && thrown.code === code

const isReady = () => isServing('')

async function isServing(check: string): Promise<boolean> {
  const health = createHealthClient({ address: metering.address })
  const serving = await health.isServing(check, limits.timeoutMs)
  health.close()
  return serving
}

const untilRecorded = (callIds: string[]) =>
  eventually(
    () => usage.FindMissingUsage({ callIds }, limits).catch(() => undefined),
    answer => answer?.callIds.length === 0,
  )

const bound = { timeout: 120_000 }

test('what the edge publishes can be asked for over gRPC', bound, async () => {
  const edge = publisher()
  const [event, seen] = [usageEvent(), observationEvent()]
  edge.record(event)
  edge.observe({ ...seen, callId: event.callId })
  await edge.close()
  const known = await eventually(
    () => usage.GetCall({ callId: event.callId }, limits).catch(() => undefined),
    answer => answer !== undefined && answer.record !== null && answer.observation !== null,
  )
  assert.equal(known?.record?.buyerId, event.buyerId)
  assert.equal(known?.observation?.code, 'ok')
})

test('events published while metering is away are recorded when it is back, once each', bound, async () => {
  await metering.close()
  usage.close()
  const buyerId = randomUUID()
  const events = Array.from({ length: 450 }, () => usageEvent({ buyerId }))
  const [edge, again] = [publisher(), publisher()]
  for (const event of events) edge.record(event)
  for (const event of events.slice(100, 200)) again.record(event)
  await Promise.all([edge.close(), again.close()])
  metering = await start()
  usage = openUsage(metering.address)
  await untilRecorded(events.map(event => event.callId))
  const { totals } = await usage.SummarizeUsage({ buyerId }, limits)
  assert.equal(totals[0]?.callCount, '450')
})

test('a message that is not JSON becomes a dead letter and holds up no other', bound, async () => {
  const letters = createClient(services.metering.DeadLetterService, { address: metering.address })
  const jetstream = (await nats.connection()).jetstream()
  await jetstream.publish(`${prefix}usage.v1.recorded`, 'no json')
  const edge = publisher()
  const event = usageEvent()
  edge.record(event)
  await edge.close()
  await untilRecorded([event.callId])
  const { deadLetters } = await eventually(
    () => letters.ListDeadLetters({}, limits),
    answer => answer.deadLetters.length > 0,
  )
  letters.close()
  assert.deepEqual(
    deadLetters.map(({ subject, payload, reason, detail }) => ({ subject, payload, reason, detail })),
    [{ subject: 'usage.v1.recorded', payload: 'no json', reason: 'invalid_record', detail: 'not JSON' }],
  )
})

test('what comes while the database is away is recorded when it is back, and is no dead letter', bound, async () => {
  const letters = createClient(services.metering.DeadLetterService, { address: metering.address })
  const before = await letters.ListDeadLetters({}, limits)
  const events = Array.from({ length: 20 }, () => usageEvent())
  toDatabase.cut()
  const edge = publisher()
  for (const event of events) edge.record(event)
  await edge.close()
  await assert.rejects(usage.GetCall({ callId: randomUUID() }, limits), isCode('database_error'))
  await eventually(
    () => isServing('database'),
    serving => !serving,
  )
  assert.equal(await isReady(), true, 'questions are answered with what is the matter')
  toDatabase.mend()
  await untilRecorded(events.map(event => event.callId))
  assert.deepEqual(await letters.ListDeadLetters({}, limits), before)
  letters.close()
})

test('queries and RecordUsage go on while the bus is away, and events flow again afterwards', bound, async () => {
  toNats.cut()
  const { occurredAt, ...record } = usageEvent()
  await usage.RecordUsage({ record: { ...record, occurredAt: toTimestamp(new Date(occurredAt)) } }, limits)
  assert.equal((await usage.GetCall({ callId: record.callId }, limits)).record?.callId, record.callId)
  toNats.mend()
  const edge = publisher()
  const event = usageEvent()
  edge.record(event)
  await edge.close()
  await untilRecorded([event.callId])
})

test('the service starts without database and bus, and begins its work when they come', bound, async () => {
  await metering.close()
  usage.close()
  toDatabase.cut()
  toNats.cut()
  metering = await start()
  usage = openUsage(metering.address)
  assert.equal(await isReady(), false)
  const edge = publisher()
  const event = usageEvent()
  edge.record(event)
  await edge.close()
  toDatabase.mend()
  toNats.mend()
  await eventually(isReady, ready => ready)
  await untilRecorded([event.callId])
})

test('health names the database and the bus', bound, async () => {
  const health = createHealthClient({ address: metering.address })
  await eventually(
    async () => Promise.all(['', 'database', 'nats'].map(name => health.isServing(name, limits.timeoutMs))),
    answers => answers.every(isServing => isServing),
  )
  health.close()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type metering, services } from '@mtg/contracts'
import { createBatchClient, createClient, type GrpcServer, serveGrpc, toTimestamp } from '@mtg/rpc'
import { fuzz, fuzzGrpc, hostileInteger, hostilePageToken, hostileText } from '@mtg/testing'
import * as fc from 'fast-check'
import { deadLetterService } from '../src/rpc/dead-letter-service.ts'
import { usageService } from '../src/rpc/usage-service.ts'
import { log, openStore, usageEvent } from './harness.ts'

const store = await openStore()
const LIMITS = { timeoutMs: 10_000 }
let server: GrpcServer

before(async () => {
  server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log,
    domain: 'gateway.metering',
    health: { ready: async () => ({ ready: true, checks: [] }) },
    implementations: [usageService({ ...store, reader: store.db }), deadLetterService(store)],
  })
})
after(async () => {
  await server.close()
  await store.close()
})

const anything = fc.oneof(hostileText, hostileInteger.map(String), fc.anything({ maxDepth: 2, withBigInt: false }))

/** An event of which some fields are whatever somebody made them. */
const hostileEvent = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...Object.keys(usageEvent())), anything, { minKeys: 1, maxKeys: 4 }),
    fc.boolean(),
  )
  .map(([fields, hasStages]) =>
    usageEvent(hasStages ? { ...fields, stages: 'authenticate 40', code: 'ok', status: 200 } : fields),
  )

/** As they come from the bus: through JSON. */
const travelled = (events: readonly unknown[]): unknown[] => JSON.parse(JSON.stringify(events)) as unknown[]

const countOf = async (callIds: readonly string[]) => {
  const [row] = await store.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM usage_records WHERE call_id = ANY ($1::uuid[])',
    [callIds],
  )
  return row?.count
}

test('whatever events share a message, every honest record is stored, and no hostile one holds it up', async context => {
  const batches = fc.array(fc.oneof(hostileEvent, anything), { minLength: 1, maxLength: 40 })
  await fuzz(
    context,
    40,
    fc.asyncProperty(batches, async hostile => {
      const honest = Array.from({ length: 10 }, () => usageEvent())
      const mixed = [...honest.slice(0, 5), ...travelled(hostile), ...honest.slice(5)]
      await store.ingest.handle({ recorded: mixed, observed: [...travelled(hostile)] })
      assert.equal(await countOf(honest.map(({ callId }) => callId)), 10)
    }),
  )
})

function wireRecord(overrides: Record<string, unknown> = {}): metering.UsageRecord {
  const { occurredAt, ...event } = usageEvent(overrides)
  return { ...event, occurredAt: toTimestamp(new Date(occurredAt)) }
}

const hostileRecord = fc
  .record(
    {
      buyerId: hostileText,
      keyId: hostileText,
      publisherUsername: hostileText,
      appName: hostileText,
      adapter: hostileText,
      operation: hostileText,
      name: hostileText,
      tier: hostileText,
      chargedMicros: hostileInteger.map(String),
      totalTokens: hostileInteger.map(String),
      durationMs: fc.integer(),
      occurredAt: fc.record({ seconds: hostileInteger.map(String), nanos: fc.integer() }),
    },
    { requiredKeys: [] },
  )
  .map(fields => ({ ...wireRecord(), ...fields }))

/** Refused by the service, or too large to be sent at all. */
function refusalOf(answer: Promise<metering.RecordUsageResult__Output>): Promise<string> {
  return answer.then(
    ({ refusal }) => refusal?.code ?? 'recorded',
    (thrown: { code: string }) => thrown.code,
  )
}

test('whatever records share their batches, every honest one is stored, and each hostile one is refused alone', async context => {
  const stream = createBatchClient({
    service: services.metering.UsageService,
    method: 'RecordUsageStream',
    address: server.address,
    toMessage: (records: metering.UsageRecord[]) => ({ records }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: (result: metering.RecordUsageResult__Output) => result.callId,
  })
  await fuzz(
    context,
    20,
    fc.asyncProperty(fc.array(hostileRecord, { minLength: 1, maxLength: 60 }), async hostile => {
      const attacks = hostile.map(record => refusalOf(stream.send(record, LIMITS)))
      const honest = Array.from({ length: 20 }, () => stream.send(wireRecord(), LIMITS))
      for (const { recorded } of await Promise.all(honest)) assert.deepEqual(recorded, { duplicate: false })
      for (const code of await Promise.all(attacks))
        assert.ok(!['internal_error', 'database_error'].includes(code), code)
    }),
  )
  stream.close()
})

test('a made-up page token is refused, never a failure of ours', async context => {
  const usage = createClient(services.metering.UsageService, { address: server.address })
  const letters = createClient(services.metering.DeadLetterService, { address: server.address })
  const { buyerId } = usageEvent()
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (thrown: { code: string }) => thrown.code,
    )
  await fuzz(
    context,
    150,
    fc.asyncProperty(hostilePageToken, async pageToken => {
      const codes = [
        await codeOf(usage.ListUsage({ buyerId, pageToken }, LIMITS)),
        await codeOf(letters.ListDeadLetters({ pageToken }, LIMITS)),
      ]
      for (const code of codes) assert.ok(['ok', 'invalid_argument'].includes(code), `${code} for ${pageToken}`)
    }),
  )
  usage.close()
  letters.close()
})

test('no message to metering, however made, is answered with a failure of ours', async context => {
  await fuzzGrpc(context, { address: server.address, services: Object.values(services.metering) })
  const event = usageEvent()
  await store.ingest.handle({ recorded: [event], observed: [] })
  assert.equal(await countOf([event.callId]), 1)
})

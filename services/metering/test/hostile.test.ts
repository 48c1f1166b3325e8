import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type metering, services } from '@mtg/contracts'
import { fuzz } from '@mtg/testing/fuzz'
import { fuzzGrpc } from '@mtg/testing/fuzz-grpc'
import { hostileInteger, hostilePageToken, hostileText } from '@mtg/testing/hostile-values'
import * as fc from 'fast-check'
import { LIMITS, openStore, serveStore, usageEvent, wireRecord } from './harness.ts'

const store = await openStore()
const served = await serveStore(store)
after(async () => {
  await served.close()
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
  await fuzz(
    context,
    20,
    fc.asyncProperty(fc.array(hostileRecord, { minLength: 1, maxLength: 60 }), async hostile => {
      const attacks = hostile.map(record => refusalOf(served.recordOnStream(record)))
      const honest = Array.from({ length: 20 }, () => served.recordOnStream(wireRecord()))
      for (const { recorded } of await Promise.all(honest)) assert.deepEqual(recorded, { duplicate: false })
      for (const code of await Promise.all(attacks)) {
        assert.ok(!['internal_error', 'database_error'].includes(code), code)
      }
    }),
  )
})

test('a made-up page token is refused, never a failure of ours', async context => {
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
        await codeOf(served.usage.ListUsage({ buyerId, pageToken }, LIMITS)),
        await codeOf(served.deadLetters.ListDeadLetters({ pageToken }, LIMITS)),
      ]
      for (const code of codes) assert.ok(['ok', 'invalid_argument'].includes(code), `${code} for ${pageToken}`)
    }),
  )
})

test('no message to metering, however made, is answered with a failure of ours', async context => {
  await fuzzGrpc(context, { address: served.address, services: Object.values(services.metering) })
  const event = usageEvent()
  await store.ingest.handle({ recorded: [event], observed: [] })
  assert.equal(await countOf([event.callId]), 1)
})

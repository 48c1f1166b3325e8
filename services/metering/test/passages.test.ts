import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import type { CallId } from '@mtg/primitives'
import { toWireCall } from '../src/rpc/wire.ts'
import { findCall as findKnown } from '../src/use-cases/find-call.ts'
import { createIngest } from '../src/use-cases/record/ingest.ts'
import { retractUsage } from '../src/use-cases/retract-usage.ts'
import { chargedEvent, log, observationEvent, openStore, usageEvent } from './harness.ts'

const store = await openStore()
after(() => store.close())

const findCall = async (callId: CallId) => toWireCall(await findKnown(store.db, callId))
const ingest = (recorded: readonly unknown[], observed: readonly unknown[] = []) =>
  store.ingest.handle({ recorded, observed })

const stages = [
  { name: 'authenticate', durationUs: '40', note: '' },
  { name: 'deliver', durationUs: '900', note: 'buyer_left' },
]

const observationsOf = (callId: string) =>
  store.query('SELECT code FROM call_observations WHERE call_id = $1', [callId])

const passagesWith = (callId: string) =>
  store.query('SELECT call_id FROM call_passages WHERE calls LIKE $1', [`%${callId}%`])

test('one event of a charged call gives its record and how it went', async () => {
  const event = chargedEvent({ status: 201, durationMs: 1500 })
  await ingest([event])
  const { record, observation } = await findCall(event.callId)
  assert.equal(record?.chargedMicros, '2000')
  assert.deepEqual(observation, {
    callId: event.callId,
    startedAt: { ...observation?.startedAt },
    buyerId: event.buyerId,
    keyId: event.keyId,
    app: 'acme/search',
    adapter: 'mcp',
    operation: 'tools/call',
    name: 'deep_search',
    code: 'ok',
    status: 201,
    chargedMicros: '2000',
    stages,
  })
  const { seconds, nanos } = observation?.startedAt ?? {}
  assert.equal(Number(seconds) * 1000 + Number(nanos) / 1e6, Date.parse(event.occurredAt) - 1500)
})

test('how many calls went takes one row, in which each is found', async () => {
  const events = Array.from({ length: 50 }, (_, index) => chargedEvent({ status: 200 + index }))
  await ingest(events)
  assert.equal((await passagesWith(events[0]?.callId ?? '')).length, 1)
  for (const { callId, status } of events) assert.equal((await findCall(callId)).observation?.status, status)
  const rows = await store.query('SELECT 1 FROM call_passages WHERE call_id = ANY ($1)', [events.map(e => e.callId)])
  assert.equal(rows.length, 1)
})

test("an older edge's two events give one record and one observation, in either order", async () => {
  for (const isRecordFirst of [true, false]) {
    const event = usageEvent()
    const seen = observationEvent({ callId: event.callId })
    await ingest(isRecordFirst ? [event] : [], isRecordFirst ? [] : [seen])
    await ingest([event], [seen])
    const { record, observation } = await findCall(event.callId)
    assert.equal(record?.callId, event.callId)
    assert.deepEqual(observation?.stages, [stages[0]])
    assert.equal((await observationsOf(event.callId)).length, 1)
    assert.equal((await passagesWith(event.callId)).length, 0)
  }
})

test('a record with stages that cannot be read is stored all the same, and the loss is counted', async () => {
  const metrics = createMetrics('metering')
  const counting = createIngest({ ...store, log, metrics })
  const unreadable = [
    { stages: 'no stages' },
    { stages: [] },
    { stages: 'a 1;'.repeat(9000) },
    { status: '200' },
    { code: 'o\0k' },
  ]
  const events = unreadable.map(chargedEvent)
  const good = chargedEvent()
  await counting.handle({ recorded: [...events, good], observed: [] })
  for (const { callId } of events) {
    const { record, observation } = await findCall(callId)
    assert.deepEqual([record?.callId, observation], [callId, null])
  }
  assert.deepEqual((await findCall(good.callId)).observation?.stages, stages)
  assert.match(await metrics.text(), new RegExp(`mtg_call_observations_lost_total\\{[^}]*\\} ${events.length}\n`))
})

test('stages with odd characters neither fail their record nor come out changed', async () => {
  const odd = 'a"\\\ud800\u0000,{}'
  const event = chargedEvent({ stages: `parse 4 ${odd}` })
  await ingest([event])
  assert.equal((await findCall(event.callId)).observation?.stages?.[0]?.note, odd)
})

test('a record that is refused keeps how its call went', async () => {
  const untimely = chargedEvent({ occurredAt: new Date(Date.now() + 3_600_000).toISOString() })
  const invalid = chargedEvent({ tier: 'gold' })
  await ingest([untimely, invalid])
  for (const { callId } of [untimely, invalid]) {
    const { record, observation } = await findCall(callId)
    assert.deepEqual([record, observation?.stages], [null, stages])
  }
})

test('a record that the reconciler was first to store gets how its call went from the late event', async () => {
  const late = chargedEvent()
  const { code: _code, status: _status, stages: _stages, ...rebuilt } = late
  await ingest([{ ...rebuilt, keyId: '' }])
  await ingest([late])
  const { record, observation } = await findCall(late.callId)
  assert.deepEqual([record?.keyId, observation?.stages], ['', stages])
})

test('an event that comes again, also within one message, is kept once', async () => {
  const event = chargedEvent()
  await ingest([event, event])
  await ingest([event, event])
  assert.equal((await passagesWith(event.callId)).length, 1)
  assert.equal((await observationsOf(event.callId)).length, 0)
})

test('a call whose charge was given back still shows how it went', async () => {
  const event = chargedEvent()
  await ingest([event, chargedEvent()])
  assert.equal(await retractUsage(store.db, [event.callId], { areUnknown: false }), 1)
  const { record, observation } = await findCall(event.callId)
  assert.deepEqual([record, observation?.chargedMicros, observation?.stages], [null, '2000', stages])
})

test("the service's role cannot change or remove how calls went", async () => {
  for (const text of ['DELETE FROM call_passages', "UPDATE call_passages SET calls = '[]'"]) {
    await assert.rejects(store.db.query({ name: text, text }), /permission denied/, text)
  }
})

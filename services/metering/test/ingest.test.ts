import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { parseUsageRecord } from '../src/domain/usage-record.ts'
import { observationEvent, openStore, usageEvent } from './harness.ts'

const store = await openStore()
after(() => store.close())

const observedNothing = { observed: [] }

const SUMS = ['usage_hours', 'usage_days', 'usage_tools', 'usage_keys'] as const

const sumsOf = (table: (typeof SUMS)[number], buyerId: string) =>
  store.query(`SELECT call_count, charged_micros, total_tokens FROM ${table} WHERE buyer_id = $1`, [buyerId])

const deadLettersOf = (callId: string) =>
  store.query<{ reason: string; delivery_count: number }>(
    'SELECT reason, delivery_count FROM dead_letters WHERE payload LIKE $1',
    [`%${callId}%`],
  )

test('a call that is delivered many times, also inside one batch, is recorded and summed once', async () => {
  const event = usageEvent({ chargedMicros: '2000', totalTokens: '7' })
  await store.ingest.handle({ recorded: [event, event], ...observedNothing })
  await Promise.all([1, 2, 3, 4].map(() => store.ingest.handle({ recorded: [event], ...observedNothing })))
  const rows = await store.query('SELECT call_id FROM usage_records WHERE call_id = $1', [event.callId])
  assert.equal(rows.length, 1)
  const once = [{ call_count: '1', charged_micros: '2000', total_tokens: '7' }]
  for (const table of SUMS) assert.deepEqual(await sumsOf(table, event.buyerId), once, table)
})

test('the second of two records of one call is answered as a duplicate and changes nothing', async () => {
  const record = parseUsageRecord(usageEvent())
  const twice = [record, { ...record, chargedMicros: 9n }]
  assert.deepEqual(await store.recorder.record(twice), ['recorded', 'duplicate'])
  assert.deepEqual(await store.recorder.record(twice), ['duplicate', 'duplicate'])
  const [row] = await store.query<{ charged_micros: string }>(
    'SELECT charged_micros FROM usage_records WHERE call_id = $1',
    [record.callId],
  )
  assert.equal(row?.charged_micros, '2000')
})

test('batches that share calls and apps in opposite orders all get stored', async () => {
  const buyerId = randomUUID()
  const events = Array.from({ length: 60 }, (_, index) => usageEvent({ buyerId, appName: `app${index % 7}` }))
  const reversed = events.toReversed()
  await Promise.all(
    [events, reversed, events, reversed].map(recorded => store.ingest.handle({ recorded, ...observedNothing })),
  )
  const [row] = await store.query('SELECT sum(call_count)::int AS calls FROM usage_days WHERE buyer_id = $1', [buyerId])
  assert.deepEqual(row, { calls: 60 })
})

test('names are stored as they were sent, whatever characters they have', async () => {
  const names = ['', 'NULL', '"', '\\', '{a,b}', ' a ', "'; --", '\\"\n\t', 'ключ 🔑']
  const events = names.map(name => usageEvent({ name, publisherUsername: `p${name}` }))
  await store.ingest.handle({ recorded: events, ...observedNothing })
  for (const { callId, name, publisherUsername } of events) {
    const rows = await store.query('SELECT name, publisher_username FROM usage_records WHERE call_id = $1', [callId])
    assert.deepEqual(rows, [{ name, publisher_username: publisherUsername }])
  }
})

test('a bad record becomes a dead letter with its reason and costs the good ones nothing', async () => {
  const good = usageEvent()
  const bad = {
    invalid_record: usageEvent({ chargedMicros: '-1' }),
    protocol_not_supported: usageEvent({ adapter: 'a2a' }),
    invalid_timestamp: usageEvent({ occurredAt: 'yesterday' }),
  }
  await store.ingest.handle({ recorded: [bad.invalid_record, good, ...Object.values(bad)], ...observedNothing })
  const rows = await store.query('SELECT 1 FROM usage_records WHERE call_id = $1', [good.callId])
  assert.equal(rows.length, 1)
  for (const [reason, event] of Object.entries(bad)) {
    assert.equal((await deadLettersOf(event.callId))[0]?.reason, reason)
  }
})

test('a record further from the database clock than allowed is invalid_timestamp', async () => {
  const minute = 60_000
  const day = 24 * 60 * minute
  const at = (offsetMs: number) => usageEvent({ occurredAt: new Date(Date.now() + offsetMs).toISOString() })
  const untimely = [at(6 * minute), at(-36 * day)]
  const timely = [at(4 * minute), at(-34 * day)]
  const outcomes = await store.recorder.record([...untimely, ...timely].map(parseUsageRecord))
  assert.deepEqual(
    outcomes.map(outcome => (typeof outcome === 'string' ? outcome : outcome.code)),
    ['invalid_timestamp', 'invalid_timestamp', 'recorded', 'recorded'],
  )
})

test('the same poison delivered again stays one dead letter', async () => {
  const event = usageEvent({ tier: 'gold' })
  await store.ingest.handle({ recorded: [event], ...observedNothing })
  await store.ingest.handle({ recorded: [event, event], ...observedNothing })
  assert.deepEqual(await deadLettersOf(event.callId), [{ reason: 'invalid_record', delivery_count: 2 }])
})

test('a message that is no event at all is kept, whatever bytes it has', async () => {
  const payload = Buffer.from('not json \0 at all')
  await store.ingest.keepPoison({ subject: 'usage.v1.recorded', payload, reason: 'not JSON' })
  const rows = await store.query("SELECT payload, detail FROM dead_letters WHERE payload LIKE 'not json%'")
  assert.deepEqual(rows, [{ payload: 'not json \uFFFD at all', detail: 'not JSON' }])
})

test('a call id that is no UUIDv7 still gets its record, once', async () => {
  const event = usageEvent({ callId: randomUUID() })
  await store.ingest.handle({ recorded: [event], ...observedNothing })
  await store.ingest.handle({ recorded: [event], ...observedNothing })
  const rows = await store.query('SELECT 1 FROM usage_records WHERE call_id = $1', [event.callId])
  assert.equal(rows.length, 1)
})

test('an observation is kept once, and a broken one takes no usage record down', async () => {
  const seen = observationEvent()
  const event = usageEvent()
  await store.ingest.handle({ recorded: [event], observed: [seen, { callId: 'x' }, seen] })
  const rows = await store.query('SELECT stages FROM call_observations WHERE call_id = $1', [seen.callId])
  assert.deepEqual(rows, [{ stages: seen.stages }])
  assert.equal((await store.query('SELECT 1 FROM usage_records WHERE call_id = $1', [event.callId])).length, 1)
})

test("the service's role cannot change or remove a usage record, not even through its partition", async () => {
  const event = usageEvent()
  await store.ingest.handle({ recorded: [event], ...observedNothing })
  const [row] = await store.query<{ partition: string }>(
    'SELECT tableoid::regclass::text AS partition FROM usage_records WHERE call_id = $1',
    [event.callId],
  )
  const forbidden = [
    'DELETE FROM usage_records',
    'UPDATE usage_records SET charged_micros = 0',
    `DELETE FROM ${row?.partition}`,
    "SELECT drop_partitions('usage_records', 'YYYY_MM', '1 month', now())",
  ]
  for (const text of forbidden) {
    await assert.rejects(store.db.query({ name: text.slice(0, 60), text }), /permission denied/, text)
  }
})

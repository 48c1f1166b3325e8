import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { uuidv7 } from '@mtg/primitives'
import { maintainPartitions } from '../src/store/partitions.ts'
import { chargedEvent, observationEvent, openStore, retention, usageEvent } from './harness.ts'

const store = await openStore()
after(() => store.close())

async function partitionsOf(parent: string): Promise<string[]> {
  const rows = await store.query<{ name: string }>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [parent],
  )
  return rows.map(row => row.name)
}

const partitionOf = async (table: string, callId: string) => {
  const rows = await store.query<{ name: string }>(
    `SELECT tableoid::regclass::text AS name FROM ${table} WHERE call_id = $1`,
    [callId],
  )
  return rows[0]?.name
}

test('partitions for calls of now and soon are there before they are needed, and are made once', async () => {
  assert.equal((await partitionsOf('usage_records')).length, 6)
  assert.equal((await partitionsOf('call_observations')).length, 6)
  assert.equal((await partitionsOf('call_passages')).length, 6)
  const runs = await Promise.all([1, 2, 3].map(() => maintainPartitions(store.db, retention)))
  assert.deepEqual(
    runs,
    Array.from(runs, () => ({ created: 0, dropped: 0 })),
  )
})

test('a record lies in the partition of its month, an observation and a passage in that of their day', async () => {
  const [record, seen] = [chargedEvent(), observationEvent()]
  await store.ingest.handle({ recorded: [record], observed: [seen] })
  const month = new Date(Number.parseInt(record.callId.replace('-', '').slice(0, 12), 16)).toISOString().slice(0, 7)
  const day = seen.startedAt.slice(0, 10)
  assert.equal(await partitionOf('usage_records', record.callId), `usage_records_${month.replaceAll('-', '_')}`)
  assert.equal(await partitionOf('call_observations', seen.callId), `call_observations_${day.replaceAll('-', '_')}`)
  assert.equal(await partitionOf('call_passages', record.callId), `call_passages_${day.replaceAll('-', '_')}`)
})

test('records that arrived before their partition move into it', async () => {
  const [row] = await store.query<{ name: string; at: Date }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', '"usage_records_"YYYY_MM') AS name, now() AS at`,
  )
  assert.ok(row)
  await store.query(`DROP TABLE ${row.name}`)
  const event = usageEvent({ callId: uuidv7(row.at.getTime()) })
  await store.ingest.handle({ recorded: [event], observed: [] })
  assert.equal(await partitionOf('usage_records', event.callId), 'usage_records_default')
  assert.deepEqual(await maintainPartitions(store.db, retention), { created: 1, dropped: 0 })
  assert.equal(await partitionOf('usage_records', event.callId), row.name)
  await store.ingest.handle({ recorded: [event], observed: [] })
  const rows = await store.query('SELECT 1 FROM usage_records WHERE call_id = $1', [event.callId])
  assert.equal(rows.length, 1)
})

test('a record that arrives while its partition is being made waits for it, and is not refused', async t => {
  const fresh = await openStore({ withPartitions: false })
  t.after(() => fresh.close())
  await fresh.query('BEGIN')
  await fresh.query('SELECT maintain_partitions(13, 7)')
  const event = usageEvent()
  const stored = fresh.ingest.handle({ recorded: [event], observed: [] })
  await untilSomebodyWaits()
  await fresh.query('COMMIT')
  await stored
  const [row] = await fresh.query(
    `SELECT tableoid::regclass::text <> 'usage_records_default' AS in_its_month,
            (SELECT count(*)::int FROM dead_letters) AS dead_letters
     FROM usage_records WHERE call_id = $1`,
    [event.callId],
  )
  assert.deepEqual(row, { in_its_month: true, dead_letters: 0 })

  async function untilSomebodyWaits(): Promise<void> {
    const text = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    while ((await fresh.db.query({ name: 'waiting', text })).length === 0);
  }
})

test('what is past its retention is dropped by whole partitions, and nothing else', async () => {
  const month = (name: string, lower: string, upper: string) =>
    store.query(`SELECT ensure_partition('usage_records', $1, $2, $3)`, [name, lower, upper])
  await month('usage_records_2019_12', '2019-12-01Z', '2020-01-01Z')
  await month('usage_records_2020_01', '2020-01-01Z', '2020-02-01Z')
  for (const parent of ['call_observations', 'call_passages']) {
    const values = [parent, `${parent}_2020_01_31`, '2020-01-31Z', '2020-02-01Z']
    await store.query('SELECT ensure_partition($1, $2, $3, $4)', values)
  }
  const before = await partitionsOf('usage_records')
  assert.deepEqual(await maintainPartitions(store.db, retention), { created: 0, dropped: 4 })
  const kept = before.filter(name => !/_2019_12$|_2020_01$/.test(name))
  assert.deepEqual(await partitionsOf('usage_records'), kept)
})

test('a retention that would drop records still arriving is refused', async () => {
  await assert.rejects(maintainPartitions(store.db, { recordMonths: 1, observationDays: 7 }), /retention must be/)
})

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createFolderArchive } from '@mtg/archive'
import { asCallId, uuidv7 } from '@mtg/primitives'
import { columnNames } from '../src/store/month-lines.ts'
import { maintainPartitions } from '../src/store/partitions.ts'
import { dropMonth, listMonths, measureSealOverdueSeconds } from '../src/store/sealed-months.ts'
import { dropDue } from '../src/use-cases/storage/drop-due.ts'
import { exportSealed } from '../src/use-cases/storage/export-sealed.ts'
import { sealDue } from '../src/use-cases/storage/seal-due.ts'
import { verifyMonth } from '../src/use-cases/storage/verify-month.ts'
import { openStore, retention, usageEvent } from './harness.ts'

const SEAL_AFTER_DAYS = 40
const KEPT_MONTHS = 13
const dir = mkdtempSync(join(tmpdir(), 'mtg-usage-months-'))
const archive = createFolderArchive(dir)
const store = await openStore()
const { db } = store
after(async () => {
  await store.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A record whose call id is of that time, as one has that came then. */
async function record(time: string, name = 'deep_search') {
  const event = usageEvent({ callId: asCallId(uuidv7(Date.parse(time))), name })
  await store.ingest.handle({ recorded: [event], observed: [] })
  return event
}

const months = ['2019-11', '2019-12', '2020-01', '2020-02']
const states = async () => Object.fromEntries((await listMonths(db)).map(({ month, state }) => [month, state]))
const breaches = async () =>
  (await Promise.all((await listMonths(db)).map(({ month }) => verifyMonth(db, archive, month)))).flat()
const countOf = async (callId: string) =>
  (await store.query('SELECT FROM usage_records WHERE call_id = $1', [callId])).length

let kept: ReturnType<typeof usageEvent>

before(async () => {
  for (const month of months) {
    const [lower, upper] = [
      `${month}-01Z`,
      new Date(Date.parse(`${month}-01T00:00Z`) + 32 * 86_400_000).toISOString().slice(0, 7),
    ]
    const values = [`usage_records_${month.replace('-', '_')}`, lower, `${upper}-01Z`]
    await store.query(`SELECT ensure_partition('usage_records', $1, $2, $3)`, values)
  }
  await record('2019-12-24T12:00:00Z', 'say "hi", twice')
  kept = await record('2019-12-25T12:00:00Z')
  await record('2020-02-29T23:59:59Z')
})

test('the files have all columns, in their order', async () => {
  const rows = await store.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'usage_records'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  )
  assert.deepEqual(
    columnNames(),
    rows.map(row => row.name),
    'a new column needs a new format',
  )
})

test('months are sealed in their order, from the first that has records on, empty ones too, and each seal follows the one before', async () => {
  const overMs = Date.now() - Date.parse('2020-01-01T00:00:00Z') - SEAL_AFTER_DAYS * 86_400_000
  assert.ok(Math.abs((await measureSealOverdueSeconds(db, SEAL_AFTER_DAYS)) - overMs / 1000) < 60)
  const runs = await Promise.all([sealDue(db, SEAL_AFTER_DAYS), sealDue(db, SEAL_AFTER_DAYS)])
  assert.deepEqual(
    runs.map(({ next }) => next),
    [undefined, undefined],
  )
  assert.deepEqual(await states(), { '2019-12': 'sealed', '2020-01': 'sealed', '2020-02': 'sealed', ...recentMonths() })
  assert.equal(await measureSealOverdueSeconds(db, SEAL_AFTER_DAYS), 0)
  const [first, second, third] = await listMonths(db)
  assert.deepEqual([first?.recordCount, first?.chargedMicros], [2n, 4000n])
  assert.deepEqual([first?.previousSeal, second?.previousSeal, third?.previousSeal], ['', first?.seal, second?.seal])
  assert.deepEqual(await breaches(), [])
})

/** Those that metering prepares, as far as they have been over for long enough. */
function recentMonths(): Record<string, string> {
  const now = new Date()
  const all = [2, 1].map(ago => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)))
  const isDue = (begin: Date) =>
    Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1) + SEAL_AFTER_DAYS * 86_400_000 <= now.getTime()
  return Object.fromEntries(all.filter(isDue).map(begin => [begin.toISOString().slice(0, 7), 'sealed']))
}

test('nothing comes into a sealed month or leaves it; a repeat is still a repeat', async () => {
  const late = usageEvent({ callId: asCallId(uuidv7(Date.parse('2019-12-26T00:00:00Z'))) })
  const good = usageEvent()
  await store.ingest.handle({ recorded: [late, kept, good], observed: [] })
  assert.deepEqual([await countOf(late.callId), await countOf(good.callId)], [0, 1])
  const letters = await store.query<{ reason: string; payload: string }>('SELECT reason, payload FROM dead_letters')
  assert.deepEqual(
    letters.map(({ reason }) => reason),
    ['invalid_record'],
  )
  assert.ok(letters[0]?.payload.includes(late.callId))
  await assert.rejects(store.query('SELECT retract_usage($1)', [kept.callId]), /is sealed/)
  assert.equal(await countOf(kept.callId), 1)
  await assert.rejects(db.query({ name: 'forge', text: `UPDATE usage_months SET seal = 'x'` }), /permission denied/)
  assert.deepEqual(await breaches(), [])
})

test('an exported month is a file with the digest of its seal, and records or files that change are found', async () => {
  const exported = await exportSealed(db, archive)
  assert.equal(exported.includes('2019-12'), true)
  assert.deepEqual(await exportSealed(db, archive), [])
  const file = join(dir, 'usage-2019-12.csv.gz')
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  assert.equal(lines.length, 3)
  assert.match(lines[1] ?? '', /"say ""hi"", twice"/)
  const whole = readFileSync(file)
  writeFileSync(file, gzipSync('another'))
  assert.deepEqual(await breaches(), ['usage-2019-12.csv.gz is not what was sealed'])
  writeFileSync(file, whole)
  const behind = (text: string) =>
    store.query(`SET session_replication_role = replica; ${text}; RESET session_replication_role`)
  await behind(`UPDATE usage_records SET charged_micros = charged_micros + 1 WHERE call_id = '${kept.callId}'`)
  assert.deepEqual(await breaches(), ['the records of 2019-12 are not what was sealed'])
  await assert.rejects(dropDue(db, archive, KEPT_MONTHS), /not what was sealed/)
  await behind(`UPDATE usage_records SET charged_micros = charged_micros - 1 WHERE call_id = '${kept.callId}'`)
  await store.query(`UPDATE usage_months SET charged_micros = charged_micros + 1 WHERE month = '2019-12-01'`)
  assert.deepEqual(await breaches(), ['the seal of 2019-12 is not that of what it consists of'])
  await store.query(`UPDATE usage_months SET charged_micros = charged_micros - 1 WHERE month = '2019-12-01'`)
  assert.deepEqual(await breaches(), [])
})

test('a month past its retention is dropped once it is proven, and its sums and seal stay', async () => {
  const terms = { keptMonths: KEPT_MONTHS, exportedOnly: true }
  await store.query(`UPDATE usage_months SET exported_at = NULL WHERE month = '2020-02-01'`)
  await assert.rejects(dropMonth(db, '2020-02', terms), /is not exported/)
  await assert.rejects(dropMonth(db, '2020-02', { ...terms, keptMonths: 1 }), /not been over|not exported/)
  // The release before asks for this alone, and the months keep their records.
  await maintainPartitions(db, retention)
  assert.equal(await countOf(kept.callId), 1)
  assert.deepEqual(await dropDue(db, archive, KEPT_MONTHS), ['2019-12', '2020-01'])
  const { '2019-12': dropped, '2020-02': unexported } = await states()
  assert.deepEqual([dropped, unexported], ['dropped', 'sealed'])
  assert.equal(await countOf(kept.callId), 0)
  const [sums] = await store.query<{ count: string }>(
    'SELECT sum(call_count) AS count FROM usage_days WHERE buyer_id = $1',
    [kept.buyerId],
  )
  assert.equal(sums?.count, '1')
  assert.deepEqual(await breaches(), [])
  assert.deepEqual(await dropDue(db, undefined, KEPT_MONTHS), ['2020-02'], 'without an archive the seal is what stays')
  assert.equal((await verifyMonth(db, undefined, '2020-02'))?.length, 0)
})

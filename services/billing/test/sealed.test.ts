import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createFolderArchive } from '@mtg/archive'
import type { Database } from '@mtg/postgres'
import { asCallId, uuidv7 } from '@mtg/primitives'
import type { Reach } from '../src/domain/failpoints.ts'
import { findUnknown } from '../src/store/captured-calls.ts'
import { columnsOf } from '../src/store/settled/lines.ts'
import { dropPeriod, droppedUntilMs, listPeriods, measureSealOverdueSeconds } from '../src/store/settled/periods.ts'
import { dropDue } from '../src/use-cases/storage/drop.ts'
import { exportSealed } from '../src/use-cases/storage/export.ts'
import { sealDue } from '../src/use-cases/storage/seal.ts'
import { openBooks, settleAway } from './books.ts'
import { codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'
import { openKeys } from './keys.ts'

const PRICE = 2000n
const reach = () => {}
const dir = mkdtempSync(join(tmpdir(), 'mtg-months-'))
const archive = createFolderArchive(dir)

let system: Harness
let db: Database
let buyerId: string
let keys: ReturnType<typeof openKeys>
/** Two generations of keys, of which calls of two months are. */
let tree: { readonly root: string; readonly leaf: string }
const calls = new Map<string, string[]>()

before(async () => {
  system = await startHarness({ env: { LEDGER_EXPORT_DIR: dir } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  db = openBooks(system.env)
  buyerId = await system.buyer(PRICE * 100n)
  for (const month of ['2026-01', '2026-02', '2026-04']) {
    calls.set(month, await Promise.all([1, 2, 3].map(day => captured(`${month}-0${day}T12:00:00Z`))))
  }
  keys = openKeys(system.address)
  const root = await keys.set(buyerId, { totalMicros: (PRICE * 5n).toString() }, { name: 'root' })
  tree = { root, leaf: await keys.set(buyerId, {}, { name: 'leaf', parent: root }) }
  for (const day of ['2026-01-20', '2026-01-21', '2026-02-20']) await captured(`${day}T12:00:00Z`, tree.leaf)
  // As long ago as their ids say, or nearly.
  await system.sql.query(
    `UPDATE key_spending SET hour = hour - 2160; UPDATE reservations SET key_hour = key_hour - 2160`,
  )
  const [corrected = ''] = calls.get('2026-02') ?? []
  await system.release(corrected, 'RELEASE_REASON_UNDELIVERED')
})
after(async () => {
  keys?.close()
  await db?.close()
  await system?.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function captured(time: string, keyId = ''): Promise<string> {
  const callId = asCallId(uuidv7(Date.parse(time)))
  await system.reserve({ callId, buyerId, keyId, toolName: 'say "hi", twice' })
  await system.capture(callId)
  return callId
}

const leave = () => settleAway(db, system.sql)

const states = async () => Object.fromEntries((await listPeriods(db)).map(({ month, state }) => [month, state]))

async function breaches(): Promise<string[]> {
  const sealed = (await listPeriods(db)).filter(period => period.seal !== null)
  const found = await Promise.all(sealed.map(({ month }) => system.ledger.VerifyPeriod({ month }, LIMITS)))
  return [...(await system.breaches()), ...found.flatMap(verdict => verdict.breaches)]
}

/** What is done behind the triggers' backs, as by somebody with all rights. */
async function tamper(sql: string, undo: string, look: () => Promise<void>): Promise<void> {
  const behind = (text: string) =>
    system.sql.query(`SET session_replication_role = replica; ${text}; RESET session_replication_role`)
  await behind(sql)
  try {
    await look()
  } finally {
    await behind(undo)
  }
}

test('the files have all columns, in their order', async () => {
  for (const [part, table] of [
    ['calls', 'settled_calls'],
    ['entries', 'settled_entries'],
  ] as const) {
    const { rows } = await system.sql.query<{ name: string }>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
      [table],
    )
    assert.deepEqual(
      columnsOf(part),
      rows.map(row => row.name),
      `${table}: a new column needs a new format`,
    )
  }
})

test('a month is not sealed before all of its calls have left, nor before it has been over for a while', async () => {
  const now = asCallId(uuidv7(Date.now() - 3_600_000))
  await system.reserve({ callId: now, buyerId })
  await system.capture(now)
  assert.equal((await leave()) > 0, true)
  const [held = ''] = calls.get('2026-02') ?? []
  await system.capture(held).catch(() => {})
  const first = await system.ledger.SealPeriods({}, LIMITS)
  assert.deepEqual(first.months, ['2026-01'])
  const februaryOverMs = Date.now() - Date.parse('2026-03-01T00:00:00Z') - 7 * 24 * 3_600_000
  assert.ok(Math.abs((await measureSealOverdueSeconds(db, 7)) - februaryOverMs / 1000) < 60)
  assert.equal(first.nextMonth, '2026-02')
  assert.match(first.nextRefusal, /1 calls up to its end are still/)
  await leave()
  const second = await system.ledger.SealPeriods({}, LIMITS)
  assert.deepEqual(second.months, ['2026-02', '2026-04'])
  assert.match(second.nextRefusal, /not been over for long enough/)
  assert.equal(await measureSealOverdueSeconds(db, 7), 0)
  assert.deepEqual((await system.ledger.SealPeriods({}, LIMITS)).months, [])
  assert.deepEqual(await breaches(), [])
})

test('sealed calls are answered by what became of them, and nothing of them changes', async () => {
  const [corrected = '', kept = ''] = calls.get('2026-02') ?? []
  const before = await system.wallet(buyerId)
  assert.equal(await system.capture(kept), PRICE)
  assert.equal(await codeOf(system.capture(corrected)), 'reservation_resolved')
  assert.equal(await codeOf(system.release(kept, 'RELEASE_REASON_UNDELIVERED')), 'reservation_resolved')
  assert.equal(await system.release(corrected, 'RELEASE_REASON_UNDELIVERED'), PRICE)
  assert.equal(await codeOf(system.reserve({ callId: kept, buyerId })), 'reservation_resolved')
  assert.deepEqual(await system.wallet(buyerId), before)
  const late = asCallId(uuidv7(Date.parse('2026-03-01T00:00:00Z')))
  await system.reserve({ callId: late, buyerId })
  await system.capture(late)
  assert.equal(await leave(), 0, 'a month before a sealed one takes nothing in any more')
  assert.deepEqual(await breaches(), [])
})

test('each seal follows from the one before; a changed row, sum or seal is found', async () => {
  const periods = (await listPeriods(db)).filter(period => period.seal !== null)
  assert.deepEqual(
    periods.map(period => period.previousSeal),
    ['', periods[0]?.seal, periods[1]?.seal],
  )
  const [callId] = calls.get('2026-01') ?? []
  const find = async (pattern: RegExp) => assert.match((await breaches()).join('\n'), pattern)
  const set = (table: string, column: string, by: number) =>
    `UPDATE ${table} SET ${column} = ${column} + ${by} WHERE call_id = '${callId}'`
  await tamper(set('settled_entries', 'amount_micros', 1), set('settled_entries', 'amount_micros', -1), () =>
    find(/entries of 2026-01 are not what was sealed/),
  )
  await tamper(set('settled_calls', 'total_tokens', 1), set('settled_calls', 'total_tokens', -1), () =>
    find(/calls of 2026-01 are not what was sealed/),
  )
  const sum = (by: number) =>
    `UPDATE settled_sums SET credited_micros = credited_micros + ${by} WHERE period = '2026-01-01' AND account_type = 'wallet'`
  await tamper(sum(1), sum(-1), () => find(/sealed_sums_unchanged: 2026-01/))
  const count = (by: number) => `UPDATE settled_periods SET call_count = call_count + ${by} WHERE period = '2026-01-01'`
  await tamper(count(1), count(-1), () => find(/seals_chained: 2026-01/))
  assert.deepEqual(await breaches(), [])
})

test('files are CSV with the digest of the seal; one that was changed or cut off is found', async () => {
  assert.deepEqual((await system.ledger.ExportPeriods({}, LIMITS)).months, ['2026-01', '2026-02', '2026-04'])
  assert.deepEqual((await system.ledger.ExportPeriods({}, LIMITS)).months, [])
  assert.deepEqual(
    readdirSync(dir)
      .filter(name => name.includes('2026-01'))
      .sort(),
    ['calls-2026-01.csv.gz', 'entries-2026-01.csv.gz', 'seal-2026-01.json'],
  )
  const file = join(dir, 'calls-2026-01.csv.gz')
  const packed = readFileSync(file)
  const text = gunzipSync(packed).toString()
  assert.equal(text.split('\n').length, 7)
  assert.match(text, /,"say ""hi"", twice",/)
  const manifest = JSON.parse(readFileSync(join(dir, 'seal-2026-01.json'), 'utf8')) as Record<string, string>
  assert.equal(createHash('sha256').update(text).digest('hex'), manifest['callsDigest'])
  assert.deepEqual(await breaches(), [])
  for (const [content, pattern] of [
    [gzipSync(text.replace('captured', 'released')), /calls-2026-01.csv.gz is not what was sealed/],
    [packed.subarray(0, packed.length - 9), /calls-2026-01.csv.gz cannot be read/],
  ] as const) {
    writeFileSync(file, content)
    assert.match((await breaches()).join('\n'), pattern)
    await assert.rejects(dropDue(db, archive, 2, reach), pattern)
  }
  writeFileSync(file, packed)
  assert.deepEqual(await breaches(), [])
})

test('only what is sealed, exported and old enough is dropped, and every balance stays', async () => {
  const facts = async () => ({
    wallet: await system.wallet(buyerId),
    balances: await system.ledger.ListBalances({}, LIMITS),
  })
  const before = await facts()
  await assert.rejects(dropPeriod(db, '2026-02', 2), 'the month before it is there')
  await assert.rejects(dropPeriod(db, '2026-01', 1), 'less than two months')
  await assert.rejects(dropPeriod(db, '2026-01', 1200), 'it has not been over for long enough')
  await assert.rejects(dropPeriod(db, new Date().toISOString().slice(0, 7), 2), 'it is not sealed')
  await system.sql.query(`UPDATE settled_periods SET exported_at = NULL WHERE period = '2026-01-01'`)
  await assert.rejects(dropPeriod(db, '2026-01', 2), 'it is not exported')
  await system.sql.query(`UPDATE settled_periods SET exported_at = now() WHERE period = '2026-01-01'`)
  assert.deepEqual(await dropDue(db, archive, 2, reach), ['2026-01', '2026-02', '2026-04'])
  assert.deepEqual(await dropDue(db, archive, 2, reach), [])
  assert.deepEqual(Object.values(await states()).slice(0, 3), ['dropped', 'dropped', 'dropped'])
  assert.deepEqual(await facts(), before)
  assert.deepEqual(await breaches(), [])

  const [gone = ''] = calls.get('2026-01') ?? []
  assert.equal(await codeOf(system.capture(gone)), 'reservation_not_found')
  assert.deepEqual(await findUnknown(db, [gone]), [], 'its usage record is not taken away')
  assert.equal(await droppedUntilMs(db), Date.parse('2026-05-01T00:00:00Z'))
  assert.equal(await codeOf(system.reserve({ callId: gone, buyerId })), 'reservation_resolved')
  assert.equal(await codeOf(system.calls.GetReservation({ callId: gone }, LIMITS)), 'reservation_not_found')
  assert.deepEqual(await facts(), before)
  const carried = `UPDATE settled_sums SET credited_micros = credited_micros + 1, debited_micros = debited_micros + 1 WHERE period = '0001-01-01'`
  await tamper(carried, carried.replaceAll('+ 1', '- 1'), async () => {
    assert.match((await breaches()).join('\n'), /sealed_sums_unchanged: what is carried on after 2026-04/)
  })
  assert.deepEqual(await breaches(), [])
})

test('what keys spent on calls that were dropped stays spent, and is proven to the micro-dollar', async () => {
  for (const keyId of [tree.root, tree.leaf]) {
    assert.deepEqual(await keys.spending(keyId), { total: PRICE * 3n, today: 0n, last30Days: 0n, open: 0 })
  }
  const more = `UPDATE settled_keys SET micros = micros + 1 WHERE key_id = '${tree.root}'`
  await tamper(more, more.replace('+ 1', '- 1'), async () => {
    assert.match((await breaches()).join('\n'), /key_spending_equals_calls: key .* spent 6000/)
  })
  const spend = () => codeOf(system.reserve({ buyerId, keyId: tree.leaf }))
  assert.deepEqual([await spend(), await spend(), await spend()], ['admitted', 'admitted', 'spend_limit_exceeded'])
  assert.deepEqual(await breaches(), [])
})

test('at whatever step a process dies, another one goes on from there', async t => {
  const other = await startHarness()
  t.after(() => other.stop())
  await other.catalog.ApplyCatalog({ publishers }, LIMITS)
  const buyer = await other.buyer(PRICE * 10n)
  const own = openBooks(other.env)
  t.after(() => own.close())
  const work = async (passBy: Reach) => {
    await sealDue(own, 2, passBy)
    await exportSealed(own, archive, passBy)
    await dropDue(own, archive, 2, passBy)
  }
  const points = ['period_closed', 'period_sealed', 'period_written', 'period_dropped'] as const
  for (const [index, deadly] of points.entries()) {
    const callId = asCallId(uuidv7(Date.UTC(2025, index, 15)))
    await other.reserve({ callId, buyerId: buyer })
    await other.capture(callId)
    assert.equal(await settleAway(own, other.sql), 1)
    const before = await other.ledger.ListBalances({}, LIMITS)
    const die: Reach = point => {
      if (point === deadly) throw new Error('died')
    }
    await assert.rejects(work(die), /died/)
    assert.deepEqual(await other.breaches(), [], deadly)
    await Promise.all([work(reach), work(reach)].map(each => each.catch(() => {})))
    await work(reach)
    assert.equal((await listPeriods(own)).at(-1)?.state, 'dropped')
    assert.deepEqual(await other.ledger.ListBalances({}, LIMITS), before)
    assert.deepEqual(await other.breaches(), [], deadly)
  }
  assert.deepEqual(await other.wallet(buyer), { balance: PRICE * 6n, held: 0n })
})

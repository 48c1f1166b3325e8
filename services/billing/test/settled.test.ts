import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Database } from '@mtg/postgres'
import { asCallId, readUuid, uuidv7, uuidv7Floor } from '@mtg/primitives'
import { digestCaptured, findUnknown, listCaptured, listCorrected } from '../src/store/captured-calls.ts'
import { rollUpJournal } from '../src/use-cases/ledger/roll-up.ts'
import { walkAway } from '../src/use-cases/storage/walk-away.ts'
import { openBooks, rowsLookedAt, settleAway } from './books.ts'
import { callTo, codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

const PRICE = 2000n
const AGE_MS = 2 * 3_600_000
const LOWEST = '00000000-0000-0000-0000-000000000000'

let system: Harness
let db: Database

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  db = openBooks(system.env)
})
after(async () => {
  await db?.close()
  await system?.stop()
})

/** An id of a call that was made two hours ago. */
const oldId = () => asCallId(uuidv7(Date.now() - AGE_MS))

/** What was asked about of late would stay. */
const forget = () => system.sql.query('DELETE FROM recalled_calls')

const leave = () => settleAway(db, system.sql)

async function captured(buyerId: string): Promise<string> {
  const { callId } = await system.reserve({ callId: oldId(), buyerId })
  await system.capture(callId)
  return callId
}

async function count(table: string, callIds: readonly string[]): Promise<number> {
  const text = `SELECT count(*)::int AS n FROM ${table} WHERE call_id = ANY ($1::uuid[])`
  const { rows } = await system.sql.query<{ n: number }>(text, [callIds])
  return rows[0]?.n ?? -1
}

const stateOf = async (callId: string) => (await system.calls.GetReservation({ callId }, LIMITS)).state

test('settled calls and entries have the columns that they had', async () => {
  const columns = async (table: string) => {
    const { rows } = await system.sql.query<{ line: string }>(
      `SELECT attname || ' ' || format_type(atttypid, atttypmod) AS line FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [table],
    )
    return rows.map(row => row.line)
  }
  assert.deepEqual(await columns('settled_calls'), await columns('reservations'))
  assert.deepEqual(await columns('settled_entries'), await columns('journal'))
  assert.deepEqual(await columns('all_calls'), await columns('reservations'))
  assert.deepEqual(await columns('all_entries'), await columns('journal'))
})

test('what is settled leaves with its entries, in whatever way it ended, and nobody sees a difference', async () => {
  const buyerId = await system.buyer(100_000n)
  const kept = await captured(buyerId)
  const corrected = await captured(buyerId)
  await system.release(corrected, 'RELEASE_REASON_UNDELIVERED')
  const { callId: released } = await system.reserve({ callId: oldId(), buyerId })
  await system.release(released)
  const tombstone = oldId()
  await system.release(tombstone)
  const all = [kept, corrected, released, tombstone]
  const bounds = [LOWEST, uuidv7Floor(Date.now() + AGE_MS)]
  const seen = async () => ({
    wallet: await system.wallet(buyerId),
    calls: await Promise.all(all.map(callId => system.calls.GetReservation({ callId }, LIMITS))),
    entries: await Promise.all([
      ...all.map(callId => system.ledger.ListEntries({ callId }, LIMITS)),
      system.ledger.ListEntries({ account: `wallet:${buyerId}` }, LIMITS),
      system.wallets.ListJournalEntries({ buyerId, pageSize: 3 }, LIMITS),
    ]),
    balances: await system.ledger.ListBalances({}, LIMITS),
    digest: await digestCaptured(db, bounds),
    captured: await listCaptured(db, { from: LOWEST, to: uuidv7Floor(Date.now()) }),
    corrected: await listCorrected(db, { correctedAt: new Date(0).toISOString(), callId: LOWEST }, 1000),
    unknown: await findUnknown(db, all),
  })
  const before = await seen()
  assert.deepEqual(await system.breaches(), [])
  assert.equal(await leave(), all.length)
  assert.equal(await count('reservations', all), 0)
  assert.equal(await count('journal', all), 0)
  assert.equal(await count('settled_calls', all), all.length)
  assert.deepEqual(await seen(), before)
  assert.deepEqual(await system.breaches(), [])
})

test('what is asked of a call that left is answered as if it had not', async () => {
  const buyerId = await system.buyer(100_000n)
  const [first, second] = [await captured(buyerId), await captured(buyerId)]
  const { callId: released } = await system.reserve({ callId: oldId(), buyerId })
  await system.release(released)
  await leave()
  assert.equal(await system.capture(first), PRICE)
  assert.equal(await codeOf(system.capture(released)), 'reservation_resolved')
  assert.equal(await codeOf(system.reserve({ callId: released, buyerId })), 'reservation_resolved')
  const stranger = await system.buyer(100_000n)
  assert.equal(await codeOf(system.reserve({ callId: first, buyerId: stranger })), 'call_conflict')
  assert.equal(await codeOf(system.release(second)), 'reservation_resolved')
  assert.deepEqual(await system.wallet(buyerId), { balance: 100_000n - 2n * PRICE, held: 0n })
  assert.equal(await system.release(second, 'RELEASE_REASON_UNDELIVERED'), PRICE)
  assert.equal(await system.release(second, 'RELEASE_REASON_UNDELIVERED'), PRICE)
  assert.deepEqual(await system.wallet(buyerId), { balance: 100_000n - PRICE, held: 0n })
  assert.deepEqual(await system.breaches(), [])
  // Asked about just now: they stay for a while, and then leave again.
  assert.equal(await walkAway(db, { keptHotMs: 0 }), 0)
  assert.equal(await leave(), 3)
  assert.deepEqual(await system.breaches(), [])
})

test('what is open, young, under way or not summed up yet stays', async () => {
  const buyerId = await system.buyer(100_000n)
  const { callId: open } = await system.reserve({ callId: oldId(), buyerId })
  const young = asCallId(uuidv7(Date.now()))
  await system.reserve({ callId: young, buyerId })
  await system.capture(young)
  const underWay = await captured(buyerId)
  await system.sql.query(
    `INSERT INTO idempotency_keys (buyer_id, key_hash, fingerprint, call_id, lease_until, expires_at)
     VALUES ($1, $2, $2, $3, now(), now() + interval '1 day')`,
    [buyerId, randomBytes(32), underWay],
  )
  await rollUpJournal(db)
  const notSummedUp = await captured(buyerId)
  await forget()
  assert.equal(await walkAway(db, { keptHotMs: AGE_MS / 2 }), 0, 'settled just now')
  await system.sql.query(`UPDATE reservations SET resolved_at = now() - interval '1 hour' WHERE call_id = ANY ($1)`, [
    [young, underWay, notSummedUp],
  ])
  assert.equal(await walkAway(db, { keptHotMs: 60_000 }), 0)
  assert.equal(await count('reservations', [open, young, underWay, notSummedUp]), 4)
  await system.release(open)
  await forget()
  await system.sql.query('DELETE FROM idempotency_keys WHERE call_id = $1', [underWay])
  await rollUpJournal(db)
  assert.equal(await walkAway(db, { keptHotMs: 60_000 }), 2)
  assert.equal(await leave(), 2)
  assert.deepEqual(await system.breaches(), [])
})

test('a step that fails halfway moves nothing', async () => {
  const buyerId = await system.buyer(100_000n)
  const callIds = [await captured(buyerId), await captured(buyerId)]
  await system.sql.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut'; END $$;
    CREATE TRIGGER cut BEFORE INSERT OR UPDATE ON settled_sums FOR EACH ROW EXECUTE FUNCTION fail()`)
  try {
    await assert.rejects(leave())
    assert.equal(await count('reservations', callIds), 2)
    assert.equal(await count('settled_calls', callIds), 0)
  } finally {
    await system.sql.query('DROP FUNCTION fail() CASCADE')
  }
  assert.deepEqual(await system.breaches(), [])
  assert.equal(await leave(), 2)
  assert.deepEqual(await system.breaches(), [])
})

test('a step looks at what it moves, however much is to leave after it', async t => {
  const { sql } = system
  const looks = () => rowsLookedAt(sql, ['reservations', 'journal'])
  await sql.query('BEGIN')
  t.after(() => sql.query('ROLLBACK'))
  await sql.query(
    `INSERT INTO reservations (call_id, state, reserved_at, expires_at, resolved_at)
     SELECT overlay(gen_random_uuid()::text placing left(call_id_floor(at)::text, 14) || '7' from 1 for 15)::uuid, 'released', at, at, at
     FROM generate_series(now() - interval '2 hours', now() - interval '1 hour', interval '1 second') AS at`,
  )
  const before = await looks()
  const { rows } = await sql.query<{ moved: number }>(`SELECT moved FROM settle_away('0', $1, 100)`, [LOWEST])
  const counted = (await looks()) - before
  assert.equal(rows[0]?.moved, 100)
  assert.ok(counted > 0 && counted < 1000, `${counted} rows looked at`)
})

test('nobody removes an entry that is not settled, or changes one that is', async () => {
  const buyerId = await system.buyer(100_000n)
  const callId = await captured(buyerId)
  const refused = (sql: string) => assert.rejects(system.sql.query(sql), /append-only|never changed/, sql)
  await refused(`DELETE FROM journal WHERE call_id = '${callId}'`)
  await refused('DELETE FROM journal WHERE call_id IS NULL')
  await system.sql.query('BEGIN')
  await system.sql.query('SELECT ensure_settled_period($1)', [callId])
  await system.sql.query(
    `INSERT INTO settled_entries (id, kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id, created_at)
     SELECT id, kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros + 1, call_id, created_at
     FROM journal WHERE call_id = $1`,
    [callId],
  )
  await refused(`DELETE FROM journal WHERE call_id = '${callId}'`)
  await system.sql.query('ROLLBACK')
  const settled = await captured(buyerId)
  await system.sql.query('BEGIN')
  await system.sql.query('SELECT ensure_settled_period($1)', [settled])
  await system.sql.query('INSERT INTO settled_entries SELECT * FROM journal WHERE call_id = $1', [settled])
  await refused(`DELETE FROM journal WHERE call_id IN ('${settled}', '${callId}')`)
  await system.sql.query('ROLLBACK')
  await leave()
  await refused(`DELETE FROM settled_entries WHERE call_id = '${callId}'`)
  await refused(`UPDATE settled_entries SET amount_micros = 1 WHERE call_id = '${callId}'`)
  await refused(`DELETE FROM settled_calls WHERE call_id = '${callId}'`)
  await refused(`UPDATE settled_calls SET price_micros = 1 WHERE call_id = '${callId}'`)
  const { rows } = await system.sql.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('settled_calls'::regclass, 'settled_entries'::regclass)`,
  )
  assert.ok(rows.length >= 2)
  for (const table of ['settled_entries', 'settled_calls', ...rows.map(row => row.name)]) {
    await refused(`TRUNCATE ${table}`)
  }
  for (const table of [
    'settled_entries',
    'settled_calls',
    'settled_sums',
    'settled_months',
    'settled_periods',
    'reservations',
    'journal',
  ]) {
    const remove = db.query({ name: `remove-${table}`, text: `DELETE FROM ${table}` })
    await assert.rejects(remove, /database_error|permission/, table)
  }
  assert.equal(await stateOf(callId), 'RESERVATION_STATE_CAPTURED')
})

test('a changed sum, and a call in two places, are found', async t => {
  const buyerId = await system.buyer(100_000n)
  const callId = await captured(buyerId)
  await leave()
  await system.sql.query('BEGIN')
  t.after(() => system.sql.query('ROLLBACK'))
  // A snapshot of its own sees nothing of it before it is committed, so the breaches are looked for in here.
  await system.sql.query('ALTER TABLE settled_entries DISABLE TRIGGER USER')
  await system.sql.query('INSERT INTO reservations SELECT * FROM settled_calls WHERE call_id = $1', [callId])
  await system.sql.query('UPDATE settled_sums SET credited_micros = credited_micros + 1 WHERE owner = $1', [buyerId])
  await system.sql.query('UPDATE settled_app_days SET micros = micros + 1 WHERE buyer_id = $1', [buyerId])
  const { settledInvariants } = await import('../src/store/ledger/settled-invariants.ts')
  const broken: string[] = []
  for (const { name, sql } of settledInvariants) if ((await system.sql.query(sql)).rows.length > 0) broken.push(name)
  assert.deepEqual(broken, [
    'settled_once',
    'settled_sums_equal_entries',
    'settled_app_days_equal_calls',
    'settled_months_equal_sums',
  ])
})

test('two processes and calls under way at once: each call leaves once, and every balance stays', async () => {
  const other = openBooks(system.env)
  const buyerId = await system.buyer(PRICE * 1000n)
  const callIds = await Promise.all(Array.from({ length: 300 }, () => captured(buyerId)))
  await rollUpJournal(db)
  await forget()
  const walks = [db, other].map(each => walkAway(each, { keptHotMs: 0, limit: 50 }))
  const asked = callIds.slice(0, 40).map(callId => system.capture(callId))
  const further = Array.from({ length: 40 }, () => captured(buyerId))
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([PRICE]))
  await Promise.all([...walks, ...further])
  await other.close()
  const places = (await count('reservations', callIds)) + (await count('settled_calls', callIds))
  assert.equal(places, callIds.length)
  assert.deepEqual(await system.wallet(buyerId), { balance: PRICE * 660n, held: 0n })
  assert.deepEqual(await system.breaches(), [])
})

test('an id that was made at random is looked for when it looks like an old one, and never leaves by mistake', async () => {
  const buyerId = await system.buyer(100_000n)
  const callId = readUuid(`0001${randomUUID().slice(4)}`) ?? ''
  await system.reserve({ ...callTo('acme/search'), callId, buyerId })
  await system.capture(callId)
  await leave()
  assert.equal(await count('reservations', [callId]), 1)
  assert.equal(await system.capture(callId), PRICE)
})

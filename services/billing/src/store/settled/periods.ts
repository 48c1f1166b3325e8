import type { Queryable } from '@mtg/postgres'
import type { SettledPeriod } from '../../domain/settled-period.ts'

type Counts = 'callCount' | 'entryCount' | 'amountMicros'
type Row = Omit<SettledPeriod, Counts> & Readonly<Record<Counts, string>> & Record<string, unknown>

const LIST = {
  name: 'list-settled-periods',
  text: `
    SELECT to_char(period, 'YYYY-MM') AS month, lower_id AS "lowerId", upper_id AS "upperId", state, call_count AS "callCount",
           entry_count AS "entryCount", amount_micros AS "amountMicros", encode(calls_digest, 'hex') AS "callsDigest",
           encode(entries_digest, 'hex') AS "entriesDigest", encode(sums_digest, 'hex') AS "sumsDigest",
           encode(previous_seal, 'hex') AS "previousSeal", encode(seal, 'hex') AS seal, sealed_at AS "sealedAt", location,
           exported_at AS "exportedAt", dropped_at AS "droppedAt"
    FROM settled_periods ORDER BY period`,
}

/** All months that have settled calls, or had; the oldest first. */
export async function listPeriods(db: Queryable): Promise<SettledPeriod[]> {
  const rows = await db.query<Row>(LIST)
  return rows.map(row => ({
    ...row,
    callCount: BigInt(row.callCount),
    entryCount: BigInt(row.entryCount),
    amountMicros: BigInt(row.amountMicros),
  }))
}

const CLOSE = {
  name: 'close-period',
  text: `SELECT close_period(to_date($1, 'YYYY-MM'), $2 * interval '1 day') AS refusal`,
}

/** Closes a month that ended so many days ago; answers why not, or with nothing when it is closed. */
export async function closePeriod(db: Queryable, month: string, endedForDays: number): Promise<string> {
  const [row] = await db.query<{ refusal: string }>(CLOSE, [month, endedForDays])
  return row?.refusal ?? 'it was not asked'
}

/** What was read from the rows of a month. */
export interface PeriodReading {
  readonly format: number
  readonly callCount: bigint
  readonly entryCount: bigint
  readonly amountMicros: bigint
  readonly callsDigest: string
  readonly entriesDigest: string
}

const SEAL = {
  name: 'seal-period',
  text: `SELECT seal_period(to_date($1, 'YYYY-MM'), $2::int, $3::bigint, $4::bigint, $5::bigint, decode($6, 'hex'), decode($7, 'hex'))`,
}

/** Seals a closed month. Throws when what was read is not what was noted when its calls came. */
export async function sealPeriod(db: Queryable, month: string, read: PeriodReading): Promise<void> {
  const counts = [read.callCount, read.entryCount, read.amountMicros].map(String)
  await db.query(SEAL, [month, read.format, ...counts, read.callsDigest, read.entriesDigest])
}

const NOTE = { name: 'note-exported', text: `SELECT note_exported(to_date($1, 'YYYY-MM'), $2)` }

/** Notes where the files of a sealed month are. */
export async function noteExported(db: Queryable, month: string, location: string): Promise<void> {
  await db.query(NOTE, [month, location])
}

const DROP = { name: 'drop-period', text: `SELECT drop_period(to_date($1, 'YYYY-MM'), $2 * interval '1 month')` }

/** Drops the rows of a month that ended so many months ago. Throws when it is not sealed, exported and whole. */
export async function dropPeriod(db: Queryable, month: string, endedForMonths: number): Promise<void> {
  await db.query(DROP, [month, endedForMonths])
}

const DUE = {
  name: 'periods-to-drop',
  text: `SELECT to_char(period, 'YYYY-MM') AS month FROM settled_periods
         WHERE state = 'sealed' AND exported_at IS NOT NULL
           AND call_id_time(upper_id) + $1 * interval '1 month' <= clock_timestamp() ORDER BY period`,
}

/** Months that may be dropped, the oldest first. */
export async function listDroppable(db: Queryable, endedForMonths: number): Promise<string[]> {
  return (await db.query<{ month: string }>(DUE, [endedForMonths])).map(row => row.month)
}

const DROPPED = {
  name: 'dropped-until',
  text: `SELECT (extract(epoch FROM call_id_time(upper_id)) * 1000)::float8 AS ms
         FROM settled_periods WHERE state = 'dropped' ORDER BY period DESC LIMIT 1`,
}

/** Up to which time in their ids calls are gone; 0 when none is. */
export async function droppedUntilMs(db: Queryable): Promise<number> {
  const [row] = await db.query<{ ms: number }>(DROPPED)
  return row?.ms ?? 0
}

const OVERDUE = {
  name: 'seal-overdue',
  text: `SELECT coalesce(greatest(0, extract(epoch FROM
           clock_timestamp() - call_id_time(min(upper_id::text)::uuid) - $1 * interval '1 day')), 0)::float8 AS seconds
         FROM settled_periods WHERE seal IS NULL`,
}

/** For how long the oldest month that is not sealed should have been, which it is so many days after its end; 0 when none is late. */
export async function measureSealOverdueSeconds(db: Queryable, sealAfterDays: number): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(OVERDUE, [sealAfterDays])
  return row?.seconds ?? 0
}

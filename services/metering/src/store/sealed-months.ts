import type { Queryable } from '@mtg/postgres'
import type { UsageMonth } from '../domain/usage-month.ts'

type Counts = 'recordCount' | 'chargedMicros'
type Row = Omit<UsageMonth, Counts> & Readonly<Record<Counts, string>> & Record<string, unknown>

const LIST = {
  name: 'list-usage-months',
  text: `
    SELECT to_char(month, 'YYYY-MM') AS month, state, record_count AS "recordCount", charged_micros AS "chargedMicros",
           encode(records_digest, 'hex') AS "recordsDigest", encode(previous_seal, 'hex') AS "previousSeal",
           encode(seal, 'hex') AS seal, encode(seal_of_usage(m), 'hex') AS "rightSeal", sealed_at AS "sealedAt", location,
           exported_at AS "exportedAt", dropped_at AS "droppedAt"
    FROM usage_months m ORDER BY m.month`,
}

/** All months that are sealed, or about to be; the oldest first. */
export async function listMonths(db: Queryable): Promise<UsageMonth[]> {
  const rows = await db.query<Row>(LIST)
  return rows.map(row => ({
    ...row,
    recordCount: BigInt(row.recordCount),
    chargedMicros: BigInt(row.chargedMicros),
  }))
}

const DUE = {
  name: 'usage-months-to-seal',
  text: `SELECT to_char(month, 'YYYY-MM') AS month FROM usage_months_to_seal($1 * interval '1 day')`,
}

/** Months that ended so many days ago and are not sealed, the oldest first. */
export async function listUnsealed(db: Queryable, endedForDays: number): Promise<string[]> {
  return (await db.query<{ month: string }>(DUE, [endedForDays])).map(row => row.month)
}

const CLOSE = {
  name: 'close-usage-month',
  text: `SELECT close_usage_month(to_date($1, 'YYYY-MM'), $2 * interval '1 day') AS refusal`,
}

/** Closes a month that ended so many days ago; answers why not, or with nothing when it is closed. */
export async function closeMonth(db: Queryable, month: string, endedForDays: number): Promise<string> {
  const [row] = await db.query<{ refusal: string }>(CLOSE, [month, endedForDays])
  return row?.refusal ?? 'it was not asked'
}

/** What was read from the records of a month. */
export interface MonthReading {
  readonly format: number
  readonly recordCount: bigint
  readonly chargedMicros: bigint
  readonly recordsDigest: string
}

const SEAL = {
  name: 'seal-usage-month',
  text: `SELECT seal_usage_month(to_date($1, 'YYYY-MM'), $2::int, $3::bigint, $4::bigint, decode($5, 'hex'))`,
}

/** Seals a closed month. Throws when what was read is not what it was closed with. */
export async function sealMonth(db: Queryable, month: string, read: MonthReading): Promise<void> {
  const { format, recordCount, chargedMicros, recordsDigest } = read
  await db.query(SEAL, [month, format, String(recordCount), String(chargedMicros), recordsDigest])
}

const NOTE = { name: 'note-usage-exported', text: `SELECT note_usage_exported(to_date($1, 'YYYY-MM'), $2)` }

/** Notes where the file of a sealed month is. */
export async function noteExported(db: Queryable, month: string, location: string): Promise<void> {
  await db.query(NOTE, [month, location])
}

const DROPPABLE = {
  name: 'usage-months-to-drop',
  text: `SELECT to_char(month, 'YYYY-MM') AS month FROM usage_months
         WHERE state = 'sealed' AND (exported_at IS NOT NULL OR NOT $2::boolean)
           AND usage_month_end(month) <= date_trunc('month', now(), 'UTC') - make_interval(months => $1::int) ORDER BY 1`,
}

/** Which months may be dropped. */
export interface DropTerms {
  /** Whole months that are kept. */
  readonly keptMonths: number
  /** Whether they must have been exported. */
  readonly exportedOnly: boolean
}

/** Sealed months past their retention, the oldest first. */
export async function listDroppable(db: Queryable, { keptMonths, exportedOnly }: DropTerms): Promise<string[]> {
  return (await db.query<{ month: string }>(DROPPABLE, [keptMonths, exportedOnly])).map(row => row.month)
}

const DROP = {
  name: 'drop-usage-month',
  text: `SELECT drop_usage_month(to_date($1, 'YYYY-MM'), $2::int, $3::boolean)`,
}

/** Drops the records of a month. Throws when it is not sealed, whole, and past its retention. */
export async function dropMonth(db: Queryable, month: string, { keptMonths, exportedOnly }: DropTerms): Promise<void> {
  await db.query(DROP, [month, keptMonths, exportedOnly])
}

const OVERDUE = {
  name: 'usage-seal-overdue',
  text: `SELECT coalesce(extract(epoch FROM clock_timestamp() - usage_month_end(min(month)) - $1 * interval '1 day'), 0)::float8 AS seconds
         FROM usage_months_to_seal($1 * interval '1 day')`,
}

/** For how long the oldest month that is not sealed should have been; 0 when none is late. */
export async function measureSealOverdueSeconds(db: Queryable, sealAfterDays: number): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(OVERDUE, [sealAfterDays])
  return row?.seconds ?? 0
}

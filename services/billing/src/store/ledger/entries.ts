import type { Queryable, Statement } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { Account, JournalEntry, Period } from '../../domain/journal.ts'

/** A part of a list of entries, newest first. */
export interface EntryRange {
  /** Only entries that were made before this one. */
  readonly beforeId: bigint | undefined
  readonly limit: number
}

interface Row extends Record<string, unknown> {
  id: string
  kind: string
  debit: string
  credit: string
  amount_micros: string
  call_id: string | null
  reference: string | null
  created_at: Date
}

const COLUMNS = `
  id, kind, concat_ws(':', debit_type, debit_owner) AS debit, concat_ws(':', credit_type, credit_owner) AS credit,
  amount_micros, call_id, reference, created_at`

// $1 type, $2 owner, $3 from, $4 to, $5 before which entry, $6 how many. Debit and credit have an index each, so the two are read apart.
const OF_OWNER = {
  name: 'journal-of-owner',
  text: `
    SELECT ${COLUMNS} FROM (
      (SELECT * FROM all_entries WHERE debit_owner = $2 AND debit_type = $1 AND id < $5
         AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
       ORDER BY id DESC LIMIT $6)
      UNION
      (SELECT * FROM all_entries WHERE credit_owner = $2 AND credit_type = $1 AND id < $5
         AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
       ORDER BY id DESC LIMIT $6)
    ) AS entries ORDER BY id DESC LIMIT $6`,
}

const OF_GATEWAY = {
  name: 'journal-of-gateway',
  text: `
    SELECT ${COLUMNS} FROM all_entries
    WHERE (debit_owner IS NULL OR credit_owner IS NULL) AND (debit_type = $1 OR credit_type = $1) AND $2::uuid IS NULL AND id < $5
      AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
    ORDER BY id DESC LIMIT $6`,
}

// $1 call or null, $2 from, $3 to, $4 before which entry, $5 how many.
const OF_CALL = {
  name: 'journal-of-call',
  text: `
    SELECT ${COLUMNS} FROM all_entries
    WHERE call_id = $1 AND id < $4
      AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
    ORDER BY id DESC LIMIT $5`,
}

const ALL = {
  name: 'journal-of-all',
  text: `
    SELECT ${COLUMNS} FROM all_entries
    WHERE $1::uuid IS NULL AND id < $4
      AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
    ORDER BY id DESC LIMIT $5`,
}

const BEFORE_ALL = 9_223_372_036_854_775_807n
/** Entries that moved money to or from an account. */
export function listEntriesOfAccount(
  db: Queryable,
  { type, owner }: Account,
  period: Period,
  range: EntryRange,
): Promise<JournalEntry[]> {
  const subject = [type, owner ?? null]
  return list(db, { statement: owner === undefined ? OF_GATEWAY : OF_OWNER, subject }, period, range)
}

/** Entries that a call made. */
export function listEntriesOfCall(
  db: Queryable,
  callId: CallId,
  period: Period,
  range: EntryRange,
): Promise<JournalEntry[]> {
  return list(db, { statement: OF_CALL, subject: [callId] }, period, range)
}

/** Entries of the whole journal. */
export function listAllEntries(db: Queryable, period: Period, range: EntryRange): Promise<JournalEntry[]> {
  return list(db, { statement: ALL, subject: [null] }, period, range)
}

/** A statement, and whose entries it reads: what comes before the period among its parameters. */
interface Question {
  readonly statement: Statement
  readonly subject: readonly (string | null)[]
}

async function list(
  db: Queryable,
  { statement, subject }: Question,
  { from, to }: Period,
  { beforeId = BEFORE_ALL, limit }: EntryRange,
): Promise<JournalEntry[]> {
  const rows = await db.query<Row>(statement, [...subject, from, to, beforeId.toString(), limit])
  return rows.map(row => ({
    id: BigInt(row.id),
    kind: row.kind,
    debitAccount: row.debit,
    creditAccount: row.credit,
    amountMicros: BigInt(row.amount_micros),
    callId: row.call_id,
    reference: row.reference,
    createdAt: row.created_at,
  }))
}

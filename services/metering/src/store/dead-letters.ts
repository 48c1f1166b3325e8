import { createHash } from 'node:crypto'
import type { Queryable } from '@mtg/postgres'

/** An event that could not be stored. */
export interface DeadLetterEntry {
  /** NATS subject without the prefix. */
  readonly subject: string
  readonly payload: string
  readonly reason: string
  readonly detail: string
}

/** A kept dead letter. */
export interface DeadLetter extends DeadLetterEntry {
  readonly id: bigint
  readonly deliveryCount: number
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

const KEEP = {
  name: 'keep-dead-letters',
  text: `
    INSERT INTO dead_letters AS letter (subject, payload, digest, reason, detail)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[])
      AS entry (subject, payload, digest, reason, detail)
    ORDER BY entry.digest
    ON CONFLICT (digest) DO UPDATE
    SET reason = excluded.reason, detail = excluded.detail, last_seen_at = now(),
        delivery_count = letter.delivery_count + 1`,
}

/** Keeps dead letters; the same event again only counts. */
export async function keepDeadLetters(db: Queryable, entries: readonly DeadLetterEntry[]): Promise<void> {
  const byDigest = new Map(entries.map(storable).map(entry => [digestOf(entry).toString('hex'), entry]))
  const unique = [...byDigest.values()]
  if (unique.length === 0) return
  await db.query(KEEP, [
    unique.map(entry => entry.subject),
    unique.map(entry => entry.payload),
    unique.map(digestOf),
    unique.map(entry => entry.reason),
    unique.map(entry => entry.detail),
  ])
}

/** PostgreSQL holds no NUL in a text, and poison may well contain one. */
function storable(entry: DeadLetterEntry): DeadLetterEntry {
  const clean = (text: string) => text.replaceAll('\0', '\uFFFD')
  return { ...entry, payload: clean(entry.payload), detail: clean(entry.detail) }
}

function digestOf(entry: DeadLetterEntry): Buffer {
  return createHash('sha256').update(`${entry.subject}\n${entry.payload}`).digest()
}

interface Row {
  id: string
  subject: string
  payload: string
  reason: string
  detail: string
  delivery_count: number
  first_seen_at: Date
  last_seen_at: Date
}

const LIST = {
  name: 'list-dead-letters',
  text: `SELECT id, subject, payload, reason, detail, delivery_count, first_seen_at, last_seen_at
         FROM dead_letters WHERE id > $1 ORDER BY id LIMIT $2`,
}

/** Dead letters behind a number, oldest first. */
export async function listDeadLetters(db: Queryable, afterId: bigint, limit: number): Promise<DeadLetter[]> {
  return (await db.query<Row>(LIST, [afterId, limit])).map(toDeadLetter)
}

const FIND = {
  name: 'find-dead-letters',
  text: `SELECT id, subject, payload, reason, detail, delivery_count, first_seen_at, last_seen_at
         FROM dead_letters WHERE id = ANY($1::bigint[]) ORDER BY id`,
}

/** Those of the dead letters that are still kept. */
export async function findDeadLetters(db: Queryable, ids: readonly bigint[]): Promise<DeadLetter[]> {
  return (await db.query<Row>(FIND, [ids])).map(toDeadLetter)
}

const REMOVE = { name: 'remove-dead-letters', text: 'DELETE FROM dead_letters WHERE id = ANY($1::bigint[])' }

/** Removes dead letters that are stored now. */
export async function removeDeadLetters(db: Queryable, ids: readonly bigint[]): Promise<void> {
  await db.query(REMOVE, [ids])
}

const EXPLAIN = {
  name: 'explain-dead-letters',
  text: `UPDATE dead_letters SET reason = attempt.reason, detail = attempt.detail
         FROM unnest($1::bigint[], $2::text[], $3::text[]) AS attempt (id, reason, detail)
         WHERE dead_letters.id = attempt.id`,
}

/** Notes why dead letters failed again. */
export async function explainDeadLetters(
  db: Queryable,
  attempts: readonly { readonly id: bigint; readonly reason: string; readonly detail: string }[],
): Promise<void> {
  if (attempts.length === 0) return
  const values = [attempts.map(a => a.id), attempts.map(a => a.reason), attempts.map(a => a.detail)]
  await db.query(EXPLAIN, values)
}

function toDeadLetter(row: Row): DeadLetter {
  return {
    id: BigInt(row.id),
    subject: row.subject,
    payload: row.payload,
    reason: row.reason,
    detail: row.detail,
    deliveryCount: row.delivery_count,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  }
}

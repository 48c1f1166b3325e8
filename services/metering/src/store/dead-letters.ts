import { createHash } from 'node:crypto'
import type { Queryable } from '@mtg/postgres'

/** An event that could not be stored. */
export interface DeadLetterEntry {
  /** NATS subject without the prefix. */
  readonly subject: string
  /** As it came. */
  readonly payload: Buffer
  readonly reason: string
  readonly detail: string
}

/** A kept dead letter. */
export interface DeadLetter extends Omit<DeadLetterEntry, 'payload'> {
  readonly id: bigint
  /** What is kept of it. */
  readonly payload: string
  /** What it had. */
  readonly payloadBytes: number
  /** Whether all of it is kept. */
  readonly whole: boolean
  readonly deliveryCount: number
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

/** What is kept of a payload; no event of ours is larger. */
const PAYLOAD_BYTES_MAX = 16 * 1024
const DETAIL_LENGTH_MAX = 2000
const STATEMENT_LETTERS_MAX = 500

// One that is there already only counts, so it always may.
const KEEP = {
  name: 'keep-dead-letters',
  text: `
    WITH kept AS (
      INSERT INTO dead_letters AS letter (subject, payload, payload_bytes, digest, reason, detail)
      SELECT subject, payload, payload_bytes, digest, reason, detail
      FROM unnest($1::text[], $2::text[], $3::int[], $4::bytea[], $5::text[], $6::text[]) WITH ORDINALITY
        AS entry (subject, payload, payload_bytes, digest, reason, detail, position)
      WHERE position <= $7::int - (SELECT count(*) FROM dead_letters)
        OR EXISTS (SELECT FROM dead_letters AS known WHERE known.digest = entry.digest)
      ORDER BY entry.digest
      ON CONFLICT (digest) DO UPDATE
      SET reason = excluded.reason, detail = excluded.detail, last_seen_at = now(),
          delivery_count = letter.delivery_count + 1
      RETURNING 1
    ) SELECT count(*)::int AS count FROM kept`,
}

/**
 * Keeps dead letters, as long as there are no more than so many; the same event again only counts. Answers with how many were
 * not kept.
 */
export async function keepDeadLetters(
  db: Queryable,
  entries: readonly DeadLetterEntry[],
  lettersMax: number,
): Promise<number> {
  const unique = [...new Map(entries.map(entry => [digestOf(entry), storable(entry)]))]
  let kept = 0
  for (let start = 0; start < unique.length; start += STATEMENT_LETTERS_MAX) {
    const chunk = unique.slice(start, start + STATEMENT_LETTERS_MAX)
    const [row] = await db.query<{ count: number }>(KEEP, [
      chunk.map(([, entry]) => entry.subject),
      chunk.map(([, entry]) => entry.payload),
      chunk.map(([, entry]) => entry.payloadBytes),
      chunk.map(([digest]) => Buffer.from(digest, 'hex')),
      chunk.map(([, entry]) => entry.reason),
      chunk.map(([, entry]) => entry.detail),
      lettersMax,
    ])
    kept += row?.count ?? 0
  }
  return unique.length - kept
}

/** PostgreSQL holds no NUL in a text, and poison may well contain one. */
function storable({ payload, detail, ...same }: DeadLetterEntry) {
  const clean = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
  const beginning = payload.subarray(0, PAYLOAD_BYTES_MAX).toString('utf8')
  return {
    ...same,
    payload: clean(beginning),
    payloadBytes: payload.length,
    detail: clean(detail.slice(0, DETAIL_LENGTH_MAX)),
  }
}

function digestOf({ subject, payload }: DeadLetterEntry): string {
  return createHash('sha256').update(`${subject}\n`).update(payload).digest('hex')
}

const EXPIRE = {
  name: 'expire-dead-letters',
  text: `DELETE FROM dead_letters WHERE id = ANY (ARRAY(
           SELECT id FROM dead_letters WHERE last_seen_at < now() - make_interval(days => $1::int) LIMIT $2))
         RETURNING 1`,
}

const EXPIRED_MAX = 1000

/** Removes those that came last more than so many days ago; how many. */
export async function expireDeadLetters(db: Queryable, daysMax: number): Promise<number> {
  let removed = 0
  for (;;) {
    const { length } = await db.query(EXPIRE, [daysMax, EXPIRED_MAX])
    removed += length
    if (length < EXPIRED_MAX) return removed
  }
}

interface Row {
  id: string
  subject: string
  payload: string
  payload_bytes: number | null
  reason: string
  detail: string
  delivery_count: number
  first_seen_at: Date
  last_seen_at: Date
}

const LIST = {
  name: 'list-dead-letters',
  text: `SELECT id, subject, payload, payload_bytes, reason, detail, delivery_count, first_seen_at, last_seen_at
         FROM dead_letters WHERE id > $1 ORDER BY id LIMIT $2`,
}

/** Dead letters behind a number, oldest first. */
export async function listDeadLetters(db: Queryable, afterId: bigint, limit: number): Promise<DeadLetter[]> {
  return (await db.query<Row>(LIST, [afterId, limit])).map(toDeadLetter)
}

const FIND = {
  name: 'find-dead-letters',
  text: `SELECT id, subject, payload, payload_bytes, reason, detail, delivery_count, first_seen_at, last_seen_at
         FROM dead_letters WHERE id = ANY($1::bigint[]) ORDER BY id`,
}

/** Those of the dead letters that are still kept. */
export async function findDeadLetters(db: Queryable, ids: readonly bigint[]): Promise<DeadLetter[]> {
  return (await db.query<Row>(FIND, [ids])).map(toDeadLetter)
}

const COUNT = { name: 'count-dead-letters', text: 'SELECT count(*)::int AS count FROM dead_letters' }

/** How many dead letters are kept. */
export async function countDeadLetters(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT, [])
  return row?.count ?? 0
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
    payloadBytes: row.payload_bytes ?? Buffer.byteLength(row.payload),
    whole: (row.payload_bytes ?? 0) <= PAYLOAD_BYTES_MAX,
    reason: row.reason,
    detail: row.detail,
    deliveryCount: row.delivery_count,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  }
}

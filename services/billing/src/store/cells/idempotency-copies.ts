import type { Queryable } from '@mtg/postgres'

/** Idempotency-Keys of a buyer who is to leave, on their way to another cell. */
export interface IdempotencyCopy extends Record<string, unknown> {
  readonly id: string
  /** The last one that is there; empty: none. */
  readonly position: Buffer
  /** All whose requests were done when it began are there. */
  readonly isWhole: boolean
}

/** Some of them. */
export interface CopiedPage {
  /** A JSON array. */
  readonly rows: string
  /** Its last one. */
  readonly position: Buffer
}

const BEGIN = {
  name: 'begin-idempotency-copy',
  text: 'SELECT id, position, is_whole AS "isWhole" FROM begin_idempotency_copy($1, $2, $3)',
}

/** Begins to copy a buyer's keys to a cell, or goes on with what was begun. Rejects when somebody else works on the buyer for long. */
export async function beginIdempotencyCopy(
  db: Queryable,
  id: string,
  buyerId: string,
  cell: string,
): Promise<IdempotencyCopy> {
  const [copy] = await db.query<IdempotencyCopy>(BEGIN, [id, buyerId, cell])
  if (copy === undefined) throw new Error('nothing was begun')
  return copy
}

const ROWS_PER_PAGE = 2_000
const BYTES_PER_PAGE = 250_000

// Answers are of very different sizes, and are twice as large in JSON.
const PAGE = {
  name: 'page-of-idempotency-keys',
  text: `
    WITH next AS MATERIALIZED (
      SELECT key_hash, sum(200 + coalesce(octet_length(answer_sealed), 0)) OVER (ORDER BY key_hash) / ${BYTES_PER_PAGE} AS place
      FROM (SELECT key_hash, answer_sealed FROM idempotency_keys
            WHERE buyer_id = $1 AND key_hash > $2 AND done ORDER BY key_hash LIMIT ${ROWS_PER_PAGE}) AS keys
    ), chosen AS MATERIALIZED (SELECT key_hash FROM next WHERE place = (SELECT min(place) FROM next))
    SELECT jsonb_agg(to_jsonb(i))::text AS rows, (SELECT key_hash FROM chosen ORDER BY key_hash DESC LIMIT 1) AS position
    FROM idempotency_keys i WHERE i.buyer_id = $1 AND i.key_hash = ANY (ARRAY(SELECT key_hash FROM chosen))
    HAVING count(*) > 0`,
}

/** The keys after one of them, in their order, whose requests are done; undefined: there are none. */
export async function readIdempotencyPage(
  db: Queryable,
  buyerId: string,
  after: Buffer,
): Promise<CopiedPage | undefined> {
  const [page] = await db.query<CopiedPage & Record<string, unknown>>(PAGE, [buyerId, after])
  return page
}

const ADVANCE = {
  name: 'advance-idempotency-copy',
  text: 'UPDATE idempotency_copies SET position = $2 WHERE id = $1',
}
const END = { name: 'end-idempotency-copy', text: 'UPDATE idempotency_copies SET is_whole = true WHERE id = $1' }

/** Notes that the keys up to this one are there. */
export async function advanceIdempotencyCopy(db: Queryable, id: string, position: Buffer): Promise<void> {
  await db.query(ADVANCE, [id, position])
}

/** Notes that all are there. */
export async function endIdempotencyCopy(db: Queryable, id: string): Promise<void> {
  await db.query(END, [id])
}

const TAKE = { name: 'take-idempotency-copies', text: 'SELECT take_idempotency_copies($1, $2)' }

/** Keeps keys of a buyer who may come. */
export async function takeIdempotencyCopies(db: Queryable, buyerId: string, rows: string): Promise<void> {
  await db.query(TAKE, [buyerId, rows])
}

const FORGET = {
  name: 'forget-idempotency-copies',
  text: `
    WITH given_up AS (
      DELETE FROM idempotency_copies WHERE began_at < clock_timestamp() - interval '1 hour' RETURNING buyer_id)
    DELETE FROM idempotency_changes c USING given_up WHERE c.buyer_id = given_up.buyer_id`,
}

/** Forgets what was begun long ago, and nobody has left with. */
export async function forgetIdempotencyCopies(db: Queryable): Promise<void> {
  await db.query(FORGET)
}

import type { Queryable } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { Attempt, AttemptTerms } from '../domain/attempt.ts'

/** What is known of a key, seen from one attempt. */
export interface KeyState {
  readonly callId: CallId
  /** Whether it stands for the same request. */
  readonly isSameRequest: boolean
  readonly isDone: boolean
  readonly answerSealed: Buffer | null
  /** Whether nobody has spoken for its attempt in time. */
  readonly isLapsed: boolean
  /** Whether the key may be used for another request. */
  readonly isExpired: boolean
}

const INSERT = {
  name: 'insert-idempotency-key',
  text: `
    INSERT INTO idempotency_keys (buyer_id, key_hash, fingerprint, call_id, lease_until, expires_at)
    SELECT $1, $2, $3, $4, moment + $5 * interval '1 millisecond', moment + $6 * interval '1 millisecond'
    FROM clock_timestamp() AS moment
    ON CONFLICT DO NOTHING RETURNING call_id`,
}

/** Takes a key for an attempt; false when another attempt has it. */
export async function claimKey(
  db: Queryable,
  attempt: Attempt,
  fingerprint: Buffer,
  { leaseMs, rememberMs }: AttemptTerms,
): Promise<boolean> {
  const { buyerId, keyHash, callId } = attempt
  const rows = await db.query(INSERT, [buyerId, keyHash, fingerprint, callId, leaseMs, rememberMs])
  return rows.length > 0
}

const COLUMNS = `
  call_id AS "callId", fingerprint = $3 AS "isSameRequest", done AS "isDone", answer_sealed AS "answerSealed",
  lease_until <= clock_timestamp() AS "isLapsed",
  expires_at <= clock_timestamp() AND (done OR lease_until <= clock_timestamp()) AS "isExpired"`
const FIND = {
  name: 'find-idempotency-key',
  text: `SELECT ${COLUMNS} FROM idempotency_keys WHERE buyer_id = $1 AND key_hash = $2`,
}
const LOCK = { name: 'lock-idempotency-key', text: `${FIND.text} FOR UPDATE` }

/** What is known of the key at this moment. */
export async function findKey(db: Queryable, attempt: Attempt, fingerprint: Buffer): Promise<KeyState | undefined> {
  return (await db.query<KeyState>(FIND, [attempt.buyerId, attempt.keyHash, fingerprint]))[0]
}

/** As `findKey`, and nothing changes until the transaction ends. */
export async function lockKey(tx: Queryable, attempt: Attempt, fingerprint: Buffer): Promise<KeyState | undefined> {
  return (await tx.query<KeyState>(LOCK, [attempt.buyerId, attempt.keyHash, fingerprint]))[0]
}

const DELETE = {
  name: 'delete-idempotency-key',
  text: 'DELETE FROM idempotency_keys WHERE buyer_id = $1 AND key_hash = $2 AND call_id = $3 AND NOT done RETURNING 1',
}

/** Frees the key of an attempt that is under way; false when it is not, any more. */
export async function freeKey(tx: Queryable, { buyerId, keyHash, callId }: Attempt): Promise<boolean> {
  return (await tx.query(DELETE, [buyerId, keyHash, callId])).length > 0
}

const DELETE_ANY = {
  name: 'forget-idempotency-key',
  text: 'DELETE FROM idempotency_keys WHERE buyer_id = $1 AND key_hash = $2',
}

/** Frees a key, whatever it stood for. */
export async function forgetKey(tx: Queryable, { buyerId, keyHash }: Attempt): Promise<void> {
  await tx.query(DELETE_ANY, [buyerId, keyHash])
}

const RENEW = {
  name: 'renew-idempotency-key',
  text: `UPDATE idempotency_keys SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
         WHERE buyer_id = $1 AND key_hash = $2 AND call_id = $3 AND NOT done`,
}

/** Extends the lease of an attempt, unless the key is no longer its. */
export async function renewLease(db: Queryable, { buyerId, keyHash, callId }: Attempt, leaseMs: number): Promise<void> {
  await db.query(RENEW, [buyerId, keyHash, callId, leaseMs])
}

const FINISH = {
  name: 'finish-idempotency-key',
  text: `UPDATE idempotency_keys SET done = true, answer_sealed = CASE WHEN done THEN answer_sealed ELSE $4 END
         WHERE buyer_id = $1 AND key_hash = $2 AND call_id = $3 RETURNING 1`,
}

/** Notes that the request was carried out, and its answer; false when the key is no longer the attempt's. */
export async function finishKey(
  db: Queryable,
  { buyerId, keyHash, callId }: Attempt,
  answerSealed: Buffer | null,
): Promise<boolean> {
  return (await db.query(FINISH, [buyerId, keyHash, callId, answerSealed])).length > 0
}

const PURGE = {
  name: 'purge-idempotency-keys',
  text: `
    DELETE FROM idempotency_keys WHERE (buyer_id, key_hash) IN (
      SELECT buyer_id, key_hash FROM idempotency_keys
      WHERE expires_at <= clock_timestamp() AND (done OR lease_until <= clock_timestamp())
      ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
}

/** Removes keys whose time is over; answers with how many there were. */
export async function purgeKeys(db: Queryable, limit: number): Promise<number> {
  return (await db.query(PURGE, [limit])).length
}

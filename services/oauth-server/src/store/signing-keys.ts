import type { Queryable } from '@mtg/postgres'

/** A stored signing key that has not expired. Times are milliseconds on the database's clock. */
export interface SigningKeyRow {
  readonly kid: string
  readonly publicJwk: { readonly n: string; readonly e: string }
  readonly sealedPrivate: Buffer
  readonly createdAtMs: number
  readonly activatesAtMs: number | undefined
  readonly expiresAtMs: number | undefined
}

/** The keys, and what time it was on the database's clock. */
export interface StoredKeys {
  readonly nowMs: number
  readonly keys: readonly SigningKeyRow[]
}

/** A key to store. */
export type NewSigningKey = Pick<SigningKeyRow, 'kid' | 'sealedPrivate' | 'activatesAtMs'> & {
  readonly publicJwk: { readonly kty: 'RSA'; readonly n: string; readonly e: string }
}

interface Row {
  now_ms: number
  kid: string | null
  public_jwk: { n: string; e: string }
  sealed_private: Buffer
  created_at_ms: number
  activates_at_ms: number | null
  expires_at_ms: number | null
}

const LOCK = { name: 'lock-signing-keys', text: 'SELECT pg_advisory_xact_lock(7210904420)' }

// One row with the time even when there is no key.
const FIND = {
  name: 'find-signing-keys',
  text: `
    SELECT ${millis('clock.now')} AS now_ms, key.kid, key.public_jwk, key.sealed_private,
           ${millis('key.created_at')} AS created_at_ms, ${millis('key.activates_at')} AS activates_at_ms,
           ${millis('key.expires_at')} AS expires_at_ms
    FROM (SELECT clock_timestamp() AS now) AS clock
    LEFT JOIN signing_keys AS key ON key.expires_at IS NULL OR key.expires_at > clock.now
    ORDER BY key.created_at DESC, key.kid`,
}

const INSERT = {
  name: 'insert-signing-key',
  text: `
    INSERT INTO signing_keys (kid, public_jwk, sealed_private, created_at, activates_at)
    VALUES ($1, $2, $3, clock_timestamp(), to_timestamp($4::float8 / 1000))`,
}

const EXISTS = { name: 'signing-key-exists', text: 'SELECT 1 FROM signing_keys WHERE kid = $1' }

const ACTIVATE = {
  name: 'activate-signing-key',
  text: 'UPDATE signing_keys SET activates_at = to_timestamp($2::float8 / 1000) WHERE kid = $1',
}

const EXPIRE = {
  name: 'expire-signing-key',
  text: `
    UPDATE signing_keys SET expires_at = to_timestamp($2::float8 / 1000)
    WHERE kid = $1 AND (expires_at IS NULL OR expires_at > to_timestamp($2::float8 / 1000))`,
}

/** Makes other replicas wait until this transaction has ended. */
export async function lockSigningKeys(tx: Queryable): Promise<void> {
  await tx.query(LOCK)
}

/** All keys that have not expired, newest first. */
export async function findSigningKeys(db: Queryable): Promise<StoredKeys> {
  const rows = await db.query<Row>(FIND)
  const keys = rows
    .filter(row => row.kid !== null)
    .map(row => ({
      kid: row.kid ?? '',
      publicJwk: row.public_jwk,
      sealedPrivate: row.sealed_private,
      createdAtMs: row.created_at_ms,
      activatesAtMs: row.activates_at_ms ?? undefined,
      expiresAtMs: row.expires_at_ms ?? undefined,
    }))
  return { nowMs: rows[0]?.now_ms ?? 0, keys }
}

/** Stores a new key. */
export async function insertSigningKey(tx: Queryable, key: NewSigningKey): Promise<void> {
  await tx.query(INSERT, [key.kid, JSON.stringify(key.publicJwk), key.sealedPrivate, key.activatesAtMs ?? null])
}

/** Whether a key was ever stored, expired ones included. */
export async function signingKeyExists(db: Queryable, kid: string): Promise<boolean> {
  return (await db.query(EXISTS, [kid])).length > 0
}

/** Decides from when on a key signs. */
export async function activateSigningKey(tx: Queryable, kid: string, atMs: number): Promise<void> {
  await tx.query(ACTIVATE, [kid, atMs])
}

/** Decides when a key leaves the JWKS; an earlier decision stays. */
export async function expireSigningKey(tx: Queryable, kid: string, atMs: number): Promise<void> {
  await tx.query(EXPIRE, [kid, atMs])
}

function millis(expression: string): string {
  return `(extract(epoch FROM ${expression}) * 1000)::float8`
}

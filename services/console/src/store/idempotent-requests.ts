import type { Queryable } from '@mtg/postgres'

/** A request that may come again. */
export interface RequestIdentity {
  readonly keyDigest: Buffer
  readonly ownerDigest: Buffer
  readonly requestDigest: Buffer
}

/** What is known of a request when it comes. */
export type BegunRequest =
  | { readonly state: 'begun' }
  | { readonly state: 'running' }
  | { readonly state: 'other_request' }
  | { readonly state: 'answered'; readonly sealedAnswer: Buffer }

/** Of one who asks, the newest so many are kept. */
const KEPT_MAX = 1000

interface Row {
  is_begun: boolean
  is_same: boolean
  sealed_answer: Buffer | null
}

// One statement: of two at once, the second waits for the first one's row and then sees that it runs. Whose lease has ended has
// died on the way; the work may be done anew, since all of it is safe to repeat.
const BEGIN = {
  name: 'begin-idempotent-request',
  text: `
    WITH oldest AS (
      DELETE FROM idempotent_requests WHERE key_digest IN (
        SELECT key_digest FROM idempotent_requests WHERE owner_digest = $5 AND key_digest <> $1
        ORDER BY expires_at DESC OFFSET $6)
    ), begun AS (
      INSERT INTO idempotent_requests AS known (key_digest, request_digest, lease_ends_at, expires_at, owner_digest)
      VALUES ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5)
      ON CONFLICT (key_digest) DO UPDATE SET request_digest = excluded.request_digest,
        lease_ends_at = excluded.lease_ends_at, expires_at = excluded.expires_at, sealed_answer = NULL
      WHERE known.expires_at <= now()
        OR known.sealed_answer IS NULL AND known.lease_ends_at <= now() AND known.request_digest = excluded.request_digest
      RETURNING key_digest
    )
    SELECT true AS is_begun, true AS is_same, NULL::bytea AS sealed_answer FROM begun
    UNION ALL
    SELECT false, request_digest = $2, sealed_answer FROM idempotent_requests
    WHERE key_digest = $1 AND NOT EXISTS (SELECT FROM begun)`,
}

const FINISH = {
  name: 'finish-idempotent-request',
  text: 'UPDATE idempotent_requests SET sealed_answer = $2 WHERE key_digest = $1',
}

const FORGET = {
  name: 'forget-idempotent-request',
  text: 'DELETE FROM idempotent_requests WHERE key_digest = $1 AND sealed_answer IS NULL',
}

/** Begins a request, or says what is known of it. */
export async function beginRequest(
  db: Queryable,
  { keyDigest, requestDigest, ownerDigest }: RequestIdentity,
  lifetimes: { readonly leaseSeconds: number; readonly keptSeconds: number },
): Promise<BegunRequest> {
  const { leaseSeconds, keptSeconds } = lifetimes
  const values = [keyDigest, requestDigest, leaseSeconds, keptSeconds, ownerDigest, KEPT_MAX - 1]
  const [row] = await db.query<Row>(BEGIN, values)
  // Another one was inserted between the two halves of the statement.
  if (row === undefined) return { state: 'running' }
  if (row.is_begun) return { state: 'begun' }
  if (!row.is_same) return { state: 'other_request' }
  return row.sealed_answer === null ? { state: 'running' } : { state: 'answered', sealedAnswer: row.sealed_answer }
}

/** Keeps the answer to a request. */
export async function finishRequest(db: Queryable, keyDigest: Buffer, sealedAnswer: Buffer): Promise<void> {
  await db.query(FINISH, [keyDigest, sealedAnswer])
}

/** Forgets a request that came to nothing: it may be carried out anew. */
export async function forgetRequest(db: Queryable, keyDigest: Buffer): Promise<void> {
  await db.query(FORGET, [keyDigest])
}

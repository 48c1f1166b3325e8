import type { Queryable } from '@mtg/postgres'

/** A grant to store, with its first refresh token. */
export interface NewGrant {
  readonly grantId: string
  readonly keyId: string
  readonly buyerId: string
  readonly redirectHost: string
  readonly scope: string
  readonly tokenHash: Buffer
}

/** A refresh token that was found, live or spent. */
export interface FoundRefreshToken {
  readonly grantId: string
  readonly keyId: string
  readonly buyerId: string
  readonly scope: string
  /** Whether the grant still holds. */
  readonly live: boolean
  /** How long ago this token was rotated; undefined for the family's newest one. */
  readonly spentMsAgo: number | undefined
}

/** Why a grant ended before its time. */
export type RevocationReason = 'buyer' | 'code_replayed' | 'token_replayed'

interface Row {
  id: string
  key_id: string
  buyer_id: string
  scope: string
  live: boolean
  spent_ms_ago: number | null
}

const INSERT = {
  name: 'insert-grant',
  text: `
    INSERT INTO grants (id, key_id, buyer_id, redirect_host, scope, token_hash, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
}

const FIND = {
  name: 'find-refresh-token',
  text: `
    SELECT id, key_id, buyer_id, scope, revoked_at IS NULL AND expires_at > now() AS live, NULL AS spent_ms_ago
    FROM grants WHERE token_hash = $1
    UNION ALL
    SELECT family.id, key_id, buyer_id, scope, revoked_at IS NULL AND expires_at > now(),
           (extract(epoch FROM now() - spent_at) * 1000)::float8
    FROM spent_refresh_tokens AS spent JOIN grants AS family ON family.id = spent.grant_id
    WHERE spent.token_hash = $1`,
}

// One statement: the old token is spent and the new one lives, or neither. Of two rotations at once the second waits
// for the first one's row, and then no longer finds its token in it.
const ROTATE = {
  name: 'rotate-refresh-token',
  text: `
    WITH rotated AS (
      UPDATE grants SET token_hash = $2, last_used_at = now()
      WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > now()
      RETURNING id
    )
    INSERT INTO spent_refresh_tokens (token_hash, grant_id) SELECT $1, id FROM rotated
    RETURNING grant_id`,
}

const REVOKE = {
  name: 'revoke-grant',
  text: 'UPDATE grants SET revoked_at = now(), revoked_reason = $2 WHERE id = $1 AND revoked_at IS NULL',
}

/** Stores a grant. */
export async function insertGrant(db: Queryable, grant: NewGrant, lifetimeSeconds: number): Promise<void> {
  const { grantId, keyId, buyerId, redirectHost, scope, tokenHash } = grant
  await db.query(INSERT, [grantId, keyId, buyerId, redirectHost, scope, tokenHash, lifetimeSeconds])
}

/** Looks a refresh token up, also when it was rotated. */
export async function findRefreshToken(db: Queryable, tokenHash: Buffer): Promise<FoundRefreshToken | undefined> {
  const [row] = await db.query<Row>(FIND, [tokenHash])
  if (row === undefined) return undefined
  const { id, key_id, buyer_id, scope, live, spent_ms_ago } = row
  return { grantId: id, keyId: key_id, buyerId: buyer_id, scope, live, spentMsAgo: spent_ms_ago ?? undefined }
}

/** Puts a new refresh token in the old one's place; false when the old one was rotated or revoked meanwhile. */
export async function rotateRefreshToken(db: Queryable, oldHash: Buffer, newHash: Buffer): Promise<boolean> {
  return (await db.query(ROTATE, [oldHash, newHash])).length > 0
}

/** Ends a grant. Doing it twice is fine. */
export async function revokeGrant(db: Queryable, grantId: string, reason: RevocationReason): Promise<void> {
  await db.query(REVOKE, [grantId, reason])
}

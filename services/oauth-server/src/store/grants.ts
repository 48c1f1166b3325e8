import type { Queryable } from '@mtg/postgres'
import type { BuyerId, GrantId, KeyId } from '@mtg/primitives'

/** A grant to store, with its first refresh token. */
export interface NewGrant {
  readonly grantId: GrantId
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  readonly redirectHost: string
  readonly scope: string
  readonly tokenHash: Buffer
}

/** A refresh token that was found, live or spent. */
export interface FoundRefreshToken {
  readonly grantId: GrantId
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  readonly scope: string
  /** Whether the grant still holds. */
  readonly live: boolean
  /** How long ago this token was rotated; undefined for the family's newest one. */
  readonly spentMsAgo: number | undefined
}

/** Why a grant ended before its time. */
export type RevocationReason = 'buyer' | 'code_replayed' | 'token_replayed' | 'replaced'

interface Row {
  id: GrantId
  key_id: KeyId
  buyer_id: BuyerId
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
    ), forgotten AS (
      DELETE FROM spent_refresh_tokens WHERE token_hash IN (
        SELECT token_hash FROM spent_refresh_tokens WHERE grant_id = (SELECT id FROM rotated)
        ORDER BY spent_at DESC OFFSET $3)
    )
    INSERT INTO spent_refresh_tokens (token_hash, grant_id) SELECT $1, id FROM rotated
    RETURNING grant_id`,
}

/** Rotated tokens that are recognised as replayed; older ones are refused as unknown. */
const SPENT_TOKENS_MAX = 100

// What a buyer's ended grants leave behind is bounded as well: the newest are enough to recognise a replay.
const END_OLDEST = {
  name: 'end-oldest-grants',
  text: `
    WITH forgotten AS (
      DELETE FROM grants WHERE id IN (
        SELECT id FROM grants WHERE buyer_id = $1 AND announced_at IS NOT NULL ORDER BY created_at DESC OFFSET $2)
    )
    UPDATE grants SET revoked_at = now(), revoked_reason = 'replaced' WHERE id IN (
      SELECT id FROM grants WHERE buyer_id = $1 AND revoked_at IS NULL AND expires_at > now()
      ORDER BY created_at DESC, id DESC OFFSET $2)`,
}

const FIND_UNANNOUNCED = {
  name: 'find-unannounced-grants',
  text: `
    SELECT id, key_id, revoked_at FROM grants
    WHERE revoked_at IS NOT NULL AND announced_at IS NULL AND revoked_at > now() - make_interval(secs => $1)
    ORDER BY revoked_at LIMIT $2`,
}

const SET_ANNOUNCED = {
  name: 'set-grants-announced',
  text: 'UPDATE grants SET announced_at = now() WHERE id = ANY ($1::uuid[])',
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
  return (await db.query(ROTATE, [oldHash, newHash, SPENT_TOKENS_MAX])).length > 0
}

/** Ends a grant. Doing it twice is fine. */
export async function revokeGrant(db: Queryable, grantId: GrantId, reason: RevocationReason): Promise<void> {
  await db.query(REVOKE, [grantId, reason])
}

/** Ends a buyer's oldest live grants until so many are left. */
export async function endOldestGrants(db: Queryable, buyerId: BuyerId, leftMax: number): Promise<void> {
  await db.query(END_OLDEST, [buyerId, leftMax])
}

/** A grant that has ended, of which auth does not know yet. */
export interface UnannouncedGrant {
  readonly grantId: GrantId
  readonly keyId: KeyId
  readonly revokedAt: Date
}

/** Grants that ended within so many seconds and were not announced, oldest first. */
export async function findUnannounced(db: Queryable, withinSeconds: number, max: number): Promise<UnannouncedGrant[]> {
  const rows = await db.query<{ id: GrantId; key_id: KeyId; revoked_at: Date }>(FIND_UNANNOUNCED, [withinSeconds, max])
  return rows.map(row => ({ grantId: row.id, keyId: row.key_id, revokedAt: row.revoked_at }))
}

/** Notes that auth knows of these. */
export async function setAnnounced(db: Queryable, grantIds: readonly GrantId[]): Promise<void> {
  await db.query(SET_ANNOUNCED, [grantIds])
}

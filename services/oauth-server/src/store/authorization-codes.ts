import type { Queryable } from '@mtg/postgres'
import type { BuyerId, GrantId, KeyId } from '@mtg/primitives'

/** A code to store. */
export interface NewAuthorizationCode {
  readonly codeHash: Buffer
  readonly grantId: GrantId
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  readonly redirectUri: string
  readonly scope: string
  readonly codeChallenge: string
}

/** What a code was issued for. */
export interface AuthorizationCode {
  readonly grantId: GrantId
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  readonly redirectUri: string
  readonly scope: string
  readonly codeChallenge: string
  readonly expired: boolean
}

interface Row {
  grant_id: GrantId
  key_id: KeyId
  buyer_id: BuyerId
  redirect_uri: string
  scope: string
  code_challenge: string
  expired: boolean
}

const INSERT = {
  name: 'insert-authorization-code',
  text: `
    INSERT INTO authorization_codes (code_hash, grant_id, key_id, buyer_id, redirect_uri, scope, code_challenge, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
}

// Of two exchanges at once the second waits for the first one's row, and then finds it used.
const CONSUME = {
  name: 'consume-authorization-code',
  text: `
    UPDATE authorization_codes SET used_at = now()
    WHERE code_hash = $1 AND used_at IS NULL
    RETURNING grant_id, key_id, buyer_id, redirect_uri, scope, code_challenge, expires_at <= now() AS expired`,
}

const FIND_USED = {
  name: 'find-used-authorization-code',
  text: 'SELECT grant_id FROM authorization_codes WHERE code_hash = $1',
}

/** Stores a code. */
export async function insertAuthorizationCode(
  db: Queryable,
  code: NewAuthorizationCode,
  lifetimeSeconds: number,
): Promise<void> {
  const { codeHash, grantId, keyId, buyerId, redirectUri, scope, codeChallenge } = code
  await db.query(INSERT, [codeHash, grantId, keyId, buyerId, redirectUri, scope, codeChallenge, lifetimeSeconds])
}

/** Marks a code as used and answers what it was issued for; undefined when it is unknown or was used before. */
export async function consumeAuthorizationCode(
  db: Queryable,
  codeHash: Buffer,
): Promise<AuthorizationCode | undefined> {
  const [row] = await db.query<Row>(CONSUME, [codeHash])
  if (row === undefined) return undefined
  return {
    grantId: row.grant_id,
    keyId: row.key_id,
    buyerId: row.buyer_id,
    redirectUri: row.redirect_uri,
    scope: row.scope,
    codeChallenge: row.code_challenge,
    expired: row.expired,
  }
}

/** The grant of a code that was used before; undefined when the code is unknown. */
export async function grantOfUsedCode(db: Queryable, codeHash: Buffer): Promise<GrantId | undefined> {
  const [row] = await db.query<{ grant_id: GrantId }>(FIND_USED, [codeHash])
  return row?.grant_id
}

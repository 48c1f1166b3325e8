import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import type { PublisherProfile } from '../domain/own-app.ts'

type Row<T> = T & Record<string, unknown>

const COLUMNS = `
  id, username, suspended, payout_connected AS "payoutConnected", payout_account AS "payoutAccount",
  api_key_sealed IS NOT NULL AS "hasCredential", created_at AS "createdAt"`

const FIND = { name: 'find-own-publisher', text: `SELECT ${COLUMNS} FROM publishers WHERE username = $1` }

/** A publisher, or `publisher_not_found`. */
export async function requireOwnPublisher(db: Queryable, username: string): Promise<PublisherProfile> {
  const [row] = await db.query<Row<PublisherProfile>>(FIND, [username])
  if (row === undefined) throw appError('publisher_not_found', { detail: { username } })
  return row
}

/** A publisher that an account has, or that has a name which somebody wants. */
export interface Claimed {
  readonly id: string
  readonly username: string
  readonly accountId: string | null
  readonly hasHadApp: boolean
}

const LOCK_CLAIMED = {
  name: 'lock-claimed-publishers',
  text: `
    SELECT p.id, p.username, p.account_id AS "accountId", EXISTS (SELECT FROM apps a WHERE a.publisher_id = p.id) AS "hasHadApp"
    FROM publishers p WHERE lower(p.username) = $1 OR p.username = $2 OR p.account_id = $3
    ORDER BY p.id FOR NO KEY UPDATE`,
}

/** Locks whoever has a username, whatever its case, or belongs to an account already. */
export async function lockClaimed(
  tx: Queryable,
  claim: { readonly username: string; readonly ownedUsername: string; readonly accountId: string },
): Promise<Claimed[]> {
  return await tx.query<Row<Claimed>>(LOCK_CLAIMED, [claim.username, claim.ownedUsername, claim.accountId])
}

const INSERT = {
  name: 'insert-publisher',
  text: 'INSERT INTO publishers (id, username, account_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
}

/** Makes a publisher; false when somebody else was first to take the name. */
export async function insertPublisher(
  tx: Queryable,
  { id, username, accountId }: { readonly id: string; readonly username: string; readonly accountId: string },
): Promise<boolean> {
  return (await tx.query(INSERT, [id, username, accountId])).length === 1
}

const RENAME = { name: 'rename-publisher', text: 'UPDATE publishers SET username = $2, account_id = $3 WHERE id = $1' }

/** Gives a publisher another name, and notes whose it is. */
export async function renamePublisher(tx: Queryable, id: string, username: string, accountId: string): Promise<void> {
  await tx.query(RENAME, [id, username, accountId])
}

const SET_CREDENTIAL = {
  name: 'set-publisher-credential',
  text: 'UPDATE publishers SET api_key_sealed = $2 WHERE id = $1',
}

/** Keeps what the gateway presents to a publisher's servers. */
export async function setSealedCredential(db: Queryable, publisherId: string, sealed: Uint8Array): Promise<void> {
  await db.query(SET_CREDENTIAL, [publisherId, Buffer.from(sealed)])
}

const FIND_CREDENTIAL = {
  name: 'find-publisher-credential',
  text: 'SELECT id, suspended, api_key_sealed AS "sealed" FROM publishers WHERE username = $1',
}

/** What the gateway presents to a publisher's servers, encrypted, and whether it may be asked. */
export async function findSealedCredential(
  db: Queryable,
  username: string,
): Promise<{ readonly id: string; readonly suspended: boolean; readonly sealed: Buffer | null } | undefined> {
  const [row] = await db.query<{ id: string; suspended: boolean; sealed: Buffer | null }>(FIND_CREDENTIAL, [username])
  return row
}

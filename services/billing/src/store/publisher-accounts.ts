import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import type { PublisherAccount } from '../domain/payout.ts'

const COLUMNS = 'id, payout_connected AS "payoutConnected", payout_account AS "payoutAccount"'

const FIND = { name: 'find-publisher-account', text: `SELECT ${COLUMNS} FROM publishers WHERE username = $1` }

const LOCK = {
  name: 'lock-publisher-account',
  text: `SELECT ${COLUMNS} FROM publishers WHERE username = $1 FOR NO KEY UPDATE`,
}

/** The publisher, or `publisher_not_found`. */
export async function requirePublisher(db: Queryable, username: string): Promise<PublisherAccount> {
  return requireRow(await db.query<PublisherAccount & Record<string, unknown>>(FIND, [username]), username)
}

/** As `requirePublisher`; whoever locks a publisher next waits, so that earnings are paid out once. */
export async function lockPublisher(tx: Queryable, username: string): Promise<PublisherAccount> {
  return requireRow(await tx.query<PublisherAccount & Record<string, unknown>>(LOCK, [username]), username)
}

const LOCK_BY_ID = { name: 'lock-publisher-by-id', text: 'SELECT 1 FROM publishers WHERE id = $1 FOR NO KEY UPDATE' }

/** As `lockPublisher`, by id. */
export async function lockPublisherById(tx: Queryable, id: string): Promise<void> {
  const rows = await tx.query(LOCK_BY_ID, [id])
  if (rows.length === 0) throw appError('publisher_not_found', { detail: { publisherId: id } })
}

function requireRow(rows: readonly PublisherAccount[], username: string): PublisherAccount {
  const [row] = rows
  if (row === undefined) throw appError('publisher_not_found', { detail: { username } })
  return row
}

const SET_ACCOUNT = {
  name: 'set-payout-account',
  text: 'UPDATE publishers SET payout_connected = $2::text IS NOT NULL, payout_account = $2 WHERE username = $1 RETURNING id',
}

/** Connects a payout account, or none. */
export async function setPayoutAccount(db: Queryable, username: string, account: string | null): Promise<void> {
  const rows = await db.query(SET_ACCOUNT, [username, account])
  if (rows.length === 0) throw appError('publisher_not_found', { detail: { username } })
}

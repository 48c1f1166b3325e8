import type { Queryable } from '@mtg/postgres'
import type { AccountId } from '@mtg/primitives'

/** A session as its owner sees it. */
export interface Session {
  readonly id: string
  readonly accountId: AccountId
  readonly userAgent: string
  /** Of a stand-in: the address under which its owner knows it. */
  readonly shownEmail: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** A session to keep. */
export interface NewSession {
  readonly id: string
  readonly tokenHash: Buffer
  readonly accountId: AccountId
  readonly userAgent: string
  readonly shownEmail: string | null
}

/** How long sessions live. */
export interface SessionLifetimes {
  readonly idleSeconds: number
  readonly lifetimeSeconds: number
}

interface Row {
  id: string
  account_id: AccountId
  user_agent: string
  shown_email: string | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

const COLUMNS = 'id, account_id, user_agent, shown_email, created_at, last_used_at, expires_at'

/** Older sessions of an account end when it has more. */
const SESSIONS_MAX = 50

const INSERT = {
  name: 'insert-session',
  text: `
    WITH oldest AS (
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE account_id = $3 ORDER BY created_at DESC OFFSET $6)
    )
    INSERT INTO sessions (id, token_hash, account_id, user_agent, shown_email, expires_at)
    VALUES ($1, $2, $3, $4, $7, now() + make_interval(secs => $5))`,
}

// Use is noted once a minute: a session is asked for with each request.
const FIND = {
  name: 'find-session',
  text: `
    SELECT ${COLUMNS}, last_used_at < now() - INTERVAL '1 minute' AS is_stale FROM sessions
    WHERE token_hash = $1 AND expires_at > now()`,
}

const TOUCH = {
  name: 'touch-session',
  text: `
    UPDATE sessions SET last_used_at = now(),
      expires_at = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $3))
    WHERE id = $1`,
}

const LIST = {
  name: 'list-sessions',
  text: `SELECT ${COLUMNS} FROM sessions WHERE account_id = $1 AND expires_at > now() ORDER BY created_at DESC, id DESC`,
}

const LIVE = {
  name: 'live-sessions',
  text: 'SELECT id FROM sessions WHERE id = ANY($1::uuid[]) AND expires_at > now()',
}

const END = { name: 'end-session', text: 'DELETE FROM sessions WHERE account_id = $1 AND id = $2 RETURNING id' }

const END_OTHERS = {
  name: 'end-other-sessions',
  text: 'DELETE FROM sessions WHERE account_id = $1 AND id IS DISTINCT FROM $2::uuid',
}

/** Keeps a session; the oldest of an account that has too many end. */
export async function insertSession(db: Queryable, session: NewSession, lifetimes: SessionLifetimes): Promise<void> {
  const { id, tokenHash, accountId, userAgent, shownEmail } = session
  const seconds = Math.min(lifetimes.idleSeconds, lifetimes.lifetimeSeconds)
  await db.query(INSERT, [id, tokenHash, accountId, userAgent, seconds, SESSIONS_MAX - 1, shownEmail])
}

/** The live session of a token, which lives on because of it. */
export async function useSession(
  db: Queryable,
  tokenHash: Buffer,
  { idleSeconds, lifetimeSeconds }: SessionLifetimes,
): Promise<Session | undefined> {
  const [row] = await db.query<Row & { is_stale: boolean }>(FIND, [tokenHash])
  if (row === undefined) return undefined
  if (row.is_stale) await db.query(TOUCH, [row.id, idleSeconds, lifetimeSeconds])
  return toSession(row)
}

/** The live sessions of an account, newest first. */
export async function listSessions(db: Queryable, accountId: AccountId): Promise<Session[]> {
  return (await db.query<Row>(LIST, [accountId])).map(toSession)
}

/** Which of these sessions still are; being looked at does not keep them. */
export async function findLiveSessions(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(LIVE, [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Ends a session of an account; false when it has no such one. */
export async function endSession(db: Queryable, accountId: AccountId, sessionId: string): Promise<boolean> {
  return (await db.query(END, [accountId, sessionId])).length > 0
}

/** Ends all sessions of an account, but for one. */
export async function endOtherSessions(db: Queryable, accountId: AccountId, keptId: string | undefined): Promise<void> {
  await db.query(END_OTHERS, [accountId, keptId ?? null])
}

function toSession(row: Row): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    userAgent: row.user_agent,
    shownEmail: row.shown_email,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}

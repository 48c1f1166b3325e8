import type { Database, Queryable } from '@mtg/postgres'

/** What to do with a reservation; `undeliver` releases, and corrects one that was captured. */
export type SettleAction = 'capture' | 'release' | 'undeliver' | 'expire'

/** One reservation to resolve. */
export interface SettleRequest {
  readonly callId: string
  readonly action: SettleAction
  readonly totalTokens: bigint
  readonly outcome: string
}

/** The outcome for one reservation. */
export interface SettleOutcome {
  /** Empty when resolved, `again` when it had been before. */
  readonly code: '' | 'again' | 'reservation_not_found' | 'reservation_resolved'
  readonly amountMicros: bigint
}

interface Row {
  call_id: string
  code: SettleOutcome['code']
  amount_micros: string
}

const SETTLE = {
  name: 'settle-calls',
  text: 'SELECT * FROM settle_calls($1::uuid[], $2::text[], $3::bigint[], $4::text[])',
}

/** Resolves a batch in one statement; see `settle_calls` in the migration. No call id may stand in it twice. */
export async function settleCalls(db: Queryable, requests: SettleRequest[]): Promise<SettleOutcome[]> {
  const rows = await db.query<Row>(SETTLE, [
    requests.map(request => request.callId),
    requests.map(request => request.action),
    requests.map(request => request.totalTokens.toString()),
    requests.map(request => request.outcome),
  ])
  const byCall = new Map(rows.map(row => [row.call_id, { code: row.code, amountMicros: BigInt(row.amount_micros) }]))
  return requests.map(request => {
    const outcome = byCall.get(request.callId)
    if (outcome === undefined) throw new Error(`settle_calls did not answer for ${request.callId}`)
    return outcome
  })
}

const EXPIRED = {
  name: 'expired-reservations',
  text: `SELECT call_id FROM reservations WHERE state = 'open' AND expires_at <= clock_timestamp()
         ORDER BY expires_at LIMIT $1`,
}

/** Calls whose reservation is past its deadline on the database's clock. */
export async function findExpired(db: Database, limit: number): Promise<string[]> {
  return (await db.query<{ call_id: string }>(EXPIRED, [limit])).map(row => row.call_id)
}

const AGE_OF_OPEN = {
  name: 'age-of-open-reservations',
  text: `SELECT count(*)::int AS count,
                coalesce(extract(epoch FROM clock_timestamp() - min(reserved_at)), 0)::float8 AS "oldestSeconds"
         FROM reservations WHERE state = 'open'`,
}

/** How many reservations are open, and how old the oldest is. Few ever are, so their partial index finds them. */
export async function ageOfOpen(db: Database): Promise<{ readonly count: number; readonly oldestSeconds: number }> {
  const [row] = await db.query<{ count: number; oldestSeconds: number }>(AGE_OF_OPEN)
  return row ?? { count: 0, oldestSeconds: 0 }
}

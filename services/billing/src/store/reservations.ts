import type { Queryable } from '@mtg/postgres'
import type { BuyerId, CallId } from '@mtg/primitives'
import type { PagePosition } from '../domain/page.ts'
import type { ReservationView } from '../domain/reservation.ts'

interface Row extends Omit<ReservationView, 'priceMicros'>, Record<string, unknown> {
  priceMicros: string
}

const COLUMNS = `
    SELECT call.call_id AS "callId", call.state, call.buyer_id AS "buyerId", call.purchase_id AS "purchaseId",
           publisher.username || '/' || app.name AS app, call.tool, call.tier, call.price_micros AS "priceMicros",
           call.reserved_at AS "reservedAt", call.resolved_at AS "resolvedAt", call.expires_at AS "expiresAt",
           call.outcome, call.corrected`
const NAMES = `
    LEFT JOIN apps AS app ON app.id = call.app_id
    LEFT JOIN publishers AS publisher ON publisher.id = app.publisher_id`

const FIND = { name: 'reservation', text: `${COLUMNS} FROM all_calls AS call ${NAMES} WHERE call.call_id = $1` }

/** The reservation of a call; undefined when there is none. */
export async function findReservation(db: Queryable, callId: CallId): Promise<ReservationView | undefined> {
  return (await db.query<Row>(FIND, [callId])).map(toView)[0]
}

const LIST_OPEN = {
  name: 'open-reservations',
  text: `${COLUMNS} FROM reservations AS call ${NAMES}
    WHERE call.state = 'open' AND ($1::uuid IS NULL OR call.buyer_id = $1)
      AND NOT EXISTS (SELECT FROM calls_to_come WHERE call_id = call.call_id)
      AND ($2::timestamptz IS NULL OR (call.reserved_at, call.call_id) < ($2, $3::uuid))
    ORDER BY call.reserved_at DESC, call.call_id DESC LIMIT $4`,
}

/** Open reservations of a buyer, or of all, newest first. Few are ever open, so their partial index finds them. */
export async function listOpenReservations(
  db: Queryable,
  buyerId: BuyerId | undefined,
  after: PagePosition | undefined,
  limit: number,
): Promise<ReservationView[]> {
  return (await db.query<Row>(LIST_OPEN, [buyerId ?? null, after?.createdAt ?? null, after?.id ?? null, limit])).map(
    toView,
  )
}

function toView(row: Row): ReservationView {
  return { ...row, priceMicros: BigInt(row.priceMicros) }
}

const EXPIRED = {
  name: 'expired-reservations',
  text: `SELECT call_id FROM reservations WHERE state = 'open' AND expires_at <= clock_timestamp()
         ORDER BY expires_at LIMIT $1`,
}

/** Calls whose reservation is past its deadline on the database's clock. */
export async function findExpiredReservations(db: Queryable, limit: number): Promise<CallId[]> {
  return (await db.query<{ call_id: CallId }>(EXPIRED, [limit])).map(row => row.call_id)
}

const AGE_OF_OPEN = {
  name: 'age-of-open-reservations',
  text: `SELECT count(*)::int AS count,
                coalesce(extract(epoch FROM clock_timestamp() - min(reserved_at) FILTER (
                  WHERE NOT EXISTS (SELECT FROM tasks WHERE tasks.call_id = reservations.call_id)
                )), 0)::float8 AS "oldestSeconds"
         FROM reservations WHERE state = 'open'`,
}

/** How many reservations are open, and how old the oldest is that no task keeps open. Few ever are, so their partial index finds them. */
export async function measureOpenReservations(
  db: Queryable,
): Promise<{ readonly count: number; readonly oldestSeconds: number }> {
  const [row] = await db.query<{ count: number; oldestSeconds: number }>(AGE_OF_OPEN)
  return row ?? { count: 0, oldestSeconds: 0 }
}

const UNSETTLED = {
  name: 'unsettled-reservation',
  text: `SELECT 1 FROM reservations WHERE call_id = $1 AND (state = 'open' OR state = 'captured' AND NOT corrected)`,
}

/** Whether a call holds money, or has taken some that was not given back. */
export async function hasUnsettledReservation(db: Queryable, callId: CallId): Promise<boolean> {
  return (await db.query(UNSETTLED, [callId])).length > 0
}

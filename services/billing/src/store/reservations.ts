import { type billing } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { type PageEnd, toTimestamp } from '@mtg/rpc'

/** An open reservation. */
export interface OpenReservation extends PageEnd {
  readonly buyerId: string
  readonly purchaseId: string
  readonly app: string
  readonly tool: string
  readonly tier: 'free' | 'paid'
  readonly priceMicros: string
  readonly expiresAt: Date
}

const LIST = {
  name: 'open-reservations',
  text: `
    SELECT call.call_id AS id, call.reserved_at AS "createdAt", call.buyer_id AS "buyerId", call.purchase_id AS "purchaseId",
           publisher.username || '/' || app.name AS app, call.tool, call.tier, call.price_micros AS "priceMicros",
           call.expires_at AS "expiresAt"
    FROM reservations AS call
    JOIN apps AS app ON app.id = call.app_id
    JOIN publishers AS publisher ON publisher.id = app.publisher_id
    WHERE call.state = 'open' AND call.buyer_id = $1
      AND ($2::timestamptz IS NULL OR (call.reserved_at, call.call_id) < ($2, $3::uuid))
    ORDER BY call.reserved_at DESC, call.call_id DESC LIMIT $4`,
}

/** Open reservations of a buyer, newest first. Few are ever open, so their partial index finds them. */
export function listOpenReservations(
  db: Queryable,
  buyerId: string,
  after: PageEnd | undefined,
  limit: number,
): Promise<OpenReservation[]> {
  const values = [buyerId, after?.createdAt ?? null, after?.id ?? null, limit]
  return db.query<OpenReservation & Record<string, unknown>>(LIST, values)
}

/** For the wire. */
export function toMessage(row: OpenReservation): billing.GetReservationResponse {
  return {
    callId: row.id,
    state: 'RESERVATION_STATE_OPEN',
    buyerId: row.buyerId,
    purchaseId: row.purchaseId,
    app: row.app,
    toolName: row.tool,
    tier: row.tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE',
    priceMicros: row.priceMicros,
    reservedAt: toTimestamp(row.createdAt),
    expiresAt: toTimestamp(row.expiresAt),
  }
}

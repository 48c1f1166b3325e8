import type { Client } from 'pg'
import { sumAppDays } from '../app-days.ts'

const BUYERS = 1000
const TOOLS = 3
/** All of them lie within the days that a rehearsal replays. */
const DAYS = 29

/** Settled paid calls of one app by a thousand buyers, each tool called as often, with the sums that are kept of them. */
export async function makeSettledCalls(
  billing: Client,
  calls: number,
  app: { username: string; name: string },
): Promise<void> {
  await billing.query(
    `SELECT ensure_settled_period(call_id_floor(at))
     FROM generate_series(now() - interval '${DAYS + 1} days', now(), interval '1 day') AS at`,
  )
  await billing.query('ALTER TABLE settled_calls DISABLE TRIGGER USER')
  await billing.query(
    `INSERT INTO settled_calls (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros, fee_micros, window_index,
                                total_tokens, reserved_at, expires_at, resolved_at, outcome, corrected)
     SELECT overlay(gen_random_uuid()::text PLACING left(call_id_floor(at)::text, 13) FROM 1 FOR 13)::uuid, 'captured',
            md5('buyer' || n % ${BUYERS})::uuid, md5('purchase' || n % ${BUYERS})::uuid, app.id, app.publisher_id, 'paid', 'tool-' || n % ${TOOLS},
            ${SETTLED_PRICE_MICROS}, 0, 0, 0, at, at + interval '1 minute', at, 'complete', false
     FROM (SELECT n, now() - (n::float / $1) * interval '${DAYS - 1} days' - interval '1 hour' AS at FROM generate_series(1, $1::int) AS n) AS call,
          (SELECT apps.* FROM apps JOIN publishers ON publishers.id = publisher_id WHERE username = $2 AND apps.name = $3) AS app`,
    [calls, app.username, app.name],
  )
  await billing.query('ALTER TABLE settled_calls ENABLE TRIGGER USER')
  await sumAppDays(billing)
  await billing.query('ANALYZE settled_calls, settled_app_days')
}

/** What each of them cost, in micro-USD. */
export const SETTLED_PRICE_MICROS = 2000

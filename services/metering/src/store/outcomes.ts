import type { Queryable } from '@mtg/postgres'
import type { Span } from '../domain/time-range.ts'
import { timeOf } from './time.ts'

/** Calls that ended with one code. */
export interface OutcomeSum {
  readonly code: string
  readonly callCount: bigint
}

const SUM = {
  name: 'sum-outcomes',
  text: `
    SELECT code, sum(call_count) AS call_count FROM outcome_hours
    WHERE buyer_id = $1 AND hour >= $2 AND hour < $3 GROUP BY 1 ORDER BY 1`,
}

const HOUR_MS = 3_600_000

/** How calls of a buyer ended that were not charged, in the whole hours around a span. */
export async function sumOutcomes(db: Queryable, buyerId: string, { fromMs, toMs }: Span): Promise<OutcomeSum[]> {
  const from = timeOf(Math.floor(fromMs / HOUR_MS) * HOUR_MS)
  const rows = await db.query<{ code: string; call_count: string }>(SUM, [buyerId, from, timeOf(toMs)])
  return rows.map(({ code, call_count: callCount }) => ({ code, callCount: BigInt(callCount) }))
}

// The sums that every stored call moves, of now and a while before: whatever comes late is seen as well.
const MARKS = {
  name: 'call-marks',
  text: `
    SELECT buyer.id AS "buyerId", charged.mark || '.' || others.mark AS mark
    FROM unnest($1::uuid[]) AS buyer (id)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(call_count), 0)::text AS mark FROM usage_days
      WHERE buyer_id = buyer.id AND day >= date_trunc('day', now(), 'UTC') - interval '1 day'
    ) AS charged
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(call_count), 0)::text AS mark FROM outcome_hours
      WHERE buyer_id = buyer.id AND hour >= date_trunc('hour', now(), 'UTC') - interval '2 hours'
    ) AS others`,
}

/** What changes for a buyer whenever a call has been stored. */
export async function callMarks(
  db: Queryable,
  buyerIds: readonly string[],
): Promise<{ readonly buyerId: string; readonly mark: string }[]> {
  return await db.query<{ buyerId: string; mark: string }>(MARKS, [buyerIds])
}

const EXPIRE = {
  name: 'expire-outcomes',
  text: `DELETE FROM outcome_hours WHERE hour < now() - make_interval(days => $1)`,
}

/** Forgets how calls ended that are not kept any more. */
export async function expireOutcomes(db: Queryable, keptDays: number): Promise<void> {
  await db.query(EXPIRE, [keptDays])
}

import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { type Database, isTimedOut, openDatabase, type Queryable } from '@mtg/postgres'

const STATEMENT_MS = 4000

/** Sums of a month are looked up one after the other, on a connection that no call needs; none for longer than so many milliseconds. */
export function openRehearsalDatabase(url: string, log: Logger, statementTimeoutMs = STATEMENT_MS): Database {
  return openDatabase({
    url,
    poolMax: 1,
    applicationName: 'billing-rehearsals',
    statementTimeoutMs,
    connectTimeoutMs: STATEMENT_MS,
    log,
  })
}

// Rows of days are read twice, once for the buyers and once for their keys, rather than kept: a thousand buyers have a hundred thousand of
// them in a month. What follows is as large as there are buyers and tools, or keys with limits and days.
// A key runs into a limit where what it, and those below it, would have been charged more does not fit beside what they have spent.
const REHEARSE = {
  name: 'rehearse-prices',
  text: `
    WITH recent AS MATERIALIZED (
      SELECT buyer_id, coalesce(key_id, '00000000-0000-0000-0000-000000000000') AS key_id, tool, day_of(call_id_time(call_id)) AS day,
             count(*) AS calls, sum(price_micros)::bigint AS micros
      FROM reservations
      WHERE app_id = $1 AND call_id >= call_id_floor($2) AND state = 'captured' AND NOT corrected AND tier = 'paid'
      GROUP BY 1, 2, 3, 4
    ), days AS NOT MATERIALIZED (
      SELECT buyer_id, key_id, tool, day, call_count AS calls, micros
      FROM settled_app_days WHERE app_id = $1 AND day >= day_of($2::timestamptz) AND call_count > 0
      UNION ALL
      SELECT buyer_id, key_id, tool, day, calls, micros FROM recent
    ), own AS (
      SELECT tool, micros FROM unnest($4::text[], $5::bigint[]) AS own (tool, micros)
    ), called AS (
      SELECT buyer_id, tool, sum(calls) AS calls, sum(micros) AS micros FROM days GROUP BY 1, 2
    ), by_buyer AS MATERIALIZED (
      SELECT buyer_id, sum(calls) AS calls, sum(called.micros) AS micros, sum(calls * coalesce(own.micros, $3::bigint)) AS after
      FROM called LEFT JOIN own USING (tool) GROUP BY 1
    ), by_key_and_day AS MATERIALIZED (
      SELECT above.key_id, days.buyer_id, days.day, sum(days.calls::numeric * price - days.micros) AS more, max(price) AS dearest
      FROM days JOIN key_limits used ON used.key_id = days.key_id CROSS JOIN LATERAL unnest(used.lineage) AS above (key_id)
      LEFT JOIN own USING (tool) CROSS JOIN LATERAL coalesce(own.micros, $3::bigint) AS price
      GROUP BY 1, 2, 3
    ), by_key AS (
      SELECT key_id, buyer_id, sum(more) AS more, max(dearest) AS dearest FROM by_key_and_day GROUP BY 1, 2
    ), capped AS (
      SELECT t.buyer_id
      FROM by_key t JOIN key_limits k ON k.key_id = t.key_id JOIN key_spending s ON s.key_id = t.key_id
      WHERE t.dearest > k.max_price_micros
         OR t.more > 0 AND (s.spent_micros + t.more > k.total_micros OR s.days_30_micros + t.more > k.per_30_days_micros)
      UNION
      SELECT d.buyer_id
      FROM by_key_and_day d JOIN key_limits k ON k.key_id = d.key_id JOIN key_spending s ON s.key_id = d.key_id
      CROSS JOIN LATERAL (SELECT CASE WHEN s.hour / 24 = d.day THEN s.day_micros ELSE coalesce((
        SELECT sum(h.micros) FROM key_hours h WHERE h.key_id = d.key_id AND h.hour >= d.day * 24 AND h.hour < d.day * 24 + 24), 0) END) AS of (micros)
      WHERE d.more > 0 AND k.per_day_micros IS NOT NULL AND k.per_day_micros < d.more + of.micros
    ), short AS (
      SELECT count(*)::int AS buyers
      FROM by_buyer b JOIN wallets w ON w.buyer_id = b.buyer_id WHERE b.after > b.micros AND w.posted - w.held < b.after - b.micros
    )
    SELECT coalesce(sum(calls), 0)::text AS calls, count(*)::int AS buyers, coalesce(sum(micros), 0)::text AS "beforeMicros",
           coalesce(sum(after), 0)::text AS "afterMicros",
           (SELECT count(*)::int FROM capped) AS "cappedBuyers", (SELECT buyers FROM short) AS "shortBuyers"
    FROM by_buyer`,
}

/** Prices to try: of the tier, and of tools that have one of their own. */
export interface TriedPrices {
  readonly tierMicros: bigint
  readonly tools: ReadonlyMap<string, bigint>
}

/** What calls came to, and would have. */
export interface RehearsedSums {
  readonly calls: bigint
  readonly buyers: number
  readonly beforeMicros: bigint
  readonly afterMicros: bigint
  readonly cappedBuyers: number
  readonly shortBuyers: number
}

/**
 * Sums of the paid calls of an app since the beginning of a UTC day, at the prices they had and at others. Settled calls were summed up
 * by day when they left the tables of the call path: only those of the last hours are looked at one by one. Throws
 * `rehearsal_too_large` when that takes too long.
 */
export async function sumAtPrices(
  db: Queryable,
  appId: string,
  since: Date,
  { tierMicros, tools }: TriedPrices,
): Promise<RehearsedSums> {
  type Row = {
    calls: string
    buyers: number
    beforeMicros: string
    afterMicros: string
    cappedBuyers: number
    shortBuyers: number
  }
  const values = [appId, since, tierMicros.toString(), [...tools.keys()], [...tools.values()].map(String)]
  const [row] = await db.query<Row>(REHEARSE, values).catch((thrown: unknown) => {
    throw isTimedOut(thrown) ? appError('rehearsal_too_large', { cause: thrown }) : thrown
  })
  if (row === undefined) throw new Error('sums came without a row')
  return {
    ...row,
    calls: BigInt(row.calls),
    beforeMicros: BigInt(row.beforeMicros),
    afterMicros: BigInt(row.afterMicros),
  }
}

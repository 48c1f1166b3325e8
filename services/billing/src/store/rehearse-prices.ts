import type { Logger } from '@mtg/observability'
import { type Database, openDatabase, type Queryable } from '@mtg/postgres'

const STATEMENT_MS = 4000

/** Sums of a month are looked up one after the other, on a connection that no call needs. */
export function openRehearsalDatabase(url: string, log: Logger): Database {
  return openDatabase({
    url,
    poolMax: 1,
    applicationName: 'billing-rehearsals',
    statementTimeoutMs: STATEMENT_MS,
    connectTimeoutMs: STATEMENT_MS,
    log,
  })
}

// A key runs into a limit where what it, and those below it, would have been charged more does not fit beside what they have spent.
const REHEARSE = {
  name: 'rehearse-prices',
  text: `
    WITH parts AS (
      SELECT buyer_id, nullif(key_id, '00000000-0000-0000-0000-000000000000') AS key_id, tool, day, call_count AS calls, micros
      FROM settled_app_days WHERE app_id = $1 AND day >= day_of($2::timestamptz) AND call_count > 0
      UNION ALL
      SELECT buyer_id, key_id, tool, day_of(call_id_time(call_id)), count(*), sum(price_micros)
      FROM reservations
      WHERE app_id = $1 AND call_id >= call_id_floor($2) AND state = 'captured' AND NOT corrected AND tier = 'paid'
      GROUP BY 1, 2, 3, 4
    ), called AS MATERIALIZED (
      SELECT buyer_id, key_id, tool, day, sum(calls) AS calls, sum(micros) AS micros FROM parts GROUP BY 1, 2, 3, 4
    ), priced AS MATERIALIZED (
      SELECT called.*, coalesce(own.micros, $3::bigint) AS price, called.calls * coalesce(own.micros, $3::bigint) - called.micros AS more
      FROM called LEFT JOIN unnest($4::text[], $5::bigint[]) AS own (tool, micros) ON own.tool = called.tool
    ), by_buyer AS (
      SELECT buyer_id, sum(more) AS more FROM priced GROUP BY buyer_id
    ), by_key_and_day AS MATERIALIZED (
      SELECT above.key_id, priced.buyer_id, priced.day, sum(priced.more) AS more, max(priced.price) AS dearest
      FROM priced JOIN key_limits used ON used.key_id = priced.key_id CROSS JOIN LATERAL unnest(used.lineage) AS above (key_id)
      GROUP BY above.key_id, priced.buyer_id, priced.day
    ), by_key AS (
      SELECT key_id, buyer_id, sum(more) AS more, max(dearest) AS dearest FROM by_key_and_day GROUP BY key_id, buyer_id
    ), capped AS (
      SELECT count(DISTINCT t.buyer_id)::int AS buyers
      FROM by_key t JOIN key_limits k ON k.key_id = t.key_id JOIN key_spending s ON s.key_id = t.key_id
      WHERE t.dearest > k.max_price_micros OR t.more > 0 AND (
        s.spent_micros + t.more > k.total_micros OR s.days_30_micros + t.more > k.per_30_days_micros
        OR EXISTS (
          SELECT FROM by_key_and_day d
          WHERE d.key_id = t.key_id AND d.more > 0 AND k.per_day_micros < d.more + CASE WHEN s.hour / 24 = d.day THEN s.day_micros
            ELSE coalesce((SELECT sum(h.micros) FROM key_hours h WHERE h.key_id = d.key_id AND h.hour / 24 = d.day), 0) END))
    ), short AS (
      SELECT count(*)::int AS buyers
      FROM by_buyer b JOIN wallets w ON w.buyer_id = b.buyer_id WHERE b.more > 0 AND w.posted - w.held < b.more
    )
    SELECT coalesce(sum(priced.calls), 0)::text AS calls, count(DISTINCT priced.buyer_id)::int AS buyers,
           coalesce(sum(priced.micros), 0)::text AS "beforeMicros",
           coalesce(sum(priced.micros + priced.more), 0)::text AS "afterMicros",
           (SELECT buyers FROM capped) AS "cappedBuyers", (SELECT buyers FROM short) AS "shortBuyers"
    FROM priced`,
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
 * by day when they left the tables of the call path: only those of the last hours are looked at one by one.
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
  const [row] = await db.query<Row>(REHEARSE, values)
  if (row === undefined) throw new Error('sums came without a row')
  return {
    ...row,
    calls: BigInt(row.calls),
    beforeMicros: BigInt(row.beforeMicros),
    afterMicros: BigInt(row.afterMicros),
  }
}

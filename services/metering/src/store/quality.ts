import type { Queryable } from '@mtg/postgres'
import { type AppQuality, PUBLISHER_FAILURES, type QualityTerms } from '../domain/app-quality.ts'
import type { OwnBuyer } from '../domain/own-buyers.ts'

const NOTE_OWN = {
  name: 'note-own-buyers',
  text: `
    INSERT INTO own_buyers (publisher_username, buyer_id)
    SELECT DISTINCT * FROM unnest($1::text[], $2::uuid[]) AS own (publisher_username, buyer_id) ORDER BY 1, 2
    ON CONFLICT DO NOTHING`,
}

/** Notes publishers' own accounts; those that are known already are fine. */
export async function noteOwnBuyers(db: Queryable, own: readonly OwnBuyer[]): Promise<void> {
  if (own.length === 0) return
  await db.query(NOTE_OWN, [own.map(each => each.publisherUsername), own.map(each => each.buyerId)])
}

const TAKE_SPAN = {
  name: 'take-quality-span',
  text: `
    SELECT counted_until AS from, least(counted_until + $2 * interval '1 millisecond', now() - $1 * interval '1 millisecond') AS to
    FROM quality_progress WHERE counted_until < now() - $1 * interval '1 millisecond' FOR UPDATE SKIP LOCKED`,
}

/** A span of time whose calls are counted next. */
export interface QualitySpan extends Record<string, unknown> {
  readonly from: Date
  readonly to: Date
}

/** The span to count next, which nobody else takes until the transaction ends; undefined when there is none yet. */
export async function takeSpan(tx: Queryable, lagMs: number, spanMaxMs: number): Promise<QualitySpan | undefined> {
  const [span] = await tx.query<QualitySpan>(TAKE_SPAN, [lagMs, spanMaxMs])
  return span
}

const PROGRESS = { name: 'read-quality-progress', text: 'SELECT counted_until AS "countedUntil" FROM quality_progress' }

/** Up to when calls have been counted. */
export async function readCountedUntil(db: Queryable): Promise<Date | undefined> {
  const [row] = await db.query<{ countedUntil: Date }>(PROGRESS, [])
  return row?.countedUntil
}

const COUNT = {
  name: 'count-quality',
  text: `
    WITH charged AS (
      SELECT publisher_username || '/' || app_name AS app, (occurred_at AT TIME ZONE 'UTC')::date AS day, buyer_id,
             nullif(duration_ms, 0) AS duration_ms
      FROM usage_records AS record
      WHERE call_id >= call_id_floor($1) AND call_id < call_id_floor($2) AND tier = 'paid'
        AND NOT EXISTS (SELECT FROM own_buyers AS own
                        WHERE own.publisher_username = record.publisher_username AND own.buyer_id = record.buyer_id)
    ), failed AS (
      SELECT app, (started_at AT TIME ZONE 'UTC')::date AS day
      FROM call_observations AS seen
      WHERE call_id >= call_id_floor($1) AND call_id < call_id_floor($2) AND tier = 'paid' AND code = ANY ($3::text[])
        AND NOT EXISTS (SELECT FROM own_buyers AS own
                        WHERE own.publisher_username = split_part(seen.app, '/', 1) AND own.buyer_id = seen.buyer_id)
    ), days AS (
      INSERT INTO quality_days AS known (app, day, charged, failed)
      SELECT app, day, sum(charged), sum(failed)
      FROM (SELECT app, day, 1 AS charged, 0 AS failed FROM charged UNION ALL SELECT app, day, 0, 1 FROM failed) AS either
      GROUP BY app, day ORDER BY app, day
      ON CONFLICT (app, day) DO UPDATE SET charged = known.charged + excluded.charged, failed = known.failed + excluded.failed
      RETURNING app
    ), durations AS (
      INSERT INTO quality_durations AS known (app, day, bucket, calls)
      SELECT app, day, duration_bucket(duration_ms), count(*) FROM charged WHERE duration_ms IS NOT NULL
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (app, day, bucket) DO UPDATE SET calls = known.calls + excluded.calls
    ), buyers AS (
      INSERT INTO quality_buyers AS known (app, buyer_id, last_day)
      SELECT app, buyer_id, max(day) FROM charged GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (app, buyer_id) DO UPDATE SET last_day = greatest(known.last_day, excluded.last_day)
    ), progress AS (
      UPDATE quality_progress SET counted_until = $2
    )
    SELECT DISTINCT app FROM days`,
}

/** Counts the calls of a span, each once; answers with the apps that were called. */
export async function countCalls(tx: Queryable, { from, to }: QualitySpan): Promise<string[]> {
  const rows = await tx.query<{ app: string }>(COUNT, [from, to, PUBLISHER_FAILURES])
  return rows.map(row => row.app)
}

const STALE = {
  name: 'list-stale-quality',
  text: `SELECT app FROM app_quality WHERE computed_on < (now() AT TIME ZONE 'UTC')::date LIMIT $1`,
}

/** Apps whose figures are of another day: some of their calls are too long ago by now. */
export async function listStale(db: Queryable, limit: number): Promise<string[]> {
  return (await db.query<{ app: string }>(STALE, [limit])).map(row => row.app)
}

const SUM_UP = {
  name: 'sum-up-quality',
  text: `
    WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day), counts AS (
      SELECT wanted.app, coalesce(sum(charged), 0) AS charged, coalesce(sum(failed), 0) AS failed,
             coalesce(sum(refunded), 0) AS refunded
      FROM unnest($1::text[]) AS wanted (app)
      LEFT JOIN quality_days AS known ON known.app = wanted.app AND known.day > (SELECT day FROM today) - $2::int
      GROUP BY wanted.app
    ), running AS (
      SELECT app, bucket, sum(sum(calls)) OVER (PARTITION BY app ORDER BY bucket) AS upto,
             sum(sum(calls)) OVER (PARTITION BY app) AS total
      FROM quality_durations WHERE app = ANY ($1) AND day > (SELECT day FROM today) - $2::int
      GROUP BY app, bucket
    ), percentiles AS (
      SELECT app, min(bucket) FILTER (WHERE upto >= 0.5 * total) AS p50, min(bucket) FILTER (WHERE upto >= 0.95 * total) AS p95
      FROM running GROUP BY app
    ), buyers AS (
      SELECT app, count(*) AS count FROM quality_buyers
      WHERE app = ANY ($1) AND last_day > (SELECT day FROM today) - $2::int GROUP BY app
    )
    INSERT INTO app_quality (app, charged, failed, refunded, buyers, p50_ms, p95_ms, computed_on)
    SELECT app, charged, failed, refunded, coalesce(buyers.count, 0), floor(1.1 ^ p50), floor(1.1 ^ p95), today.day
    FROM today, counts LEFT JOIN percentiles USING (app) LEFT JOIN buyers USING (app) ORDER BY app
    ON CONFLICT (app) DO UPDATE
    SET charged = excluded.charged, failed = excluded.failed, refunded = excluded.refunded, buyers = excluded.buyers,
        p50_ms = excluded.p50_ms, p95_ms = excluded.p95_ms, computed_on = excluded.computed_on`,
}

/** Sums up what is known of some apps over the days that are looked back on. */
export async function sumUpQuality(db: Queryable, apps: readonly string[], windowDays: number): Promise<void> {
  if (apps.length > 0) await db.query(SUM_UP, [apps, windowDays])
}

const FORGET = {
  name: 'forget-quality',
  text: `
    WITH before AS (SELECT (now() AT TIME ZONE 'UTC')::date - $1::int AS day),
    days AS (DELETE FROM quality_days WHERE day <= (SELECT day FROM before)),
    durations AS (DELETE FROM quality_durations WHERE day <= (SELECT day FROM before)),
    buyers AS (DELETE FROM quality_buyers WHERE last_day <= (SELECT day FROM before))
    DELETE FROM app_quality WHERE computed_on = (now() AT TIME ZONE 'UTC')::date AND charged + failed + refunded = 0`,
}

/** Forgets days that are not looked back on any more. */
export async function forgetQuality(db: Queryable, windowDays: number): Promise<void> {
  await db.query(FORGET, [windowDays])
}

const FIND = {
  name: 'find-quality',
  text: `
    SELECT app, charged::text AS "chargedCount", failed::text AS "failedCount", refunded::text AS "refundedCount",
           p50_ms AS "p50Ms", p95_ms AS "p95Ms"
    FROM app_quality WHERE app = ANY ($1::text[]) AND buyers >= $2`,
}

interface Row extends Record<string, unknown> {
  readonly app: string
  readonly chargedCount: string
  readonly failedCount: string
  readonly refundedCount: string
  readonly p50Ms: number | null
  readonly p95Ms: number | null
}

/** The quality of those of the apps that enough buyers have paid for. */
export async function findQuality(
  db: Queryable,
  apps: readonly string[],
  { buyersMin }: QualityTerms,
): Promise<AppQuality[]> {
  const rows = await db.query<Row>(FIND, [apps, buyersMin])
  return rows.map(row => ({
    app: row.app,
    chargedCount: BigInt(row.chargedCount),
    failedCount: BigInt(row.failedCount),
    refundedCount: BigInt(row.refundedCount),
    p50Ms: row.p50Ms ?? undefined,
    p95Ms: row.p95Ms ?? undefined,
  }))
}

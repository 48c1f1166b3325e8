import { eventually } from '@mtg/testing'
import { Client } from 'pg'

const DAYS = 30
const BUYERS = 1000

/** Fills metering's tables with paid calls of the last 30 days, of every app of the generated catalogue and of one buyer above all. */
export async function makeCalls(sql: Client, calls: number, buyerId: string): Promise<void> {
  await sql.query(
    `CREATE TEMP TABLE named AS SELECT row_number() OVER (ORDER BY username, name) - 1 AS n, username, name, app_id, adapter::text
     FROM billing.listings`,
  )
  await sql.query('CREATE UNIQUE INDEX ON named (n)')
  await sql.query(
    `INSERT INTO usage_records (call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username, app_name, adapter,
                                operation, name, tier, charged_micros, total_tokens, duration_ms)
     SELECT overlay(gen_random_uuid()::text PLACING left(call_id_floor(at)::text, 13) FROM 1 FOR 13)::uuid, at,
            CASE WHEN call.n % 10 = 0 THEN $2::uuid ELSE md5('buyer' || call.n % ${BUYERS})::uuid END, NULL, md5('p' || call.n)::uuid, app_id,
            username, named.name, adapter, 'tools/call', 'search', 'paid', 2000, 0, 20 + call.n::bigint * 7919 % 400
     FROM (SELECT n, now() - (n::float / $1) * interval '${DAYS} days' AS at FROM generate_series(1, $1::int) AS n) AS call
     JOIN named ON named.n = call.n % (SELECT count(*) FROM named)`,
    [calls, buyerId],
  )
  await sql.query('ANALYZE usage_records')
}

const APP = "publisher_username || '/' || app_name"
const DAY = "(occurred_at AT TIME ZONE 'UTC')::date"
const COUNTED = `FROM usage_records WHERE call_id < call_id_floor((SELECT counted_until FROM quality_progress))`

const QUALITY = [
  'BEGIN',
  'SELECT FROM quality_progress FOR UPDATE',
  ...['quality_days', 'quality_durations', 'quality_buyers', 'app_quality'].map(table => `DELETE FROM ${table}`),
  `INSERT INTO quality_days (app, day, charged) SELECT ${APP}, ${DAY}, count(*) ${COUNTED} GROUP BY 1, 2`,
  `INSERT INTO quality_days AS known (app, day, failed)
   SELECT app, (started_at AT TIME ZONE 'UTC')::date, count(*) FROM call_observations
   WHERE code IN ('publisher_server_error', 'gateway_timeout') AND call_id < call_id_floor((SELECT counted_until FROM quality_progress))
   GROUP BY 1, 2 ON CONFLICT (app, day) DO UPDATE SET failed = excluded.failed`,
  `INSERT INTO quality_durations (app, day, bucket, calls) SELECT ${APP}, ${DAY}, duration_bucket(duration_ms), count(*) ${COUNTED} GROUP BY 1, 2, 3`,
  `INSERT INTO quality_buyers (app, buyer_id, last_day) SELECT ${APP}, buyer_id, max(${DAY}) ${COUNTED} GROUP BY 1, 2`,
  // Summed up by the job, which takes them for apps of which it has not looked today.
  `INSERT INTO app_quality (app, charged, failed, refunded, buyers, computed_on)
   SELECT DISTINCT app, 0, 0, 0, 0, (now() AT TIME ZONE 'UTC')::date - 1 FROM quality_days`,
  'COMMIT',
]
const SUMMED_UP_WITHIN_MS = 15 * 60_000

/** Counts all of them for the quality of apps at once, as the job would have, ten minutes of calls after another. */
export async function countQuality(sql: Client): Promise<void> {
  for (const statement of QUALITY) await sql.query(statement)
}

/** Waits until the job has summed up all that has been counted, which it also does on the first start of a day: whoever measures meanwhile measures it. */
export async function awaitQuality(databaseUrl: string): Promise<void> {
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=metering' })
  await sql.connect()
  await eventually(async () => {
    const { rows } = await sql.query(
      `SELECT WHERE EXISTS (SELECT FROM app_quality WHERE computed_on < (now() AT TIME ZONE 'UTC')::date)
                 OR EXISTS (SELECT FROM quality_progress WHERE counted_until < now() - interval '15 minutes')`,
    )
    if (rows.length > 0) throw new Error('the quality job has not summed up all apps yet')
  }, SUMMED_UP_WITHIN_MS)
  await sql.end()
}

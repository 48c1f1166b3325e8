import { eventually } from '@mtg/testing'
import type { Client } from 'pg'

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

/** Counts all of them for the quality of apps, as the job would have, day by day. */
export async function rewindQuality(sql: Client): Promise<void> {
  await sql.query(`UPDATE quality_progress SET counted_until = now() - interval '${DAYS} days'`)
}

const COUNTED_WITHIN_MS = 15 * 60_000

/** Waits until the job has counted them: whoever measures meanwhile measures the job. */
export async function awaitQuality(sql: Client): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql.query("SELECT FROM quality_progress WHERE counted_until > now() - interval '15 minutes'")
    if (rows.length === 0) throw new Error('the quality job has not counted all calls yet')
  }, COUNTED_WITHIN_MS)
}

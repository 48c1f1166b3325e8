import type { Client } from 'pg'
import { enterSettledCalls, makeSettledPeriods } from '../storage/old-calls.ts'
import type { Crowd, Person } from './people.ts'

/** All of them lie within one window of their purchases' meters. */
const DAYS = 28
const PRICE_MICROS = 2000
/** Of so many days what became of each call is known step by step, as metering keeps it. */
const OBSERVED_DAYS = 6
/** One call in so many was refused as well. */
const FAILURE_EVERY = 100

/** Whose calls, and of what. */
export interface CallsWanted {
  readonly count: number
  /** Makes half of them. */
  readonly buyer: Person
  /** "publisher/app": a quarter of the buyer's calls and a third of the others' are of it. */
  readonly app: string
  readonly crowd: Crowd
}

// 0 is the app that is looked at, then come its publisher's others, then everybody else's.
const OFFERS = `
  CREATE TEMP TABLE offers AS
  SELECT row_number() OVER (ORDER BY path <> $$APP$$, username <> split_part($$APP$$, '/', 1), app_id) - 1 AS turn, *
  FROM (SELECT app_id, publisher_id, username, l.name, l.adapter, username || '/' || l.name AS path
        FROM listings AS l JOIN apps ON apps.id = app_id
        WHERE l.is_paid AND (username || '/' || l.name = $$APP$$ OR username LIKE 'maker-%' OR l.name LIKE 'tools-%')) AS listed`

const MADE = `
  INSERT INTO made
  SELECT overlay(gen_random_uuid()::text placing left(call_id_floor(at)::text, 14) || '7' from 1 for 15)::uuid, n, at, buyer_id, key_id,
         o.app_id, o.publisher_id, o.username, o.name, o.adapter::text, CASE WHEN n % 3 = 0 THEN 'summarize_text' ELSE 'hash_text' END
  FROM (SELECT n, n / 2 AS turn, now() - interval '1 hour' - (1 - n / $1::float8) * ${DAYS} * interval '1 day' AS at
        FROM generate_series(1, $1::bigint) AS n) AS call
  CROSS JOIN LATERAL (
    SELECT CASE WHEN n % 2 = 0 THEN $2::uuid ELSE md5('buyer' || turn % $3)::uuid END AS buyer_id,
           CASE WHEN n % 2 = 0 THEN md5('key' || turn % $4)::uuid END AS key_id,
           CASE WHEN n % 2 = 0 THEN CASE turn % 4 WHEN 0 THEN 0 WHEN 1 THEN 1 + turn / 4 % $5 ELSE 1 + $5 + turn / 4 % $6 END
                ELSE CASE turn / $3 % 3 WHEN 0 THEN 0 WHEN 1 THEN 1 + turn % $3 % $5 ELSE 1 + $5 + turn % $3 % $6 END END AS offer
  ) AS chosen
  JOIN offers AS o ON o.turn = chosen.offer`

const PURCHASES = `
  INSERT INTO purchases (id, buyer_id, app_id, tier, anchor, created_at)
  SELECT gen_random_uuid(), buyer_id, app_id, 'paid', since, since
  FROM (SELECT buyer_id, app_id FROM made UNION SELECT $1::uuid, app_id FROM offers) AS wanted,
       CAST(now() - ${DAYS + 1} * interval '1 day' AS timestamptz) AS since
  ON CONFLICT (buyer_id, app_id) WHERE status = 'active' DO NOTHING`

const SETTLED = `
  INSERT INTO settled_calls (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros, fee_micros, window_index,
                             total_tokens, reserved_at, expires_at, resolved_at, outcome, corrected, key_id, key_hour)
  SELECT call_id, 'captured', buyer_id, p.id, app_id, publisher_id, 'paid', made.tool, ${PRICE_MICROS}, 0, 0, 0, at, at + interval '1 minute',
         at, 'complete', false, key_id, CASE WHEN key_id IS NOT NULL THEN hour_of(at) END
  FROM made JOIN purchases AS p USING (buyer_id, app_id) WHERE p.status = 'active'`

/** Calls that were made together were recorded together, which is how the steps of each are found. */
const RECORDED_AT = "date_bin('10 seconds', at, '2020-01-01Z') + interval '10 seconds'"

const RECORDS = `
  INSERT INTO metering.usage_records (call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username, app_name, adapter,
                                      operation, name, tier, charged_micros, total_tokens, duration_ms, recorded_at)
  SELECT call_id, at, buyer_id, key_id, p.id, app_id, username, name, adapter, 'tools/call', tool, 'paid', ${PRICE_MICROS}, 0, 20 + n * 7919 % 400,
         ${RECORDED_AT}
  FROM made JOIN purchases AS p USING (buyer_id, app_id) WHERE p.status = 'active'`

const sumsOf = (span: 'hour' | 'day') => `
  INSERT INTO metering.usage_${span}s (buyer_id, ${span}, publisher_username, app_name, call_count, charged_micros, total_tokens)
  SELECT buyer_id, date_trunc('${span}', occurred_at, 'UTC'), publisher_username, app_name, count(*), sum(charged_micros), 0
  FROM metering.usage_records GROUP BY 1, 2, 3, 4`

const OBSERVED_FROM = `date_trunc('day', now()) - ${OBSERVED_DAYS} * interval '1 day'`

const DAYS_OBSERVED = `
  SELECT metering.ensure_partition(parent, parent || to_char(day, '_YYYY_MM_DD'), day, day + interval '1 day')
  FROM generate_series(${OBSERVED_FROM}, date_trunc('day', now()), interval '1 day') AS day,
       unnest(ARRAY['call_observations', 'call_passages']) AS parent`

const PASSAGES = `
  INSERT INTO metering.call_passages (call_id, recorded_at, calls)
  SELECT (array_agg(call_id ORDER BY call_id))[1], ${RECORDED_AT},
         json_agg(json_build_array(call_id, 'ok', 200, 'authenticate 210;reserve 1800;forward 42000 200;capture 2100'))::text
  FROM made WHERE at >= ${OBSERVED_FROM} GROUP BY 2`

const REFUSED = `
  INSERT INTO metering.call_observations (call_id, started_at, buyer_id, key_id, app, adapter, operation, name, code, status, charged_micros,
                                          stages, tier)
  SELECT overlay(call_id::text placing right(gen_random_uuid()::text, 12) from 25)::uuid, at, buyer_id, key_id, username || '/' || name, adapter,
         'tools/call', tool, (ARRAY['publisher_server_error', 'gateway_timeout', 'tool_error'])[1 + n / ${FAILURE_EVERY} % 3], 502, 0,
         '[{"name": "authenticate", "durationUs": 210, "note": ""}, {"name": "reserve", "durationUs": 1800, "note": ""},
           {"name": "forward", "durationUs": 42000, "note": "502"}]', 'paid'
  FROM made WHERE at >= ${OBSERVED_FROM} AND n % ${FAILURE_EVERY} IN (0, 1)`

const OUTCOMES = `
  INSERT INTO metering.outcome_hours (buyer_id, hour, code, call_count)
  SELECT buyer_id, date_trunc('hour', started_at, 'UTC'), code, count(*) FROM metering.call_observations WHERE code <> 'ok' GROUP BY 1, 2, 3`

const KEY_USES = `
  INSERT INTO metering.key_uses (key_id, buyer_id, used_at)
  SELECT key_id, buyer_id, max(at) FROM made WHERE key_id IS NOT NULL GROUP BY 1, 2 ON CONFLICT DO NOTHING`

/** Makes paid calls, each in the books, in the usage records and their sums, and the newest of them step by step. */
export async function makeCalls(sql: Client, { count, buyer, app, crowd }: CallsWanted): Promise<void> {
  await sql.query(OFFERS.replaceAll('$$APP$$', sql.escapeLiteral(app)))
  await sql.query(
    `CREATE TEMP TABLE made (call_id uuid, n bigint, at timestamptz(3), buyer_id uuid, key_id uuid, app_id uuid, publisher_id uuid,
                             username text, name text, adapter text, tool text)`,
  )
  await sql.query(MADE, [count, buyer.id, crowd.buyers, crowd.keys, crowd.ownApps, crowd.publishers])
  await sql.query('ANALYZE made')
  await sql.query(PURCHASES, [buyer.id])
  await sql.query('ANALYZE purchases')
  await makeSettledPeriods(sql, DAYS)
  // Records first: nobody is to find a charge that lacks one.
  for (const statement of [RECORDS, sumsOf('hour'), sumsOf('day'), SETTLED]) await sql.query(statement)
  await enterSettledCalls(sql)
  await sql.query(DAYS_OBSERVED)
  for (const statement of [PASSAGES, REFUSED, OUTCOMES, KEY_USES]) {
    await sql.query(statement)
  }
}

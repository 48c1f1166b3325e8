import type { Client } from 'pg'

const ACTS = 5_000
const LETTERS = 5_000
const DAYS = 30

/** Services that keep an audit log of their own. */
const KEEPERS = ['auth', 'billing', 'metering']

// Ids with their time in them, as the services make them.
const actsOf = (service: string) => `
  WITH acts AS (
    INSERT INTO ${service}.audit_entries (id, at, service, actor_kind, actor_id, actor, road, address, action, target, asked)
    SELECT overlay(gen_random_uuid()::text placing left(call_id_floor(at)::text, 14) || '7' from 1 for 15)::uuid, at, '${service}', 'identity',
           'operator', 'somebody@here', 'mtg', '127.0.0.1', 'suspend_account', 'buyer-' || n || '@example.test', '{"suspended": true}'
    FROM generate_series(1, $1::int) AS n, CAST(now() - n::float8 / $1 * ${DAYS} * interval '1 day' AS timestamptz) AS at
    RETURNING id, at
  )
  INSERT INTO ${service}.audit_outcomes (entry_id, at, outcome, code) SELECT id, at, 'done', '' FROM acts`

const DEAD_LETTERS = `
  INSERT INTO metering.dead_letters (subject, payload, payload_bytes, digest, reason, detail, first_seen_at, last_seen_at)
  SELECT 'usage.recorded', payload, octet_length(payload), sha256(payload::bytea), 'invalid_record', 'filled in', at, at
  FROM generate_series(1, $1::int) AS n, format('{"callId": "%s"}', n) AS payload,
       CAST(now() - n::float8 / $1 * ${DAYS - 1} * interval '1 day' AS timestamptz) AS at`

/** What operators look through. */
export async function addOperations(sql: Client): Promise<void> {
  for (const service of KEEPERS) await sql.query(actsOf(service), [ACTS])
  await sql.query(DEAD_LETTERS, [LETTERS])
}

import type { Client } from 'pg'

/** A buyer of the marketplace that is there. */
export interface Person {
  readonly id: string
}

/** How many of everything there are. */
export interface Crowd {
  /** With an app each. */
  readonly publishers: number
  /** Apps of the one publisher who is looked at, besides those it has. */
  readonly ownApps: number
  /** Buyers, besides the one who is looked at. */
  readonly buyers: number
  /** Keys of the buyer who is looked at. */
  readonly keys: number
}

/** Every tenth key stands above others. */
const KEYS_PER_PARENT = 10
const OPENING_MICROS = 1_000_000_000
const PER_DAY_MICROS = 1_000_000_000

/** Gives a publisher more apps. */
export async function addOwnApps(sql: Client, username: string, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO apps (id, publisher_id, name, adapter, upstream_url, timeout_ms, description, created_at)
     SELECT gen_random_uuid(), id, 'tools-' || n, 'mcp', 'http://127.0.0.1:9/', 30000, 'Tools for task ' || n, now() - n * interval '1 hour'
     FROM publishers, generate_series(1, $2::int) AS n WHERE username = $1`,
    [username, count],
  )
  await sql.query(
    `INSERT INTO app_tiers (app_id, tier, price_micros, per_minute, per_day, monthly)
     SELECT app.id, tier, CASE WHEN tier = 'paid' THEN 2000 ELSE 0 END, 60, 10000, 1000000
     FROM apps AS app JOIN publishers ON publishers.id = publisher_id, unnest(ARRAY['free', 'paid']::tier[]) AS tier
     WHERE username = $1 AND app.name LIKE 'tools-%'`,
    [username],
  )
}

/** Buyers with money, who own what they will call once it is known. */
export async function addBuyers(sql: Client, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO auth.buyers (id, email, email_key)
     SELECT md5('buyer' || n)::uuid, email, email FROM generate_series(0, $1::int - 1) AS n, format('buyer-%s@example.test', n) AS email`,
    [count],
  )
  await sql.query(
    `INSERT INTO wallets (buyer_id, posted) SELECT md5('buyer' || n)::uuid, $2::bigint FROM generate_series(0, $1::int - 1) AS n`,
    [count, OPENING_MICROS],
  )
  await sql.query(
    `INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference)
     SELECT 'opening_balance', 'opening_balance', 'wallet', id, $2::bigint, 'opening:' || id
     FROM generate_series(0, $1::int - 1) AS n, CAST(md5('buyer' || n) AS uuid) AS id`,
    [count, OPENING_MICROS],
  )
}

/** Gives a buyer keys with limits, most of them children of others. */
export async function addKeys(sql: Client, { id }: Person, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO auth.api_keys (id, buyer_id, name, digest, prefix, last_four, scope, created_at, parent_id, ancestor_ids)
     SELECT md5('key' || n)::uuid, $1::uuid, 'agent-' || n, sha256(('key' || n)::bytea), 'vnb-sk-', lpad(n::text, 4, '0'), '',
            now() - interval '30 days' + n * interval '1 minute', parent, array_remove(ARRAY[parent], NULL)
     FROM generate_series(0, $2::int - 1) AS n,
          LATERAL (SELECT CASE WHEN n % $3 > 0 THEN md5('key' || n - n % $3)::uuid END AS parent) AS above ORDER BY n`,
    [id, count, KEYS_PER_PARENT],
  )
  await sql.query(
    `INSERT INTO key_limits (key_id, buyer_id, name, lineage, per_day_micros, apps, tools)
     SELECT id, buyer_id, name, id || ancestor_ids, $2::bigint, '{}', '{}' FROM auth.api_keys WHERE buyer_id = $1 AND name LIKE 'agent-%'`,
    [id, PER_DAY_MICROS],
  )
}

/** What keys have spent of their limits, by the settled calls that are there. */
export async function addUpKeys(sql: Client): Promise<void> {
  await sql.query(
    `CREATE TEMP TABLE hours_of_keys AS
     SELECT above.key_id, key_hour AS hour, sum(price_micros) AS micros
     FROM settled_calls JOIN key_limits USING (key_id) CROSS JOIN LATERAL unnest(lineage) AS above (key_id)
     WHERE key_hour IS NOT NULL GROUP BY 1, 2`,
  )
  await sql.query(
    `INSERT INTO key_spending (key_id, spent_micros, hour, hour_micros, day_micros, days_30_micros)
     SELECT key_id, sum(micros), last.hour, sum(micros) FILTER (WHERE hours.hour = last.hour),
            sum(micros) FILTER (WHERE hours.hour / 24 = last.hour / 24), sum(micros) FILTER (WHERE hours.hour >= last.hour - 720)
     FROM hours_of_keys AS hours JOIN (SELECT key_id, max(hour) AS hour FROM hours_of_keys GROUP BY 1) AS last USING (key_id)
     GROUP BY key_id, last.hour`,
  )
  await sql.query(
    `INSERT INTO key_hours (key_id, hour, micros)
     SELECT key_id, hours.hour, micros FROM hours_of_keys AS hours JOIN key_spending AS s USING (key_id)
     WHERE hours.hour < s.hour AND hours.hour >= s.hour - 720`,
  )
  // A key that nobody has called with has spent nothing.
  await sql.query('INSERT INTO key_spending (key_id) SELECT key_id FROM key_limits ON CONFLICT DO NOTHING')
}

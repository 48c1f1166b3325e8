import type { Client } from 'pg'

/** How large a catalogue to make. */
export interface CatalogueSize {
  readonly publishers: number
  readonly appsEach: number
  readonly toolsEach: number
}

// Words that most apps have, some have, and one in a thousand has; picked by hashes, so that a size is always the same catalogue.
const WORD = (salt: string) =>
  `(ARRAY['search','weather','invoice','image','speech','market','legal','travel','music','sports','health','energy',
    'parcel','patent','recipe','satellite','genome','orchid','zeppelin','quasar'])[1 + abs(hashtext(${salt})) % 20]`

/** Fills billing's tables with publishers, apps, tiers, tools and prices: an app in five is a model, one in ten has no free tier. */
export async function fillCatalogue(sql: Client, { publishers, appsEach, toolsEach }: CatalogueSize): Promise<void> {
  await sql.query(
    `INSERT INTO publishers (id, username, payout_connected, api_key_sealed)
     SELECT gen_random_uuid(), 'maker-' || n, n % 50 <> 0, '\\x00' FROM generate_series(1, $1::int) AS n`,
    [publishers],
  )
  await sql.query(
    `INSERT INTO apps (id, publisher_id, name, adapter, upstream_url, timeout_ms, description, created_at)
     SELECT gen_random_uuid(), id, ${WORD("username || n || 'name'")} || '-' || n, CASE WHEN n % 5 = 0 THEN 'llm' ELSE 'mcp' END::adapter,
            'http://127.0.0.1:9/', 30000,
            'Finds ' || ${WORD("username || n || 'first'")} || ' data and compares ' || ${WORD("username || n || 'second'")} || ' results for agents',
            now() - n * interval '1 hour' - abs(hashtext(username)) % 1000000 * interval '1 second'
     FROM publishers, generate_series(1, $1::int) AS n WHERE username LIKE 'maker-%'`,
    [appsEach],
  )
  await sql.query(
    `INSERT INTO app_tools (app_id, name, description, input_schema, position)
     SELECT app.id, ${WORD('app.id::text || n')} || '_' || ${WORD("n || app.id::text || 'x'")} || n, 'Looks up ' || ${WORD("app.id::text || n || 'd'")},
            '{"type": "object", "properties": {"query": {"type": "string"}}}', n
     FROM apps AS app JOIN publishers ON publishers.id = publisher_id, generate_series(1, $1::int) AS n
     WHERE username LIKE 'maker-%' AND adapter = 'mcp'`,
    [toolsEach],
  )
  await sql.query(
    `INSERT INTO tool_prices (app_id, tool, price_micros)
     SELECT app_id, name, 1000 + abs(hashtext(app_id::text)) % 50000 FROM app_tools WHERE position = 1 ON CONFLICT DO NOTHING`,
  )
  await sql.query(
    `INSERT INTO app_tiers (app_id, tier, price_micros, per_minute, per_day, monthly)
     SELECT app.id, tier, CASE WHEN tier = 'paid' THEN 500 + abs(hashtext(app.id::text)) % 100000 ELSE 0 END, 60, 10000, 100000
     FROM apps AS app JOIN publishers ON publishers.id = publisher_id, unnest(ARRAY['free', 'paid']::tier[]) AS tier
     WHERE username LIKE 'maker-%' AND (tier = 'paid' OR abs(hashtext(app.id::text)) % 10 <> 0)`,
  )
  await sql.query('ANALYZE publishers, apps, app_tiers, app_tools, tool_prices, listings')
}

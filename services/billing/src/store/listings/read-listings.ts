import type { Queryable } from '@mtg/postgres'
import type { AnnouncedPrice, ListedTier, ListedTool, Listing } from '../../domain/listing.ts'

interface Row extends Record<string, unknown> {
  readonly appId: string
  readonly publisher: string
  readonly name: string
  readonly adapter: 'mcp' | 'llm'
  readonly title: string
  readonly description: string
  readonly toolCount: number
  readonly promisesOutputSchema: boolean
  readonly promisedFirstByteMs: number | null
  readonly chargesToolErrors: boolean
  readonly chargesAbandoned: boolean
  readonly chargesTasksOnAcceptance: boolean
  readonly payable: boolean
  readonly hasCredential: boolean
  readonly priceLowMicros: string
  readonly priceHighMicros: string
  readonly createdAt: Date
  readonly changedAt: Date
  readonly tiers: readonly Texts<ListedTier>[]
  readonly tools: readonly Texts<ListedTool>[] | null
  readonly announcedPrices: readonly Texts<AnnouncedPrice>[] | null
}

/** JSON has no whole numbers of 64 bits and no times: both come as texts. */
type Texts<T> = {
  readonly [Key in keyof T]: T[Key] extends bigint | Date ? string : T[Key] extends string ? T[Key] : string | null
}

// A rise that is due is the price, also where nobody has written it into the tier or the tool yet.
const DUE = `
  WITH due AS (
    SELECT app_id, tool, new_micros FROM price_changes WHERE applied_at IS NULL AND cancelled_at IS NULL AND effective_at <= now()
  )`

// Whatever was shown a moment ago may not be any more: the row of the listing decides once again.
const readText = (tools: { readonly columns: string; readonly limit: string }) => `${DUE}
  SELECT app.id AS "appId", publisher.username AS publisher, app.name, app.adapter, app.title, app.description,
         app.promise_output_schema AS "promisesOutputSchema", app.promise_first_byte_ms AS "promisedFirstByteMs",
         app.charge_tool_errors AS "chargesToolErrors", app.charge_abandoned AS "chargesAbandoned",
         app.charge_tasks_on_acceptance AS "chargesTasksOnAcceptance", publisher.payout_connected AS payable,
         publisher.api_key_sealed IS NOT NULL AS "hasCredential", listing.price_low_micros AS "priceLowMicros",
         listing.price_high_micros AS "priceHighMicros", app.created_at AS "createdAt", listing.changed_at AS "changedAt",
         tiers.list AS tiers, tools.list AS tools, tools.count AS "toolCount", changes.list AS "announcedPrices"
  FROM listings AS listing
  JOIN apps AS app ON app.id = listing.app_id
  JOIN publishers AS publisher ON publisher.id = app.publisher_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('tier', tier, 'priceMicros', price::text, 'perMinute', per_minute::text,
                                      'perDay', per_day::text, 'monthly', monthly::text) ORDER BY tier) AS list,
           max(price) FILTER (WHERE tier = 'paid') AS price
    FROM (
      SELECT app_tiers.*, CASE WHEN tier = 'paid' THEN coalesce(due.new_micros, price_micros) ELSE price_micros END AS price
      FROM app_tiers LEFT JOIN due ON due.app_id = app_tiers.app_id AND due.tool = '' WHERE app_tiers.app_id = app.id
    ) AS tier
  ) AS tiers
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('name', tool.name, 'title', tool.title, 'priceMicros', tool.price::text${tools.columns})
                    ORDER BY tool.place) FILTER (WHERE tool.place <= ${tools.limit}) AS list, count(*)::int AS count
    FROM (
      SELECT coalesce(found.name, priced.tool) AS name, coalesce(found.title, '') AS title, found.description, found.input_schema,
             found.output_schema, CASE WHEN tiers.price IS NOT NULL THEN coalesce(raised.new_micros, priced.price_micros, tiers.price) END AS price,
             row_number() OVER (ORDER BY found.position, priced.tool) AS place
      FROM (SELECT * FROM app_tools WHERE app_id = app.id) AS found
      FULL JOIN (SELECT * FROM tool_prices WHERE app_id = app.id) AS priced ON priced.tool = found.name
      LEFT JOIN due AS raised ON raised.app_id = app.id AND raised.tool = coalesce(found.name, priced.tool)
    ) AS tool
  ) AS tools
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('tool', tool, 'oldMicros', old_micros::text, 'newMicros', new_micros::text,
                                      'announcedAt', announced_at, 'effectiveAt', effective_at) ORDER BY effective_at, tool) AS list
    FROM price_changes WHERE app_id = app.id AND applied_at IS NULL AND cancelled_at IS NULL AND effective_at > now()
  ) AS changes`

const LISTED_TOOLS_MAX = 10

const READ_MANY = {
  name: 'read-listings',
  text: `${readText({ columns: '', limit: String(LISTED_TOOLS_MAX) })} WHERE listing.app_id = ANY ($1::uuid[])`,
}

/** Apps of the catalogue in the order of their ids given, with their first tools; those that are not shown any more are left out. */
export async function readListings(db: Queryable, appIds: readonly string[]): Promise<Listing[]> {
  if (appIds.length === 0) return []
  const rows = await db.query<Row>(READ_MANY, [appIds])
  const byId = new Map(rows.map(row => [row.appId, toListing(row)]))
  return appIds.flatMap(id => byId.get(id) ?? [])
}

const DETAILS = `, 'description', coalesce(tool.description, ''), 'inputSchema', tool.input_schema::text, 'outputSchema', tool.output_schema::text`

const READ_ONE = {
  name: 'read-listing',
  text: `${readText({ columns: DETAILS, limit: '10000' })} WHERE listing.username = $1 AND listing.name = $2`,
}

/** An app of the catalogue with all of its tools; undefined when there is none, or it is not shown. */
export async function readListing(db: Queryable, publisher: string, name: string): Promise<Listing | undefined> {
  const [row] = await db.query<Row>(READ_ONE, [publisher, name])
  return row && toListing(row)
}

function toListing(row: Row): Listing {
  return {
    ...row,
    promisedFirstByteMs: row.promisedFirstByteMs ?? undefined,
    priceLowMicros: BigInt(row.priceLowMicros),
    priceHighMicros: BigInt(row.priceHighMicros),
    tiers: row.tiers.map(({ tier, priceMicros, perMinute, perDay, monthly }) => ({
      tier,
      priceMicros: BigInt(priceMicros),
      perMinute: BigInt(perMinute),
      perDay: BigInt(perDay),
      monthly: BigInt(monthly),
    })),
    tools: (row.tools ?? []).map(tool => ({
      name: tool.name,
      title: tool.title,
      description: tool.description ?? '',
      inputSchema: tool.inputSchema ?? '',
      outputSchema: tool.outputSchema ?? '',
      priceMicros: tool.priceMicros === null ? undefined : BigInt(tool.priceMicros),
    })),
    announcedPrices: (row.announcedPrices ?? []).map(({ tool, oldMicros, newMicros, announcedAt, effectiveAt }) => ({
      tool,
      oldMicros: BigInt(oldMicros),
      newMicros: BigInt(newMicros),
      announcedAt: new Date(announcedAt),
      effectiveAt: new Date(effectiveAt),
    })),
  }
}

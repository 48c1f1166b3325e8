import type { Queryable } from '@mtg/postgres'
import type { TierEntry } from '../domain/catalogue.ts'
import type { PendingRise, Rise } from '../domain/price-plan.ts'

type Row<T> = T & Record<string, unknown>

/** A tier of an app, as it is written. */
export interface TierRow extends TierEntry {
  readonly appId: string
}

const TIERS = {
  name: 'tiers-of-apps',
  text: `
    SELECT app_id AS "appId", tier, price_micros AS "priceMicros", per_minute AS "perMinute", per_day AS "perDay", monthly
    FROM app_tiers WHERE app_id = ANY ($1::uuid[]) ORDER BY app_id, tier`,
}

/** Tiers of apps. */
export async function findTiers(db: Queryable, appIds: readonly string[]): Promise<TierRow[]> {
  type Texts = { readonly [Name in keyof TierRow]: TierRow[Name] extends bigint ? string : TierRow[Name] }
  const rows = await db.query<Row<Texts>>(TIERS, [appIds])
  return rows.map(({ appId, tier, priceMicros, perMinute, perDay, monthly }) => ({
    appId,
    tier,
    priceMicros: BigInt(priceMicros),
    perMinute: BigInt(perMinute),
    perDay: BigInt(perDay),
    monthly: BigInt(monthly),
  }))
}

/** The price of a tool, as it is written. */
export interface ToolPriceRow {
  readonly appId: string
  readonly tool: string
  readonly priceMicros: bigint
}

const TOOL_PRICES = {
  name: 'tool-prices-of-apps',
  text: `
    SELECT app_id AS "appId", tool, price_micros AS "priceMicros" FROM tool_prices WHERE app_id = ANY ($1::uuid[])
    ORDER BY app_id, tool COLLATE "C"`,
}

/** Prices of tools of apps. */
export async function findToolPrices(db: Queryable, appIds: readonly string[]): Promise<ToolPriceRow[]> {
  const rows = await db.query<{ appId: string; tool: string; priceMicros: string }>(TOOL_PRICES, [appIds])
  return rows.map(row => ({ ...row, priceMicros: BigInt(row.priceMicros) }))
}

/** A rise that is not written yet, and of which app. */
export interface PendingRow extends PendingRise {
  readonly appId: string
  readonly announcedAt: Date
  /** Whether it holds already. */
  readonly isDue: boolean
}

const PENDING = {
  name: 'pending-prices-of-apps',
  text: `
    SELECT id, app_id AS "appId", tool, old_micros AS "oldMicros", new_micros AS "newMicros", falls_back AS "fallsBack",
           announced_at AS "announcedAt", effective_at AS "effectiveAt", effective_at <= clock_timestamp() AS "isDue"
    FROM price_changes WHERE app_id = ANY ($1::uuid[]) AND applied_at IS NULL AND cancelled_at IS NULL
    ORDER BY app_id, tool COLLATE "C"`,
}

/** Rises that are not written yet, that of the tier first. */
export async function findPending(db: Queryable, appIds: readonly string[]): Promise<PendingRow[]> {
  type Texts = Omit<PendingRow, 'oldMicros' | 'newMicros'> & { readonly oldMicros: string; readonly newMicros: string }
  const rows = await db.query<Row<Texts>>(PENDING, [appIds])
  return rows.map(row => ({ ...row, oldMicros: BigInt(row.oldMicros), newMicros: BigInt(row.newMicros) }))
}

const END = {
  name: 'end-pending-prices',
  text: `
    UPDATE price_changes SET
      applied_at = CASE WHEN id = ANY ($1::uuid[]) THEN clock_timestamp() END,
      cancelled_at = CASE WHEN id = ANY ($2::uuid[]) THEN clock_timestamp() END
    WHERE id = ANY ($1::uuid[] || $2::uuid[])`,
}

/** Notes of rises that they are written now, or will not come. */
export async function endPending(
  tx: Queryable,
  ended: { readonly settledIds: readonly string[]; readonly cancelledIds: readonly string[] },
): Promise<void> {
  if (ended.settledIds.length + ended.cancelledIds.length > 0) {
    await tx.query(END, [ended.settledIds, ended.cancelledIds])
  }
}

const ANNOUNCE = {
  name: 'announce-prices',
  text: `
    INSERT INTO price_changes (id, app_id, tool, old_micros, new_micros, falls_back, announced_at, effective_at)
    SELECT gen_random_uuid(), $1, rise.tool, rise.old_micros, rise.new_micros, rise.falls_back,
           least(clock_timestamp(), rise_at.effective_at), rise_at.effective_at
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) WITH ORDINALITY
           AS rise (tool, old_micros, new_micros, falls_back, ord)
    JOIN unnest($6::timestamptz[]) WITH ORDINALITY AS rise_at (effective_at, ord) USING (ord)`,
}

/** Announces rises. */
export async function announceRises(tx: Queryable, appId: string, rises: readonly Rise[]): Promise<void> {
  if (rises.length === 0) return
  await tx.query(ANNOUNCE, [
    appId,
    rises.map(rise => rise.tool),
    rises.map(rise => rise.oldMicros.toString()),
    rises.map(rise => rise.newMicros.toString()),
    rises.map(rise => rise.fallsBack),
    rises.map(rise => rise.effectiveAt),
  ])
}

const DROP_TIERS = { name: 'drop-tiers', text: 'DELETE FROM app_tiers WHERE app_id = $1 AND tier <> ALL ($2::tier[])' }
const SAVE_TIER = {
  name: 'save-tier',
  text: `
    INSERT INTO app_tiers (app_id, tier, price_micros, per_minute, per_day, monthly) VALUES ($1, $2::tier, $3, $4, $5, $6)
    ON CONFLICT (app_id, tier) DO UPDATE SET price_micros = excluded.price_micros, per_minute = excluded.per_minute,
      per_day = excluded.per_day, monthly = excluded.monthly`,
}

/** Writes the tiers of an app, and no others. */
export async function saveTiers(tx: Queryable, appId: string, tiers: readonly TierEntry[]): Promise<void> {
  await tx.query(DROP_TIERS, [appId, tiers.map(({ tier }) => tier)])
  for (const { tier, priceMicros, perMinute, perDay, monthly } of tiers) {
    await tx.query(SAVE_TIER, [appId, tier, ...[priceMicros, perMinute, perDay, monthly].map(String)])
  }
}

const SAVE_TOOL_PRICES = {
  name: 'save-tool-prices',
  text: `
    WITH wanted AS (SELECT * FROM unnest($2::text[], $3::bigint[]) AS w (tool, price_micros)), dropped AS (
      DELETE FROM tool_prices WHERE app_id = $1 AND tool NOT IN (SELECT tool FROM wanted)
    )
    INSERT INTO tool_prices (app_id, tool, price_micros) SELECT $1, tool, price_micros FROM wanted
    ON CONFLICT (app_id, tool) DO UPDATE SET price_micros = excluded.price_micros`,
}

/** Writes the prices of an app's tools, and no others. */
export async function saveToolPrices(tx: Queryable, appId: string, prices: ReadonlyMap<string, bigint>): Promise<void> {
  await tx.query(SAVE_TOOL_PRICES, [appId, [...prices.keys()], [...prices.values()].map(String)])
}

const WRITE_DUE = {
  name: 'write-due-prices',
  text: `SELECT write_due_prices($1 * interval '1 millisecond') AS "written"`,
}

/** Writes rises that have held for so long into their tiers and tools; answers with how many. */
export async function writeDuePrices(db: Queryable, dueForMs: number): Promise<number> {
  const [row] = await db.query<{ written: number }>(WRITE_DUE, [dueForMs])
  return row?.written ?? 0
}

import type { Queryable } from '@mtg/postgres'
import type { AppTerms } from '../domain/catalogue.ts'
import type { Tier } from '../domain/purchase.ts'

type Row<T> = T & Record<string, unknown>

/** A row of an app, without what hangs on it. */
export interface AppRow extends WrittenTerms {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly probedAt: Date | null
  readonly retiredAt: Date | null
}

/** What is written of an app. */
export interface WrittenTerms extends AppTerms {
  readonly title: string
}

const COLUMNS = `
  id, name, title, description, published, adapter, upstream_url AS "upstreamUrl", timeout_ms AS "timeoutMs",
  charge_tool_errors AS "chargeToolErrors", charge_abandoned AS "chargeAbandoned",
  charge_tasks_on_acceptance AS "chargeTasksOnAcceptance", promise_output_schema AS "promiseOutputSchema",
  promise_first_byte_ms AS "promiseFirstByteMs", version, created_at AS "createdAt", updated_at AS "updatedAt",
  probed_at AS "probedAt", retired_at AS "retiredAt"`

const LIST = {
  name: 'list-own-apps',
  text: `SELECT ${COLUMNS} FROM apps WHERE publisher_id = $1 AND name > $2 AND retired_at IS NULL ORDER BY name LIMIT $3`,
}

/** Apps of a publisher by name, from the one after a name on. */
export async function listAppRows(db: Queryable, publisherId: string, after: string, limit: number): Promise<AppRow[]> {
  return await db.query<Row<AppRow>>(LIST, [publisherId, after, limit])
}

const FIND = { name: 'find-own-app', text: `SELECT ${COLUMNS} FROM apps WHERE publisher_id = $1 AND name = $2` }
const LOCK = { name: 'lock-own-app', text: `${FIND.text} FOR UPDATE` }

/** An app by its name, one that was deleted too. */
export async function findAppRow(db: Queryable, publisherId: string, name: string): Promise<AppRow | undefined> {
  const [row] = await db.query<Row<AppRow>>(FIND, [publisherId, name])
  return row
}

/** As `findAppRow`; nobody changes it, or obtains it, until the transaction ends. */
export async function lockAppRow(tx: Queryable, publisherId: string, name: string): Promise<AppRow | undefined> {
  const [row] = await tx.query<Row<AppRow>>(LOCK, [publisherId, name])
  return row
}

const COUNT = {
  name: 'count-own-apps',
  text: 'SELECT count(*)::int AS "count" FROM apps WHERE publisher_id = $1 AND retired_at IS NULL',
}

/** How many apps a publisher has. */
export async function countApps(db: Queryable, publisherId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT, [publisherId])
  return row?.count ?? 0
}

const INSERT = {
  name: 'insert-own-app',
  text: `
    INSERT INTO apps (id, publisher_id, name, title, description, published, adapter, upstream_url, timeout_ms, charge_tool_errors,
                      charge_abandoned, charge_tasks_on_acceptance, promise_output_schema, promise_first_byte_ms, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7::adapter, $8, $9, $10, $11, $12, $13, $14, clock_timestamp())
    ON CONFLICT (publisher_id, name) DO NOTHING RETURNING id`,
}

/** Makes an app; false when somebody else was first. */
export async function insertApp(
  tx: Queryable,
  { id, publisherId, name }: { readonly id: string; readonly publisherId: string; readonly name: string },
  terms: WrittenTerms,
): Promise<boolean> {
  return (await tx.query(INSERT, [id, publisherId, name, ...valuesOf(terms)])).length === 1
}

const UPDATE = {
  name: 'update-own-app',
  text: `
    UPDATE apps SET title = $2, description = $3, published = $4, adapter = $5::adapter, upstream_url = $6, timeout_ms = $7,
      charge_tool_errors = $8, charge_abandoned = $9, charge_tasks_on_acceptance = $10,
      promise_output_schema = $11, promise_first_byte_ms = $12,
      version = version + 1, updated_at = clock_timestamp(), retired_at = NULL
    WHERE id = $1`,
}

/** Changes an app, or brings one back that was deleted. */
export async function updateApp(tx: Queryable, appId: string, terms: WrittenTerms): Promise<void> {
  await tx.query(UPDATE, [appId, ...valuesOf(terms)])
}

function valuesOf(terms: WrittenTerms): unknown[] {
  const { title, description, published, adapter, upstreamUrl, timeoutMs } = terms
  const { chargeToolErrors, chargeAbandoned, chargeTasksOnAcceptance } = terms
  const { promiseOutputSchema, promiseFirstByteMs } = terms
  const charges = [chargeToolErrors, chargeAbandoned, chargeTasksOnAcceptance, promiseOutputSchema, promiseFirstByteMs]
  return [title, description, published, adapter, upstreamUrl, timeoutMs, ...charges]
}

/** How many have an app, by tier. */
export interface BuyerCount {
  readonly appId: string
  readonly tier: Tier
  readonly count: number
}

const COUNT_BUYERS = {
  name: 'count-buyers-of-apps',
  text: `
    SELECT app_id AS "appId", tier, count(*)::int AS "count" FROM purchases
    WHERE app_id = ANY ($1::uuid[]) AND status = 'active' GROUP BY app_id, tier`,
}

/** Active purchases of apps. */
export async function countBuyers(db: Queryable, appIds: readonly string[]): Promise<BuyerCount[]> {
  return await db.query<Row<BuyerCount>>(COUNT_BUYERS, [appIds])
}

const FIND_ID = { name: 'find-own-app-id', text: 'SELECT id FROM apps WHERE publisher_id = $1 AND name = $2' }

/** The id of an app; undefined when there is none of that name. */
export async function findAppId(db: Queryable, publisherId: string, name: string): Promise<string | undefined> {
  return (await db.query<{ id: string }>(FIND_ID, [publisherId, name]))[0]?.id
}

const HAS_PURCHASES = {
  name: 'app-has-purchases',
  text: 'SELECT EXISTS (SELECT FROM purchases WHERE app_id = $1) AS "has"',
}

/** Whether anybody ever had an app. */
export async function hasPurchases(tx: Queryable, appId: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(HAS_PURCHASES, [appId])
  return row?.has === true
}

const DELETE = { name: 'delete-own-app', text: 'DELETE FROM apps WHERE id = $1' }

/** Removes an app that nobody ever had. */
export async function deleteApp(tx: Queryable, appId: string): Promise<void> {
  await tx.query(DELETE, [appId])
}

const RETIRE = {
  name: 'retire-own-app',
  text: `
    UPDATE apps SET retired_at = clock_timestamp(), published = false, version = version + 1, updated_at = clock_timestamp()
    WHERE id = $1`,
}
const END_PURCHASES = {
  name: 'end-purchases-of-app',
  text: `
    WITH held AS MATERIALIZED (SELECT id FROM purchases WHERE app_id = $1 AND status = 'active' ORDER BY id FOR UPDATE), ended AS (
      -- One that renews is brought to the present window first: its buyer has all of that.
      UPDATE purchases SET renews = false, version = version + 1,
        window_index = CASE WHEN renews THEN greatest(window_index, window_at(anchor, clock_timestamp())) ELSE window_index END,
        used = CASE WHEN renews AND window_at(anchor, clock_timestamp()) > window_index THEN 0 ELSE used END,
        used_opening = CASE WHEN renews AND window_at(anchor, clock_timestamp()) > window_index THEN 0 ELSE used_opening END
      WHERE id IN (SELECT id FROM held)
      RETURNING anchor + (window_index + 1) * interval '2592000 seconds' AS ends_at
    )
    SELECT max(ends_at) AS "endsAt" FROM ended`,
}

/** Takes an app away from everybody at the end of their window; answers with the last one's end, or null when nobody has it. */
export async function retireApp(tx: Queryable, appId: string): Promise<Date | null> {
  await tx.query(RETIRE, [appId])
  const [row] = await tx.query<{ endsAt: Date | null }>(END_PURCHASES, [appId])
  return row?.endsAt ?? null
}

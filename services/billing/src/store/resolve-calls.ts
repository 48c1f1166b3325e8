import type { Database } from '@mtg/postgres'
import type { AppId, PublisherId, PurchaseId } from '@mtg/primitives'
import type { CallTarget, ResolvedTarget } from '../domain/call.ts'
import type { PurchaseStatus, Tier } from '../domain/purchase.ts'

/** What is known of a target, as columns. */
export interface FactsRow {
  publisher_id: PublisherId | null
  suspended: boolean
  api_key_sealed: Buffer | null
  app_id: AppId | null
  adapter: 'mcp' | 'llm'
  upstream_url: string
  timeout_ms: number
  charge_tool_errors: boolean
  charge_abandoned: boolean
  charge_tasks_on_acceptance: boolean
  promise_output_schema: boolean
  promise_first_byte_ms: number | null
  purchase_id: PurchaseId | null
  tier: Tier
  status: PurchaseStatus
  meter_expired: boolean
  per_minute: string | null
  per_day: string | null
}

/** A purchase that does not renew, whose window is over. */
export const METER_EXPIRED =
  'NOT purchase.renews AND window_at(purchase.anchor, clock_timestamp()) > purchase.window_index'

/** What is looked up of a buyer, a publisher's name and an app's, which `wanted` has. */
export const facts = {
  columns: `
    publisher.id AS publisher_id, publisher.suspended, publisher.api_key_sealed,
    app.id AS app_id, app.adapter, app.upstream_url, app.timeout_ms, app.charge_tool_errors,
    app.charge_abandoned, app.charge_tasks_on_acceptance, app.promise_output_schema, app.promise_first_byte_ms,
    purchase.id AS purchase_id, purchase.tier, purchase.status, ${METER_EXPIRED} AS meter_expired,
    offer.per_minute, offer.per_day`,
  joins: `
    LEFT JOIN publishers AS publisher ON publisher.username = wanted.username
    LEFT JOIN apps AS app ON app.publisher_id = publisher.id AND app.name = wanted.app_name
    LEFT JOIN LATERAL (
      SELECT * FROM purchases WHERE purchases.buyer_id = wanted.buyer_id AND purchases.app_id = app.id
      ORDER BY purchases.status = 'active' DESC, purchases.created_at DESC LIMIT 1
    ) AS purchase ON true
    LEFT JOIN app_tiers AS offer ON offer.app_id = app.id AND offer.tier = purchase.tier`,
}

// The range makes it one row for the planner, however many are wanted: by ten, which it takes an unknown number for, it would plan short
// lists anew each time, which takes five times as long as to look them up.
const RESOLVE = {
  name: 'resolve-calls',
  text: `
    SELECT ${facts.columns}
    FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (buyer_id, username, app_name, ord)
    ${facts.joins}
    WHERE wanted.ord BETWEEN 1 AND 1000000
    ORDER BY wanted.ord`,
}

/** Looks up a batch of targets. */
export async function resolveCalls(db: Database, targets: readonly CallTarget[]): Promise<ResolvedTarget[]> {
  const columns = [
    targets.map(target => target.buyerId),
    targets.map(target => target.username),
    targets.map(target => target.appName),
  ]
  return (await db.query<FactsRow>(RESOLVE, columns)).map(toTarget)
}

/** The target that a row tells of. */
export function toTarget(row: FactsRow): ResolvedTarget {
  return {
    ...(row.publisher_id !== null && {
      publisher: { id: row.publisher_id, isSuspended: row.suspended, apiKeySealed: row.api_key_sealed },
    }),
    ...(row.app_id !== null && {
      app: {
        id: row.app_id,
        adapter: row.adapter,
        upstreamUrl: row.upstream_url,
        timeoutMs: row.timeout_ms,
        chargeToolErrors: row.charge_tool_errors,
        chargeAbandoned: row.charge_abandoned,
        chargeTasksOnAcceptance: row.charge_tasks_on_acceptance,
        promiseOutputSchema: row.promise_output_schema,
        promiseFirstByteMs: row.promise_first_byte_ms,
      },
    }),
    ...(row.purchase_id !== null && {
      purchase: { id: row.purchase_id, tier: row.tier, status: row.status, isMeterExpired: row.meter_expired },
    }),
    ...(row.per_minute !== null &&
      row.per_day !== null && { limits: { perMinute: BigInt(row.per_minute), perDay: BigInt(row.per_day) } }),
  }
}

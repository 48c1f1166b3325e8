import type { BoundHistogram } from '@mtg/observability'
import { type Database, plainArray } from '@mtg/postgres'
import type { PurchaseId } from '@mtg/primitives'
import { createBatcher } from '@mtg/runtime'
import type { PriceList } from '../domain/price-list.ts'
import { usedOf } from './calls-to-come.ts'

interface Row {
  readonly ord: number
  readonly priceMicros: string
  readonly quota: string
  readonly used: string
  readonly windowEndsAt: Date
  readonly renews: boolean
  /** Pairs of a name and micro-USD. */
  readonly tools: readonly (readonly [string, string])[] | null
  /** The same, and when. */
  readonly rises: readonly (readonly [string, string, string])[] | null
}

// The meter as calls find it: a window that nobody has called in yet counts as begun. The range is for the planner: see `resolve-calls`.
const FIND = {
  name: 'price-lists',
  text: `
    SELECT wanted.ord::int, CASE WHEN p.tier = 'paid' THEN price_at(p.app_id, '', clock_timestamp()) ELSE 0 END AS "priceMicros",
           offer.monthly AS quota, CASE WHEN meter.window_index > p.window_index THEN 0 ELSE ${usedOf('p')} END AS used,
           p.anchor + (meter.window_index + 1) * interval '2592000 seconds' AS "windowEndsAt", p.renews,
           CASE WHEN p.tier = 'paid' THEN (
             SELECT json_agg(json_build_array(own.tool, price_at(p.app_id, own.tool, clock_timestamp())::text)) FROM (
               SELECT tool FROM tool_prices WHERE app_id = p.app_id
               UNION SELECT tool FROM price_changes
               WHERE app_id = p.app_id AND tool <> '' AND applied_at IS NULL AND cancelled_at IS NULL
                 AND effective_at <= clock_timestamp()
             ) AS own
           ) END AS tools,
           CASE WHEN p.tier = 'paid' THEN (
             SELECT json_agg(json_build_array(tool, new_micros::text, effective_at)) FROM price_changes
             WHERE app_id = p.app_id AND applied_at IS NULL AND cancelled_at IS NULL AND effective_at > clock_timestamp()
           ) END AS rises
    FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (purchase_id, ord)
    JOIN purchases AS p ON p.id = wanted.purchase_id
    JOIN app_tiers AS offer ON offer.app_id = p.app_id AND offer.tier = p.tier
    CROSS JOIN LATERAL (SELECT CASE WHEN p.renews
      THEN greatest(p.window_index, window_at(p.anchor, clock_timestamp())) ELSE p.window_index END AS window_index) AS meter
    WHERE wanted.ord BETWEEN 1 AND 1000000`,
}

const ITEMS_MAX = 32
const QUEUE_MAX = 2_000

/** Looks up what a purchase's calls cost, many to a statement; undefined where its tier is offered no more. */
export function createPriceLists(db: Database, sizes: BoundHistogram, onSplit: (thrown: unknown) => void) {
  const lookups = createBatcher({
    run: (purchaseIds: readonly PurchaseId[]) => findPriceLists(db, purchaseIds),
    itemsMax: ITEMS_MAX,
    queueMax: QUEUE_MAX,
    sizes,
    onSplit,
  })
  return (purchaseId: PurchaseId) => lookups.add(purchaseId)
}

async function findPriceLists(db: Database, ids: readonly PurchaseId[]): Promise<(PriceList | undefined)[]> {
  const found: (PriceList | undefined)[] = ids.map(() => undefined)
  for (const row of await db.query<Row & Record<string, unknown>>(FIND, [plainArray(ids)])) {
    const { priceMicros, tools, rises, quota, used, windowEndsAt, renews } = row
    found[row.ord - 1] = {
      priceMicros: BigInt(priceMicros),
      tools: (tools ?? []).map(([tool, micros]) => ({ tool, priceMicros: BigInt(micros) })),
      rises: (rises ?? []).map(([tool, micros, effectiveAt]) => ({
        tool,
        priceMicros: BigInt(micros),
        effectiveAt: new Date(effectiveAt),
      })),
      meter: { quota: BigInt(quota), used: BigInt(used), windowEndsAt, renews },
    }
  }
  return found
}

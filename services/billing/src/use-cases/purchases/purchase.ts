import { type billing } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { type PageEnd, toTimestamp } from '@mtg/rpc'

/** Purchase tiers. */
export type Tier = 'free' | 'paid'

/** States of a purchase. */
export type PurchaseStatus = 'active' | 'inactive' | 'expired' | 'cancelled'

/** A purchase with its meter as it stands now: a window that nobody has called in yet counts as begun. */
export interface PurchaseView {
  readonly id: string
  readonly buyerId: string
  readonly app: string
  readonly tier: Tier
  readonly status: PurchaseStatus
  readonly renews: boolean
  readonly createdAt: Date
  readonly windowStartsAt: Date
  readonly windowEndsAt: Date
  readonly used: string
  readonly quota: string | null
  readonly chargesAbandoned: boolean
}

// Only an active purchase that renews moves on by itself.
const VIEW = `
  SELECT p.id, p.buyer_id AS "buyerId", publisher.username || '/' || app.name AS app, p.tier, p.status, p.renews,
         p.created_at AS "createdAt",
         p.anchor + meter.window_index * interval '2592000 seconds' AS "windowStartsAt",
         p.anchor + (meter.window_index + 1) * interval '2592000 seconds' AS "windowEndsAt",
         CASE WHEN meter.window_index > p.window_index THEN 0 ELSE p.used END AS used, offer.monthly AS quota,
         app.charge_abandoned AS "chargesAbandoned"
  FROM purchases AS p
  JOIN apps AS app ON app.id = p.app_id
  JOIN publishers AS publisher ON publisher.id = app.publisher_id
  LEFT JOIN app_tiers AS offer ON offer.app_id = p.app_id AND offer.tier = p.tier
  CROSS JOIN LATERAL (SELECT CASE WHEN p.renews AND p.status = 'active'
    THEN greatest(p.window_index, window_at(p.anchor, clock_timestamp())) ELSE p.window_index END AS window_index) AS meter`

const FIND = { name: 'find-purchase', text: `${VIEW} WHERE p.id = $1 AND p.buyer_id = $2` }

/** A buyer's own purchase; undefined when it has none of that id. */
export async function findPurchase(db: Queryable, buyerId: string, id: string): Promise<PurchaseView | undefined> {
  const [row] = await db.query<PurchaseView & Record<string, unknown>>(FIND, [id, buyerId])
  return row
}

const LIST = {
  name: 'list-purchases',
  text: `${VIEW}
    WHERE p.buyer_id = $1 AND ($2::purchase_status IS NULL OR p.status = $2)
      AND ($3::timestamptz IS NULL OR (p.created_at, p.id) < ($3, $4::uuid))
    ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
}

/** Purchases of a buyer, newest first, from where the page before ended. */
export function listPurchases(
  db: Queryable,
  buyerId: string,
  options: { status: PurchaseStatus | null; after: PageEnd | undefined; limit: number },
): Promise<PurchaseView[]> {
  const { status, after, limit } = options
  const values = [buyerId, status, after?.createdAt ?? null, after?.id ?? null, limit]
  return db.query<PurchaseView & Record<string, unknown>>(LIST, values)
}

const STATUSES = {
  active: 'PURCHASE_STATUS_ACTIVE',
  inactive: 'PURCHASE_STATUS_INACTIVE',
  expired: 'PURCHASE_STATUS_EXPIRED',
  cancelled: 'PURCHASE_STATUS_CANCELLED',
} as const

/** For the wire. */
export function toMessage(view: PurchaseView): billing.Purchase {
  return {
    purchaseId: view.id,
    buyerId: view.buyerId,
    app: view.app,
    tier: view.tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE',
    status: STATUSES[view.status],
    renews: view.renews,
    createdAt: toTimestamp(view.createdAt),
    windowStartsAt: toTimestamp(view.windowStartsAt),
    windowEndsAt: toTimestamp(view.windowEndsAt),
    used: view.used,
    quota: view.quota ?? '0',
    chargesAbandoned: view.chargesAbandoned,
  }
}

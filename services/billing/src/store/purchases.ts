import { brokenConstraint, type Queryable } from '@mtg/postgres'
import type { PagePosition } from '../domain/page.ts'
import type { PurchaseRef, PurchaseStatus, PurchaseView, Tier } from '../domain/purchase.ts'
import { usedOf } from './calls-to-come.ts'

type ViewRow = Omit<PurchaseView, 'used' | 'quota' | 'version'> & {
  readonly used: string
  readonly version: string
  readonly quota: string | null
} & Record<string, unknown>

// Only an active purchase that renews moves on by itself.
const VIEW = `
  SELECT p.id, p.buyer_id AS "buyerId", publisher.username || '/' || app.name AS app, p.tier, p.status, p.renews,
         p.created_at AS "createdAt", p.version,
         p.anchor + meter.window_index * interval '2592000 seconds' AS "windowStartsAt",
         p.anchor + (meter.window_index + 1) * interval '2592000 seconds' AS "windowEndsAt",
         CASE WHEN meter.window_index > p.window_index THEN 0 ELSE ${usedOf('p')} END AS used, offer.monthly AS quota,
         app.charge_abandoned AS "chargesAbandoned", app.charge_tasks_on_acceptance AS "chargesTasksOnAcceptance"
  FROM purchases AS p
  JOIN apps AS app ON app.id = p.app_id
  JOIN publishers AS publisher ON publisher.id = app.publisher_id
  LEFT JOIN app_tiers AS offer ON offer.app_id = p.app_id AND offer.tier = p.tier
  CROSS JOIN LATERAL (SELECT CASE WHEN p.renews AND p.status = 'active'
    THEN greatest(p.window_index, window_at(p.anchor, clock_timestamp())) ELSE p.window_index END AS window_index) AS meter`

const FIND = { name: 'find-purchase', text: `${VIEW} WHERE p.id = $1 AND p.buyer_id = $2` }

/** A buyer's own purchase; undefined when it has none of that id. */
export async function findPurchase(db: Queryable, ref: PurchaseRef): Promise<PurchaseView | undefined> {
  const [row] = await db.query<ViewRow>(FIND, [ref.purchaseId, ref.buyerId])
  return row && toView(row)
}

const FIND_OF_APP = {
  name: 'find-purchase-of-app',
  text: `${VIEW}
    WHERE p.buyer_id = $1 AND publisher.username = $2 AND app.name = $3 AND p.status IN ('active', 'inactive')
    ORDER BY p.status = 'active' DESC, p.created_at DESC LIMIT 1`,
}

/** A buyer's active purchase of an app ("publisher/app"), else its newest inactive one. */
export async function findPurchaseOfApp(
  db: Queryable,
  buyerId: string,
  app: string,
): Promise<PurchaseView | undefined> {
  const [username = '', name = ''] = app.split('/')
  const [row] = await db.query<ViewRow>(FIND_OF_APP, [buyerId, username, name])
  return row && toView(row)
}

const LIST = {
  name: 'list-purchases',
  text: `${VIEW}
    WHERE p.buyer_id = $1 AND ($2::purchase_status IS NULL OR p.status = $2)
      AND ($3::timestamptz IS NULL OR (p.created_at, p.id) < ($3, $4::uuid))
      AND ($6::text IS NULL OR (publisher.username, app.name) = ($6, $7))
    ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
}

/** Which purchases are listed, from where the page before ended. */
export interface PurchaseFilter {
  readonly status: PurchaseStatus | null
  /** Left out: of all apps. */
  readonly app?: { readonly username: string; readonly appName: string } | undefined
  readonly after: PagePosition | undefined
  readonly limit: number
}

/** Purchases of a buyer, newest first. */
export async function listPurchases(db: Queryable, buyerId: string, filter: PurchaseFilter): Promise<PurchaseView[]> {
  const { status, app, after, limit } = filter
  const position = [after?.createdAt ?? null, after?.id ?? null]
  const values = [buyerId, status, ...position, limit, app?.username ?? null, app?.appName ?? null]
  return (await db.query<ViewRow>(LIST, values)).map(toView)
}

function toView(row: ViewRow): PurchaseView {
  return { ...row, used: BigInt(row.used), quota: BigInt(row.quota ?? 0), version: BigInt(row.version) }
}

const LOCK = {
  name: 'lock-purchase',
  text: 'SELECT status, version FROM purchases WHERE id = $1 AND buyer_id = $2 FOR UPDATE',
}

/** What a change of a purchase depends on. */
export interface LockedPurchase extends Record<string, unknown> {
  readonly status: PurchaseStatus
  readonly version: string
}

/** A buyer's own purchase, which stays so until the transaction ends. */
export async function lockPurchase(tx: Queryable, ref: PurchaseRef): Promise<LockedPurchase | undefined> {
  const [row] = await tx.query<LockedPurchase>(LOCK, [ref.purchaseId, ref.buyerId])
  return row
}

const SET_STATUS = {
  name: 'set-purchase-status',
  text: 'UPDATE purchases SET status = $2, version = version + 1 WHERE id = $1',
}

/** Sets the status of a purchase. */
export async function setPurchaseStatus(tx: Queryable, purchaseId: string, status: PurchaseStatus): Promise<void> {
  await tx.query(SET_STATUS, [purchaseId, status])
}

// Windows are numbered on, so that calls of the old one that are still under way cannot be taken for calls of the new
// one; the anchor moves so that the new one starts now. Purchases that renew have moved on by themselves.
const RENEW = {
  name: 'renew-purchase',
  text: `
    UPDATE purchases SET status = 'active', version = version + 1,
      anchor = CASE WHEN meter.ended THEN date_trunc('milliseconds', meter.moment) - (window_index + 1) * interval '2592000 seconds' ELSE anchor END,
      window_index = CASE WHEN meter.ended THEN window_index + 1 ELSE window_index END,
      used = CASE WHEN meter.ended THEN 0 ELSE used END,
      used_opening = CASE WHEN meter.ended THEN 0 ELSE used_opening END
    FROM (
      SELECT clock.moment, NOT renews AND window_at(anchor, clock.moment) > window_index AS ended
      FROM purchases, (SELECT clock_timestamp() AS moment) AS clock WHERE id = $1
    ) AS meter WHERE id = $1`,
}

/** Makes a purchase active; a window that is over gives way to a new one. */
export async function renewPurchase(tx: Queryable, purchaseId: string): Promise<void> {
  await tx.query(RENEW, [purchaseId])
}

/** The purchase of an app that stands in the way of another one. */
export interface CurrentPurchase {
  readonly id: string
  readonly tier: Tier
  readonly status: 'active' | 'inactive'
  readonly version: string
}

const CURRENT = {
  name: 'lock-current-purchase',
  text: `
    SELECT id, tier, status, version FROM purchases WHERE buyer_id = $1 AND app_id = $2 AND status IN ('active', 'inactive')
    ORDER BY status = 'active' DESC, created_at DESC LIMIT 1 FOR UPDATE`,
}

/** A buyer's active purchase of an app, else its newest inactive one. */
export async function lockCurrentPurchase(
  tx: Queryable,
  buyerId: string,
  appId: string,
): Promise<CurrentPurchase | undefined> {
  const [row] = await tx.query<CurrentPurchase & Record<string, unknown>>(CURRENT, [buyerId, appId])
  return row
}

/** A purchase to store. */
export interface NewPurchase {
  readonly id: string
  readonly buyerId: string
  readonly appId: string
  readonly tier: Tier
  readonly renews: boolean
}

// An earlier purchase of the same tier whose window is still running hands its window on: its calls become the opening
// value of the new meter. Versions go on from one purchase of an app to the next: who has read the one changes no other.
const INSERT = {
  name: 'insert-purchase',
  text: `
    INSERT INTO purchases (id, buyer_id, app_id, tier, status, anchor, renews, window_index, used, used_opening, version)
    SELECT $1, $2, $3, $4, 'active', coalesce(earlier.anchor, clock.moment), $5, coalesce(earlier.window_index, 0),
           coalesce(earlier.used, 0), coalesce(earlier.used, 0),
           1 + coalesce((SELECT max(version) FROM purchases WHERE buyer_id = $2 AND app_id = $3), 0)
    FROM (SELECT clock_timestamp() AS moment) AS clock
    LEFT JOIN LATERAL (
      SELECT anchor, window_index, ${usedOf('purchases')} AS used FROM purchases
      WHERE buyer_id = $2 AND app_id = $3 AND tier = $4 AND window_at(anchor, clock.moment) = window_index
      ORDER BY created_at DESC LIMIT 1
    ) AS earlier ON true`,
}

/** Stores an active purchase, with the window that an earlier one of the same tier may have left. */
export async function insertPurchase(tx: Queryable, purchase: NewPurchase): Promise<void> {
  const { id, buyerId, appId, tier, renews } = purchase
  await tx.query(INSERT, [id, buyerId, appId, tier, renews])
}

/** Whether a transaction failed because the buyer has another active purchase of the app. */
export function isSecondActivePurchase(thrown: unknown): boolean {
  return brokenConstraint(thrown) === 'purchases_one_active'
}

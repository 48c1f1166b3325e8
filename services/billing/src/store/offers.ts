import type { Queryable } from '@mtg/postgres'
import type { Tier } from '../domain/purchase.ts'

/** What is known of a tier that somebody wants to buy. */
export interface Offer extends Record<string, unknown> {
  readonly suspended: boolean
  /** Null: the publisher has no such app. */
  readonly appId: string | null
  readonly isOffered: boolean
}

const FIND = {
  name: 'find-offer',
  text: `
    SELECT publisher.suspended, app.id AS "appId", offer.tier IS NOT NULL AS "isOffered"
    FROM publishers AS publisher
    LEFT JOIN apps AS app ON app.publisher_id = publisher.id AND app.name = $2
    LEFT JOIN app_tiers AS offer ON offer.app_id = app.id AND offer.tier = $3
    WHERE publisher.username = $1`,
}

/** A tier of an app; undefined when there is no such publisher. */
export async function findOffer(
  db: Queryable,
  { username, appName, tier }: { readonly username: string; readonly appName: string; readonly tier: Tier },
): Promise<Offer | undefined> {
  const [offer] = await db.query<Offer>(FIND, [username, appName, tier])
  return offer
}

const LOCK_LISTED = {
  name: 'lock-listed-app',
  text: 'SELECT published AND retired_at IS NULL AS "isListed" FROM apps WHERE id = $1 FOR KEY SHARE',
}

/** Whether an app can be obtained; its publisher does not change it until the transaction ends. */
export async function lockListed(tx: Queryable, appId: string): Promise<boolean> {
  const [app] = await tx.query<{ isListed: boolean }>(LOCK_LISTED, [appId])
  return app?.isListed === true
}

const IS_RETIRED = {
  name: 'is-app-of-purchase-retired',
  text: 'SELECT a.retired_at IS NOT NULL AS "isRetired" FROM purchases p JOIN apps a ON a.id = p.app_id WHERE p.id = $1',
}

/** Whether the publisher has deleted the app of a purchase. */
export async function isAppRetired(tx: Queryable, purchaseId: string): Promise<boolean> {
  const [row] = await tx.query<{ isRetired: boolean }>(IS_RETIRED, [purchaseId])
  return row?.isRetired === true
}

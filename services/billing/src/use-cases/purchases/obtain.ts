import { appError } from '@mtg/errors'
import { brokenConstraint, type Database, type Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { PurchaseStatus, Tier } from './purchase.ts'

/** What a buyer wants to call. */
export interface ObtainRequest {
  readonly buyerId: string
  readonly username: string
  readonly appName: string
  readonly tier: Tier
  readonly renews: boolean
}

/** The new purchase, and the free one that an upgrade has ended. */
export interface Obtained {
  readonly purchaseId: string
  readonly replacedId: string | undefined
}

/** Makes a purchase; a free one gives way to a paid one in the same transaction. */
export async function obtain(db: Database, request: ObtainRequest): Promise<Obtained> {
  try {
    return await db.transaction(tx => obtainIn(tx, request))
  } catch (thrown) {
    if (brokenConstraint(thrown) !== 'purchases_one_active') throw thrown
    // Another request was first. It has committed by now, so that this time its purchase is seen and answered for.
    return await db.transaction(tx => obtainIn(tx, request))
  }
}

async function obtainIn(tx: Queryable, request: ObtainRequest): Promise<Obtained> {
  const appId = await findOffer(tx, request)
  const current = await lockCurrent(tx, request.buyerId, appId)
  if (current !== undefined) refuseUnlessUpgrade(current, request.tier)
  if (current !== undefined) await tx.query(CANCEL, [current.id])
  const purchaseId = uuidv7(systemClock.nowMs())
  await tx.query(INSERT, [purchaseId, request.buyerId, appId, request.tier, request.renews])
  return { purchaseId, replacedId: current?.id }
}

interface OfferRow extends Record<string, unknown> {
  suspended: boolean
  appId: string | null
  offered: boolean
}

const OFFER = {
  name: 'find-offer',
  text: `
    SELECT publisher.suspended, app.id AS "appId", offer.tier IS NOT NULL AS offered
    FROM publishers AS publisher
    LEFT JOIN apps AS app ON app.publisher_id = publisher.id AND app.name = $2
    LEFT JOIN app_tiers AS offer ON offer.app_id = app.id AND offer.tier = $3
    WHERE publisher.username = $1`,
}

async function findOffer(tx: Queryable, request: ObtainRequest): Promise<string> {
  const { username, appName, tier } = request
  const detail = { publisher: username, app: appName, tier }
  const [offer] = await tx.query<OfferRow>(OFFER, [username, appName, tier])
  if (offer === undefined) throw appError('publisher_not_found', { detail })
  if (offer.appId === null) throw appError('app_not_found', { detail })
  if (offer.suspended) throw appError('publisher_suspended', { detail })
  if (!offer.offered) throw appError('tier_not_offered', { detail })
  return offer.appId
}

interface CurrentRow extends Record<string, unknown> {
  id: string
  tier: Tier
  status: PurchaseStatus
}

const CURRENT = {
  name: 'lock-current-purchase',
  text: `
    SELECT id, tier, status FROM purchases WHERE buyer_id = $1 AND app_id = $2 AND status IN ('active', 'inactive')
    ORDER BY status = 'active' DESC, created_at DESC LIMIT 1 FOR UPDATE`,
}

async function lockCurrent(tx: Queryable, buyerId: string, appId: string): Promise<CurrentRow | undefined> {
  const [row] = await tx.query<CurrentRow>(CURRENT, [buyerId, appId])
  return row
}

function refuseUnlessUpgrade(current: CurrentRow, wanted: Tier): void {
  const detail = { purchaseId: current.id, status: current.status, tier: current.tier }
  // Buying again must not be a way round a purchase that was made inactive.
  if (current.status === 'inactive')
    throw appError('purchase_state_conflict', {
      message: 'The buyer has an inactive purchase of this app: activate or cancel that one.',
      detail,
    })
  if (current.tier === wanted) throw appError('already_purchased', { detail })
  if (wanted === 'free') throw appError('downgrade_not_allowed', { detail })
}

const CANCEL = { name: 'cancel-for-upgrade', text: `UPDATE purchases SET status = 'cancelled' WHERE id = $1` }

// An earlier purchase of the same tier whose window is still running hands its window on: its calls become the opening
// value of the new meter.
const INSERT = {
  name: 'insert-purchase',
  text: `
    INSERT INTO purchases (id, buyer_id, app_id, tier, status, anchor, renews, window_index, used, used_opening)
    SELECT $1, $2, $3, $4, 'active', coalesce(earlier.anchor, clock.moment), $5, coalesce(earlier.window_index, 0),
           coalesce(earlier.used, 0), coalesce(earlier.used, 0)
    FROM (SELECT clock_timestamp() AS moment) AS clock
    LEFT JOIN LATERAL (
      SELECT anchor, window_index, used FROM purchases
      WHERE buyer_id = $2 AND app_id = $3 AND tier = $4 AND window_at(anchor, clock.moment) = window_index
      ORDER BY created_at DESC LIMIT 1
    ) AS earlier ON true`,
}

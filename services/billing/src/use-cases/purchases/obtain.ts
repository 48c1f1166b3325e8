import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { Tier } from '../../domain/purchase.ts'
import { findOffer, lockListed } from '../../store/offers.ts'
import {
  type CurrentPurchase,
  insertPurchase,
  isSecondActivePurchase,
  lockCurrentPurchase,
  setPurchaseStatus,
} from '../../store/purchases.ts'
import { refuseOtherVersion } from '../versions.ts'

/** What a buyer wants to call. */
export interface ObtainRequest {
  readonly buyerId: string
  readonly username: string
  readonly appName: string
  readonly tier: Tier
  readonly renews: boolean
  /** Of the purchase of the app that there is; 0: whatever it is, -1: there must be none. */
  readonly expectedVersion: bigint
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
    if (!isSecondActivePurchase(thrown)) throw thrown
    // Another request was first. It has committed by now, so that this time its purchase is seen and answered for.
    return await db.transaction(tx => obtainIn(tx, request))
  }
}

async function obtainIn(tx: Queryable, request: ObtainRequest): Promise<Obtained> {
  const { buyerId, tier, renews } = request
  const appId = await requireOfferedApp(tx, request)
  const current = await lockCurrentPurchase(tx, buyerId, appId)
  refuseOtherVersion(current, request.expectedVersion)
  if (current !== undefined) {
    refuseUnlessUpgrade(current, tier)
    await setPurchaseStatus(tx, current.id, 'cancelled')
  }
  const purchaseId = uuidv7(systemClock.nowMs())
  await insertPurchase(tx, { id: purchaseId, buyerId, appId, tier, renews })
  return { purchaseId, replacedId: current?.id }
}

async function requireOfferedApp(tx: Queryable, { username, appName, tier }: ObtainRequest): Promise<string> {
  const detail = { publisher: username, app: appName, tier }
  const offer = await findOffer(tx, { username, appName, tier })
  if (offer === undefined) throw appError('publisher_not_found', { detail })
  if (offer.appId === null) throw appError('app_not_found', { detail })
  if (offer.suspended) throw appError('publisher_suspended', { detail })
  if (!offer.isOffered) throw appError('tier_not_offered', { detail })
  // Not in the catalogue, or not any more: there is nothing to obtain.
  if (!(await lockListed(tx, offer.appId))) throw appError('app_not_found', { detail })
  return offer.appId
}

function refuseUnlessUpgrade(current: CurrentPurchase, wanted: Tier): void {
  const detail = { purchaseId: current.id, status: current.status, tier: current.tier }
  // Buying again must not be a way round a purchase that was made inactive.
  if (current.status === 'inactive') {
    throw appError('purchase_state_conflict', {
      message: 'The buyer has an inactive purchase of this app: activate or cancel that one.',
      detail,
    })
  }
  if (current.tier === wanted) throw appError('already_purchased', { detail })
  if (wanted === 'free') throw appError('downgrade_not_allowed', { detail })
}

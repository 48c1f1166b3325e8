import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import {
  isRenewable,
  type PurchaseRef,
  type PurchaseStatus,
  type PurchaseToChange,
  type StatusChangeName,
  statusAfter,
} from '../../domain/purchase.ts'
import { isAppRetired } from '../../store/offers.ts'
import { isSecondActivePurchase, lockPurchase, renewPurchase, setPurchaseStatus } from '../../store/purchases.ts'
import { refuseOtherVersion } from '../versions.ts'

/** Changes the status of a purchase, or throws why it cannot be. */
export async function changeStatus(db: Database, ref: PurchaseToChange, name: StatusChangeName): Promise<void> {
  await changePurchase(db, ref, async (tx, status) => {
    const next = statusAfter(name, status)
    if (next === undefined) throw conflict(ref, status, name)
    if (next !== status) await setPurchaseStatus(tx, ref.purchaseId, next)
  })
}

/** Makes an expired purchase active again; a window that is over gives way to a new one. */
export async function renew(db: Database, ref: PurchaseToChange): Promise<void> {
  await changePurchase(db, ref, async (tx, status) => {
    if (!isRenewable(status)) throw conflict(ref, status, 'renew')
    if (await isAppRetired(tx, ref.purchaseId)) throw appError('app_not_found', { detail: { ...ref } })
    await renewPurchase(tx, ref.purchaseId)
  })
}

async function changePurchase(
  db: Database,
  ref: PurchaseToChange,
  change: (tx: Queryable, status: PurchaseStatus) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction(async tx => {
      const known = await lockPurchase(tx, ref)
      if (known === undefined) throw appError('purchase_not_found', { detail: { ...ref } })
      refuseOtherVersion(known, ref.expectedVersion)
      await change(tx, known.status)
    })
  } catch (thrown) {
    if (!isSecondActivePurchase(thrown)) throw thrown
    throw appError('already_purchased', {
      message: 'The buyer has another active purchase of this app.',
      detail: { ...ref },
    })
  }
}

function conflict(ref: PurchaseRef, status: PurchaseStatus, change: string): Error {
  return appError('purchase_state_conflict', { detail: { purchaseId: ref.purchaseId, status, change } })
}

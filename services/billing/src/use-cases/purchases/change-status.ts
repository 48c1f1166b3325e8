import { appError } from '@mtg/errors'
import { brokenConstraint, type Database, type Queryable } from '@mtg/postgres'
import type { PurchaseStatus } from './purchase.ts'

/** A buyer's purchase. */
export interface PurchaseRef {
  readonly buyerId: string
  readonly purchaseId: string
}

/** A change of status: which one it leads to, and from which ones. Where it leads to already, it does nothing. */
interface Change {
  readonly to: PurchaseStatus
  readonly from: readonly PurchaseStatus[]
}

const changes = {
  cancel: { to: 'cancelled', from: ['active', 'inactive'] },
  deactivate: { to: 'inactive', from: ['active'] },
  activate: { to: 'active', from: ['inactive'] },
  expire: { to: 'expired', from: ['active', 'inactive'] },
} as const satisfies Record<string, Change>

/** What can be done to a purchase beside renewing it. */
export type ChangeName = keyof typeof changes

/** Changes the status of a purchase, or throws why it cannot be. */
export async function changeStatus(db: Database, ref: PurchaseRef, name: ChangeName): Promise<void> {
  const change: Change = changes[name]
  await asOnlyActive(ref, () =>
    db.transaction(async tx => {
      const { status } = await lockPurchase(tx, ref)
      if (status === change.to) return
      if (!change.from.includes(status)) throw conflict(ref, status, name)
      await tx.query(SET_STATUS, [ref.purchaseId, change.to])
    }),
  )
}

/** Makes an expired purchase active again; a window that is over gives way to a new one. */
export async function renew(db: Database, ref: PurchaseRef): Promise<void> {
  await asOnlyActive(ref, () =>
    db.transaction(async tx => {
      const { status } = await lockPurchase(tx, ref)
      if (status !== 'active' && status !== 'expired') throw conflict(ref, status, 'renew')
      await tx.query(RENEW, [ref.purchaseId])
    }),
  )
}

const LOCK = {
  name: 'lock-purchase',
  text: 'SELECT status FROM purchases WHERE id = $1 AND buyer_id = $2 FOR UPDATE',
}

async function lockPurchase(tx: Queryable, ref: PurchaseRef): Promise<{ status: PurchaseStatus }> {
  const [row] = await tx.query<{ status: PurchaseStatus }>(LOCK, [ref.purchaseId, ref.buyerId])
  if (row === undefined) throw appError('purchase_not_found', { detail: { ...ref } })
  return row
}

const SET_STATUS = { name: 'set-purchase-status', text: 'UPDATE purchases SET status = $2 WHERE id = $1' }

// Windows are numbered on, so that calls of the old one that are still under way cannot be taken for calls of the new
// one; the anchor moves so that the new one starts now. Purchases that renew have moved on by themselves.
const RENEW = {
  name: 'renew-purchase',
  text: `
    UPDATE purchases SET status = 'active',
      anchor = CASE WHEN meter.ended THEN date_trunc('milliseconds', meter.moment) - (window_index + 1) * interval '2592000 seconds' ELSE anchor END,
      window_index = CASE WHEN meter.ended THEN window_index + 1 ELSE window_index END,
      used = CASE WHEN meter.ended THEN 0 ELSE used END,
      used_opening = CASE WHEN meter.ended THEN 0 ELSE used_opening END
    FROM (
      SELECT clock.moment, NOT renews AND window_at(anchor, clock.moment) > window_index AS ended
      FROM purchases, (SELECT clock_timestamp() AS moment) AS clock WHERE id = $1
    ) AS meter WHERE id = $1`,
}

function conflict(ref: PurchaseRef, status: PurchaseStatus, change: string): Error {
  return appError('purchase_state_conflict', { detail: { purchaseId: ref.purchaseId, status, change } })
}

async function asOnlyActive(ref: PurchaseRef, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (brokenConstraint(thrown) !== 'purchases_one_active') throw thrown
    throw appError('already_purchased', {
      message: 'The buyer has another active purchase of this app.',
      detail: { ...ref },
    })
  }
}

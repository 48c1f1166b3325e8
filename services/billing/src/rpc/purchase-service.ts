import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { appOf, implement, invalidField, pageOf, pageSizeOf, readTimeToken, timeToken, uuidOf } from '@mtg/rpc'
import { type ChangeName, changeStatus, type PurchaseRef, renew } from '../use-cases/purchases/change-status.ts'
import { obtain } from '../use-cases/purchases/obtain.ts'
import { findPurchase, listPurchases, type PurchaseStatus, toMessage } from '../use-cases/purchases/purchase.ts'

/** What the service stands on. */
export interface PurchaseDeps {
  readonly db: Database
  /** Tells every billing process that what it remembers of purchases is stale. */
  readonly catalogueChanged: () => void
}

/** PurchaseService: purchases and their meters, for the marketplace and internal services. */
export function purchaseService(deps: PurchaseDeps) {
  const change = (name: ChangeName) => (request: billing.CancelPurchaseRequest__Output) =>
    changed(deps, request, ref => changeStatus(deps.db, ref, name))
  return implement(services.billing.PurchaseService, {
    ObtainPurchase: request => obtainPurchase(deps, request),
    CancelPurchase: change('cancel'),
    DeactivatePurchase: change('deactivate'),
    ActivatePurchase: change('activate'),
    ExpirePurchase: change('expire'),
    RenewPurchase: request => changed(deps, request, ref => renew(deps.db, ref)),
    GetPurchase: async request => ({ purchase: await readPurchase(deps, refOf(request)) }),
    ListPurchases: request => list(deps, request),
  })
}

async function obtainPurchase(
  deps: PurchaseDeps,
  request: billing.ObtainPurchaseRequest__Output,
): Promise<billing.ObtainPurchaseResponse> {
  if (request.tier !== 'TIER_PAID' && request.tier !== 'TIER_FREE') throw invalidField('tier', 'is missing')
  const buyerId = uuidOf(request.buyerId, 'buyer_id')
  const obtained = await obtain(deps.db, {
    buyerId,
    ...appOf(request.app),
    tier: request.tier === 'TIER_PAID' ? 'paid' : 'free',
    renews: !request.endsAfterWindow,
  })
  deps.catalogueChanged()
  const { purchaseId, replacedId = '' } = obtained
  return { purchase: await readPurchase(deps, { buyerId, purchaseId }), replacedPurchaseId: replacedId }
}

async function changed(
  deps: PurchaseDeps,
  request: billing.CancelPurchaseRequest__Output,
  work: (ref: PurchaseRef) => Promise<void>,
): Promise<{ purchase: billing.Purchase }> {
  const ref = refOf(request)
  await work(ref)
  deps.catalogueChanged()
  return { purchase: await readPurchase(deps, ref) }
}

function refOf(request: billing.CancelPurchaseRequest__Output): PurchaseRef {
  return { buyerId: uuidOf(request.buyerId, 'buyer_id'), purchaseId: uuidOf(request.purchaseId, 'purchase_id') }
}

async function readPurchase(deps: PurchaseDeps, ref: PurchaseRef): Promise<billing.Purchase> {
  const view = await findPurchase(deps.db, ref.buyerId, ref.purchaseId)
  if (view === undefined) throw appError('purchase_not_found', { detail: { ...ref } })
  return toMessage(view)
}

const statuses: Readonly<Record<string, PurchaseStatus | null>> = {
  PURCHASE_STATUS_UNSPECIFIED: null,
  PURCHASE_STATUS_ACTIVE: 'active',
  PURCHASE_STATUS_INACTIVE: 'inactive',
  PURCHASE_STATUS_EXPIRED: 'expired',
  PURCHASE_STATUS_CANCELLED: 'cancelled',
}

async function list(
  deps: PurchaseDeps,
  request: billing.ListPurchasesRequest__Output,
): Promise<billing.ListPurchasesResponse> {
  const size = pageSizeOf(request.pageSize)
  const status = statuses[request.status]
  if (status === undefined) throw invalidField('status', 'is not known')
  const rows = await listPurchases(deps.db, uuidOf(request.buyerId, 'buyer_id'), {
    status,
    after: readTimeToken(request.pageToken),
    limit: size + 1,
  })
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { purchases: page.map(toMessage), nextPageToken }
}

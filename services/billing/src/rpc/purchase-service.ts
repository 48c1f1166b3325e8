import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { appOf, implement, int64Of, pageOf, pageSizeOf, readTimeToken, timeToken, uuidOf } from '@mtg/rpc'
import type { PurchaseRef, PurchaseToChange, StatusChangeName } from '../domain/purchase.ts'
import { findPurchase, listPurchases } from '../store/purchases.ts'
import { changeStatus, renew } from '../use-cases/purchases/change-status.ts'
import { obtain } from '../use-cases/purchases/obtain.ts'
import { statusOf, toPurchaseMessage } from './wire/purchase.ts'
import { tierOf } from './wire/tier.ts'

const VERSION_ANY = 0n
const VERSION_NONE = -1n

/** The database, and whom to tell of changes. */
export interface PurchaseDeps {
  readonly db: Database
  /** Tells every process that what it remembers of the buyer's purchases is stale. */
  readonly purchaseChanged: (buyerId: string) => void
}

/** PurchaseService: purchases and their meters, for the marketplace and internal services. */
export function purchaseService(deps: PurchaseDeps) {
  const change = (name: StatusChangeName) => (request: billing.CancelPurchaseRequest__Output) =>
    changePurchase(deps, request, ref => changeStatus(deps.db, ref, name))
  return implement(services.billing.PurchaseService, {
    ObtainPurchase: request => obtainPurchase(deps, request),
    CancelPurchase: change('cancel'),
    DeactivatePurchase: change('deactivate'),
    ActivatePurchase: change('activate'),
    ExpirePurchase: change('expire'),
    RenewPurchase: request => changePurchase(deps, request, ref => renew(deps.db, ref)),
    GetPurchase: async request => ({ purchase: await readPurchase(deps, refOf(request)) }),
    ListPurchases: request => list(deps, request),
  })
}

async function obtainPurchase(
  deps: PurchaseDeps,
  request: billing.ObtainPurchaseRequest__Output,
): Promise<billing.ObtainPurchaseResponse> {
  const tier = tierOf(request.tier)
  const buyerId = uuidOf(request.buyerId, 'buyer_id')
  const app = appOf(request.app)
  const expectedVersion = int64Of(request.expectedVersion, 'expected_version', VERSION_NONE)
  const obtained = await obtain(deps.db, { buyerId, ...app, tier, renews: !request.endsAfterWindow, expectedVersion })
  deps.purchaseChanged(buyerId)
  const { purchaseId, replacedId = '' } = obtained
  return { purchase: await readPurchase(deps, { buyerId, purchaseId }), replacedPurchaseId: replacedId }
}

async function changePurchase(
  deps: PurchaseDeps,
  request: billing.CancelPurchaseRequest__Output,
  change: (ref: PurchaseToChange) => Promise<void>,
): Promise<{ purchase: billing.Purchase }> {
  const ref = refOf(request)
  await change({ ...ref, expectedVersion: int64Of(request.expectedVersion, 'expected_version', VERSION_ANY) })
  deps.purchaseChanged(ref.buyerId)
  return { purchase: await readPurchase(deps, ref) }
}

function refOf(request: billing.GetPurchaseRequest__Output): PurchaseRef {
  return { buyerId: uuidOf(request.buyerId, 'buyer_id'), purchaseId: uuidOf(request.purchaseId, 'purchase_id') }
}

async function readPurchase(deps: PurchaseDeps, ref: PurchaseRef): Promise<billing.Purchase> {
  const view = await findPurchase(deps.db, ref)
  if (view === undefined) throw appError('purchase_not_found', { detail: { ...ref } })
  return toPurchaseMessage(view)
}

async function list(
  deps: PurchaseDeps,
  request: billing.ListPurchasesRequest__Output,
): Promise<billing.ListPurchasesResponse> {
  const size = pageSizeOf(request.pageSize)
  const status = request.status === 'PURCHASE_STATUS_UNSPECIFIED' ? null : statusOf(request.status, 'is not known')
  const rows = await listPurchases(deps.db, uuidOf(request.buyerId, 'buyer_id'), {
    status,
    app: request.app === '' ? undefined : appOf(request.app),
    after: readTimeToken(request.pageToken),
    limit: size + 1,
  })
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { purchases: page.map(toPurchaseMessage), nextPageToken }
}

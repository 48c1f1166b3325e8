import { Type } from 'typebox'
import type { Purchases } from '../../clients/purchases.ts'
import type { Purchase } from '../../domain/purchase.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { AppPath, closed, Id, IdParams, pageIn, pageQuery, Time } from '../schemas/values.ts'

const TierName = Type.Union([Type.Literal('free'), Type.Literal('paid')])
const StatusName = Type.Union([
  Type.Literal('active'),
  Type.Literal('inactive'),
  Type.Literal('expired'),
  Type.Literal('cancelled'),
])

const PurchaseBody = Type.Object({
  id: Id,
  app: AppPath,
  tier: TierName,
  status: StatusName,
  renews: Type.Boolean({ description: 'Whether a new 30-day window follows each one by itself' }),
  createdAt: Time,
  windowStartsAt: Time,
  windowEndsAt: Time,
  used: Type.Integer({ description: 'Billable calls in this window' }),
  quota: Type.Integer({ description: 'Billable calls allowed in a window; 0 when the app no longer offers the tier' }),
})

const tags = ['Purchases']

/** What a buyer may call. */
export function purchaseRoutes(api: Api, purchases: Purchases): void {
  addReading(api, purchases)
  addChanges(api, purchases)
}

function addReading(api: Api, purchases: Purchases): void {
  api.get(
    '/purchases',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'listPurchases',
        tags,
        summary: 'Purchases with their meters, newest first.',
        querystring: Type.Object({ ...pageQuery, status: Type.Optional(StatusName) }, closed),
        response: { 200: pageOf(PurchaseBody) },
      },
    },
    async request => {
      const page = pageIn(request.query)
      const { items, nextPageToken } = await purchases.list(buyerIn(request), page, request.query.status)
      return { items: items.map(shownPurchase), nextPageToken }
    },
  )
  api.get(
    '/purchases/:id',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getPurchase',
        tags,
        summary: 'One purchase.',
        params: IdParams,
        response: { 200: PurchaseBody },
      },
    },
    async request => shownPurchase(await purchases.find(buyerIn(request), request.params.id)),
  )
}

function addChanges(api: Api, purchases: Purchases): void {
  api.post(
    '/purchases',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'obtainPurchase',
        tags,
        summary: 'Obtains an app in a tier; the paid tier in place of the free one is an upgrade.',
        body: Type.Object(
          { app: AppPath, tier: TierName, renews: Type.Optional(Type.Boolean({ default: true })) },
          closed,
        ),
        response: { 201: PurchaseBody },
      },
    },
    async (request, reply) => {
      const { app, tier, renews = true } = request.body
      const purchase = await purchases.obtain(buyerIn(request), { app, tier, renews })
      return await reply.code(201).header('location', `/api/v1/purchases/${purchase.id}`).send(shownPurchase(purchase))
    },
  )
  api.post(
    '/purchases/:id/renewal',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'renewPurchase',
        tags,
        summary: 'Makes a purchase that has expired active again.',
        params: IdParams,
        response: { 200: PurchaseBody },
      },
    },
    async request => shownPurchase(await purchases.renew(buyerIn(request), request.params.id)),
  )
  api.delete(
    '/purchases/:id',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'cancelPurchase',
        tags,
        summary: 'Cancels a purchase for good.',
        params: IdParams,
        response: { 200: PurchaseBody },
      },
    },
    async request => shownPurchase(await purchases.cancel(buyerIn(request), request.params.id)),
  )
}

function shownPurchase(purchase: Purchase) {
  const { createdAt, windowStartsAt, windowEndsAt, used, quota, ...rest } = purchase
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    windowStartsAt: windowStartsAt.toISOString(),
    windowEndsAt: windowEndsAt.toISOString(),
    used: Number(used),
    quota: Number(quota),
  }
}

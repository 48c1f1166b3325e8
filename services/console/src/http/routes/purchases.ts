import { Type } from 'typebox'
import type { Purchases } from '../../clients/purchases.ts'
import type { Purchase } from '../../domain/purchase.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { AppPath, closed, Id, IdParams, pageIn, pageQuery, Time, Version } from '../schemas/values.ts'
import { IfMatch, tagged, versionIn } from '../versions.ts'

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
  version: Version,
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
        querystring: Type.Object(
          { ...pageQuery, status: Type.Optional(StatusName), app: Type.Optional(AppPath) },
          closed,
        ),
        response: { 200: pageOf(PurchaseBody) },
      },
    },
    async request => {
      const page = pageIn(request.query)
      const { status, app } = request.query
      const { items, nextPageToken } = await purchases.list(buyerIn(request), page, { status, app })
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
        summary: 'One purchase. Its ETag goes into If-Match of a change; calls do not change it.',
        params: IdParams,
        response: { 200: PurchaseBody },
      },
    },
    async (request, reply) => shownPurchase(tagged(reply, await purchases.find(buyerIn(request), request.params.id))),
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
        description: 'If-Match of an upgrade has the ETag of the purchase that gives way.',
        headers: Type.Object(IfMatch),
        body: Type.Object(
          { app: AppPath, tier: TierName, renews: Type.Optional(Type.Boolean({ default: true })) },
          closed,
        ),
        response: { 201: PurchaseBody },
      },
    },
    async (request, reply) => {
      const { app, tier, renews = true } = request.body
      const expectedVersion = versionIn(request.headers['if-match'])
      const purchase = await purchases.obtain(buyerIn(request), { app, tier, renews, expectedVersion })
      const shown = shownPurchase(tagged(reply, purchase))
      return await reply.code(201).header('location', `/api/v1/purchases/${purchase.id}`).send(shown)
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
        headers: Type.Object(IfMatch),
        response: { 200: PurchaseBody },
      },
    },
    async (request, reply) => shownPurchase(tagged(reply, await purchases.renew(buyerIn(request), wantedIn(request)))),
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
        headers: Type.Object(IfMatch),
        response: { 200: PurchaseBody },
      },
    },
    async (request, reply) => shownPurchase(tagged(reply, await purchases.cancel(buyerIn(request), wantedIn(request)))),
  )
}

interface ChangeRequest {
  readonly params: { readonly id: string }
  readonly headers: { readonly 'if-match'?: string }
}

function wantedIn({ params, headers }: ChangeRequest) {
  return { purchaseId: params.id, expectedVersion: versionIn(headers['if-match']) }
}

function shownPurchase(purchase: Purchase) {
  const { createdAt, windowStartsAt, windowEndsAt, used, quota, version, ...rest } = purchase
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    windowStartsAt: windowStartsAt.toISOString(),
    windowEndsAt: windowEndsAt.toISOString(),
    used: Number(used),
    quota: Number(quota),
    version: Number(version),
  }
}

import { asBuyerId, expectUuid, formatMicros, parseMicros } from '@mtg/primitives'
import { Type } from 'typebox'
import type { Operations } from '../../../clients/operations/operations.ts'
import type { OpenReservation, Reversal } from '../../../domain/operations.ts'
import type { Api } from '../../api.ts'
import { operatorIn } from '../../authenticate.ts'
import { pageOf } from '../../schemas/page-of.ts'
import { Amount, AmountInput, closed, Id, IdParams, pageIn, pageQuery, Time } from '../../schemas/values.ts'

const tags = ['Operator']
const config = { access: 'operator' } as const

const ReversalBody = Type.Object({
  id: Id,
  topUp: Id,
  buyer: Id,
  kind: Type.String({ examples: ['refund', 'dispute'] }),
  state: Type.String({ examples: ['requested', 'taken', 'returned'] }),
  amount: Amount,
  fromWallet: Type.Unsafe<string>({
    ...Amount,
    description: 'What the wallet still had of it; the buyer owes the rest',
  }),
  processorRef: Type.Union([Type.String(), Type.Null()]),
  createdAt: Time,
})

const OpenBody = Type.Object({
  callId: Id,
  buyer: Id,
  app: Type.String(),
  tool: Type.String(),
  price: Amount,
  reservedAt: Time,
  expiresAt: Type.Union([Time, Type.Null()]),
})

const Reason = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['goodwill'] })

/** Refunds, disputes, and money that is held. */
export function moneyRoutes(api: Api, operations: Operations): void {
  addRefunds(api, operations)
  addLists(api, operations)
}

function addRefunds(api: Api, operations: Operations): void {
  api.post(
    '/operator/top-ups/:id/refund',
    {
      config,
      schema: {
        operationId: 'refundTopUp',
        tags,
        summary: 'Sends money of a paid top-up back to the buyer; all that is left of it unless an amount is named.',
        params: IdParams,
        body: Type.Object({ amount: Type.Optional(AmountInput) }, closed),
        response: { 200: Type.Object({ id: Id, amount: Amount, returned: Type.Boolean() }) },
      },
    },
    async request => {
      const { amount } = request.body
      const amountMicros = amount === undefined ? undefined : parseMicros(amount)
      // The request's own id, so that a repetition under one Idempotency-Key is one refund.
      const requestId = request.requestId.replaceAll('-', '')
      const wish = { topUpId: request.params.id, amountMicros, requestId }
      const refund = await operations.refundTopUp(operatorIn(request), wish)
      return { id: refund.id, amount: formatMicros(refund.amountMicros), returned: refund.isReturned }
    },
  )
  api.post(
    '/operator/calls/:id/refund',
    {
      config,
      schema: {
        operationId: 'refundCall',
        tags,
        summary: 'Gives back what a call was charged, by a correction in the journal. Doing it twice gives back once.',
        params: IdParams,
        body: Type.Object({ reason: Reason }, closed),
        response: { 200: Type.Object({ callId: Id, refunded: Amount }) },
      },
    },
    async request => {
      const refunded = await operations.refundCall(operatorIn(request), request.params.id, request.body.reason)
      return { callId: request.params.id, refunded: formatMicros(refunded) }
    },
  )
}

const Kind = Type.Union([Type.Literal('refund'), Type.Literal('dispute')])

function addLists(api: Api, operations: Operations): void {
  api.get(
    '/operator/reversals',
    {
      config,
      schema: {
        operationId: 'listReversals',
        tags,
        summary: 'Refunds and disputes of top-ups, newest first.',
        querystring: Type.Object({ ...pageQuery, kind: Type.Optional(Kind) }, closed),
        response: { 200: pageOf(ReversalBody) },
      },
    },
    async request => {
      const { kind = '' } = request.query
      const { items, nextPageToken } = await operations.reversals(operatorIn(request), kind, pageIn(request.query))
      return { items: items.map(shownReversal), nextPageToken }
    },
  )
  api.get(
    '/operator/open-reservations',
    {
      config,
      schema: {
        operationId: 'listOpenReservations',
        tags,
        summary: 'What money is held for, of one buyer or of all, newest first.',
        querystring: Type.Object({ ...pageQuery, buyer: Type.Optional(Id) }, closed),
        response: { 200: pageOf(OpenBody) },
      },
    },
    async request => {
      const { buyer } = request.query
      const buyerId = buyer === undefined ? undefined : asBuyerId(expectUuid(buyer.toLowerCase()))
      const page = pageIn(request.query)
      const { items, nextPageToken } = await operations.openReservations(operatorIn(request), buyerId, page)
      return { items: items.map(shownOpen), nextPageToken }
    },
  )
}

function shownReversal({ topUpId, buyerId, amountMicros, fromWalletMicros, createdAt, ...reversal }: Reversal) {
  return {
    ...reversal,
    topUp: topUpId,
    buyer: buyerId,
    amount: formatMicros(amountMicros),
    fromWallet: formatMicros(fromWalletMicros),
    processorRef: reversal.processorRef ?? null,
    createdAt: createdAt.toISOString(),
  }
}

function shownOpen({ callId, buyerId, app, toolName, priceMicros, reservedAt, expiresAt }: OpenReservation) {
  return {
    callId,
    buyer: buyerId,
    app,
    tool: toolName,
    price: formatMicros(priceMicros),
    reservedAt: reservedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

import { formatMicros } from '@mtg/primitives'
import { Type } from 'typebox'
import type { Calls } from '../../clients/calls.ts'
import type { Reservations } from '../../clients/reservations.ts'
import type { CallSummary } from '../../domain/call.ts'
import { type ExplainedCall, explainCall } from '../../use-cases/calls/explain-call.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { spanIn, spanQuery } from '../schemas/time-query.ts'
import { Amount, AppPath, closed, Id, IdParams, pageIn, pageQuery, Time } from '../schemas/values.ts'

const orNull = (text: string) => Type.Union([Type.String(), Type.Null()], { description: text })

const SummaryBody = Type.Object({
  id: Id,
  at: Time,
  key: Type.Union([Id, Type.Null()]),
  app: Type.String(),
  adapter: Type.String(),
  operation: Type.String(),
  name: Type.String({ description: 'Tool or model' }),
  code: Type.String({ description: '`ok` for charged calls, or why the call was not charged' }),
  charged: Amount,
})

const CallBody = Type.Object({
  id: Id,
  at: Type.Union([Time, Type.Null()]),
  key: Type.Union([Id, Type.Null()]),
  app: orNull('publisher/app'),
  operation: orNull('Such as tools/call'),
  name: orNull('Tool or model'),
  code: orNull('Null when how it went is not known any more'),
  status: Type.Union([Type.Integer(), Type.Null()]),
  charged: Amount,
  metered: Type.Boolean({ description: 'Whether it has a usage record' }),
  reservation: Type.Union([
    Type.Object({
      state: Type.String(),
      tier: Type.String(),
      price: Amount,
      outcome: Type.String(),
      corrected: Type.Boolean(),
      reservedAt: Time,
      resolvedAt: Type.Union([Time, Type.Null()]),
    }),
    Type.Null(),
  ]),
  stages: Type.Array(Type.Object({ name: Type.String(), ms: Type.Number(), note: Type.String() })),
  reason: Type.String({ description: 'Why it was charged or not' }),
})

/** What calls are explained from. */
export interface CallRouteDeps {
  readonly calls: Calls
  readonly reservations: Reservations
}

/** Calls of a buyer. */
export function callRoutes(api: Api, deps: CallRouteDeps): void {
  api.get(
    '/calls',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'listCalls',
        tags: ['Calls'],
        summary: 'Calls, newest first: charged ones, and for some days those that were not.',
        querystring: Type.Object(
          {
            ...pageQuery,
            ...spanQuery,
            app: Type.Optional(AppPath),
            code: Type.Optional(Type.String({ pattern: '^[A-Za-z_]{1,100}$' })),
            key: Type.Optional(Id),
          },
          closed,
        ),
        response: { 200: pageOf(SummaryBody) },
      },
    },
    async request => {
      const { app, code, key: keyId } = request.query
      const query = { app, code, keyId, ...spanIn(request.query) }
      const { items, nextPageToken } = await deps.calls.list(buyerIn(request), query, pageIn(request.query))
      return { items: items.map(shownSummary), nextPageToken }
    },
  )
  api.get(
    '/calls/:id',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getCall',
        tags: ['Calls'],
        summary: 'One call explained: each step, and why it was charged or not.',
        description:
          'Its id is in the header `X-Gateway-Call-Id` of the answer. What is known appears within a second.',
        params: IdParams,
        response: { 200: CallBody },
      },
    },
    async request => shownCall(await explainCall(deps, buyerIn(request), request.params.id)),
  )
}

function shownSummary({ at, keyId, chargedMicros, ...facts }: CallSummary) {
  return { ...facts, at: at.toISOString(), key: keyId ?? null, charged: formatMicros(chargedMicros) }
}

function shownCall({ at, keyId, chargedMicros, isMetered, reservation, stages, ...facts }: ExplainedCall) {
  const { id, app = null, operation = null, name = null, code = null, status = null, reason } = facts
  return {
    id,
    at: at?.toISOString() ?? null,
    key: keyId ?? null,
    app,
    operation,
    name,
    code,
    status,
    charged: formatMicros(chargedMicros),
    metered: isMetered,
    reservation: reservation === undefined ? null : shownReservation(reservation),
    stages: [...stages],
    reason,
  }
}

function shownReservation(reservation: NonNullable<ExplainedCall['reservation']>) {
  const { state, tier, priceMicros, outcome, isCorrected, reservedAt, resolvedAt } = reservation
  return {
    state,
    tier,
    price: formatMicros(priceMicros),
    outcome,
    corrected: isCorrected,
    reservedAt: reservedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}

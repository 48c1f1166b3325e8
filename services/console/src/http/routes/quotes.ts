import { formatMicros } from '@mtg/primitives'
import { Type } from 'typebox'
import type { Gateway } from '../../clients/gateway.ts'
import type { Quotes } from '../../clients/quotes.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { Amount, AppPath, closed } from '../schemas/values.ts'

/** Who knows what would become of a call. */
export interface QuoteDeps {
  readonly quotes: Quotes
  readonly gateway: Gateway
}

const Nullable = (schema: { readonly type: 'string' }) =>
  Type.Unsafe<string | null>({ ...schema, type: [schema.type, 'null'] })

const QuoteBody = Type.Object({
  allowed: Type.Boolean(),
  price: { ...Nullable(Amount), description: 'Null: it would be refused before it has a price' },
  tier: Type.Union([Type.Literal('free'), Type.Literal('paid'), Type.Null()]),
  code: Type.Optional(Type.String({ description: 'Why it would be refused' })),
  message: Type.Optional(Type.String()),
})

/** What a call would cost. The edge, which carries calls out, answers for a key by itself; of a session it knows nothing. */
export function quoteRoutes(api: Api, { quotes, gateway }: QuoteDeps): void {
  api.post(
    '/quote',
    {
      config: { access: 'buyer', isNeverKept: true },
      schema: {
        operationId: 'quoteCall',
        tags: ['Apps'],
        summary: 'Whether a call would pass now, and at what price. It charges and counts nothing.',
        description:
          'For a key with its scope and limits, and with whether the app can be reached; for a session as a key without limits would be answered.',
        body: Type.Object({ app: AppPath, tool: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) }, closed),
        response: { 200: QuoteBody },
      },
    },
    async request => {
      const { headers, ip, body } = request
      if (headers.authorization !== undefined) {
        const asked = {
          authorization: headers.authorization,
          'content-type': 'application/json',
          'x-forwarded-for': ip,
        }
        return await gateway.quote({ headers: asked, body: JSON.stringify(body) })
      }
      const { priceMicros, tier, refusal } = await quotes.quote({ buyerId: buyerIn(request), ...body, tool: body.tool })
      return {
        allowed: refusal === undefined,
        price: priceMicros === undefined ? null : formatMicros(priceMicros),
        tier: tier ?? null,
        ...(refusal && { code: refusal.code, message: refusal.message }),
      }
    },
  )
}

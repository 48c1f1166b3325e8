import { services } from '@mtg/contracts'
import { type AppError, appError } from '@mtg/errors'
import { createClient, fromRefusal, toBigint } from '@mtg/rpc'

/** A call that may be made. */
interface QuoteRequest {
  readonly buyerId: string
  readonly keyId: string
  readonly publisherUsername: string
  readonly appName: string
  readonly toolName: string
}

/** What billing would say to it at this moment. */
interface Quote {
  /** As the app speaks it; empty when there is no such app. */
  readonly adapter: string
  /** Micro-USD; undefined when the call would be refused before it has a price. */
  readonly priceMicros: bigint | undefined
  readonly tier: 'free' | 'paid' | undefined
  readonly refusal: AppError | undefined
}

/** Asks billing what calls would cost. Nothing is held or counted for it. */
export interface QuotesClient {
  quote(request: QuoteRequest): Promise<Quote>
  close(): void
}

const tiers = { TIER_FREE: 'free', TIER_PAID: 'paid', TIER_UNSPECIFIED: undefined } as const

/** Connects to billing's quotes. */
export function createQuotesClient(options: { address: string; token: string; timeoutMs: number }): QuotesClient {
  const client = createClient(services.billing.ReservationService, options)
  return {
    async quote(request) {
      const answer = await client.Quote(request, { timeoutMs: options.timeoutMs, asksElsewhere: true })
      const refusal = answer.refusal ? fromRefusal(answer.refusal) : undefined
      // Billing's own failures are no refusals of the call.
      if (refusal?.owner === 'gateway') throw appError(refusal.code, { detail: refusal.detail })
      const tier = tiers[answer.tier]
      return {
        adapter: answer.adapter,
        priceMicros: tier === undefined ? undefined : toBigint(answer.priceMicros),
        tier,
        refusal,
      }
    },
    close: () => client.close(),
  }
}

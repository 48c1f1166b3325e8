import { services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { createClient, fromRefusal, toBigint } from '@mtg/rpc'
import type { Tier } from '../domain/purchase.ts'
import type { ServiceOptions } from './auth.ts'

/** A call that a buyer may make, with any key that has no limits. */
interface Question {
  readonly buyerId: string
  /** "publisher/app" */
  readonly app: string
  readonly tool: string | undefined
}

/** What would become of it. */
interface Quote {
  /** Undefined when it would be refused before it has a price. */
  readonly priceMicros: bigint | undefined
  readonly tier: Tier | undefined
  readonly refusal: { readonly code: string; readonly message: string } | undefined
}

/** Says what calls would cost; holds and counts nothing. */
export interface Quotes {
  quote(question: Question): Promise<Quote>
  close(): void
}

const TIERS = { TIER_FREE: 'free', TIER_PAID: 'paid', TIER_UNSPECIFIED: undefined } as const

/** Opens the connection to billing's quotes. */
export function openQuotes({ address, token, timeoutMs }: ServiceOptions): Quotes {
  const client = createClient(services.billing.ReservationService, { address, token })
  return {
    async quote({ buyerId, app, tool = '' }) {
      const [publisherUsername = '', appName = ''] = app.split('/')
      const request = { buyerId, keyId: '', publisherUsername, appName, toolName: tool }
      const answer = await client.Quote(request, { timeoutMs })
      const refusal = answer.refusal ? fromRefusal(answer.refusal) : undefined
      // Billing's own failures are no refusals of the call.
      if (refusal?.owner === 'gateway') throw appError(refusal.code, { detail: refusal.detail })
      const tier = TIERS[answer.tier]
      return { tier, priceMicros: tier === undefined ? undefined : toBigint(answer.priceMicros), refusal }
    },
    close: () => client.close(),
  }
}

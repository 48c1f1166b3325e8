import type { billing } from '@mtg/contracts'
import { buyerIdOf, keyIdOf, nameOf, textOf, toRefusal } from '@mtg/rpc'
import type { Question, Quote } from '../../use-cases/quote/quote.ts'
import { toTierMessage } from './tier.ts'

/** Reads a call that may be made. */
export function questionOf(request: billing.QuoteRequest__Output): Question {
  return {
    buyerId: buyerIdOf(request.buyerId),
    keyId: request.keyId === '' ? null : keyIdOf(request.keyId),
    username: nameOf(request.publisherUsername, 'publisher_username'),
    appName: nameOf(request.appName, 'app_name'),
    tool: textOf(request.toolName, 'tool_name'),
  }
}

/** What would become of it, for the wire. */
export function toQuoteMessage({ adapter, priced, refusal }: Quote): billing.QuoteResponse {
  return {
    adapter,
    priceMicros: (priced?.priceMicros ?? 0n).toString(),
    tier: priced === undefined ? 'TIER_UNSPECIFIED' : toTierMessage(priced.tier),
    refusal: refusal === undefined ? null : toRefusal(refusal),
  }
}

import { type AppError, toAppError } from '@mtg/errors'
import { formatMicros } from '@mtg/primitives'
import { adapterNamed } from '../adapters/adapters.ts'
import type { Principal } from '../clients/auth.ts'
import type { QuotesClient } from '../clients/quotes.ts'
import type { Circuits } from '../publisher/circuit.ts'
import { authorizeScope } from './authorize-scope.ts'

/** An app, and the tool of it that may be called; empty for none. */
export interface QuoteSubject {
  readonly publisherUsername: string
  readonly appName: string
  readonly toolName: string
}

/** Who knows what would become of a call. */
export interface QuoteTellers {
  readonly quotes: QuotesClient
  readonly circuits: Circuits
}

/** Scope, then billing's checks in their order, then whether the publisher can be reached: as a call goes. */
export async function quoteCall(subject: QuoteSubject, principal: Principal, { quotes, circuits }: QuoteTellers) {
  const { buyerId, keyId } = principal
  const { adapter, priceMicros, tier, refusal } = await quotes.quote({ ...subject, buyerId, keyId })
  const app = `${subject.publisherUsername}/${subject.appName}`
  const refused =
    refusalOf(() => checkScope(principal, adapter)) ?? refusal ?? refusalOf(() => circuits.enter(app, buyerId).cancel())
  return {
    allowed: refused === undefined,
    price: priceMicros === undefined ? null : formatMicros(priceMicros),
    tier: tier ?? null,
    ...(refused !== undefined && { code: refused.code, message: refused.message }),
  }
}

/** Without such an app nobody knows which scope it would take. */
function checkScope(principal: Principal, adapterName: string): void {
  const adapter = adapterNamed(adapterName)
  if (adapter !== undefined) authorizeScope(principal, adapter)
}

function refusalOf(check: () => void): AppError | undefined {
  try {
    check()
    return undefined
  } catch (thrown) {
    return toAppError(thrown)
  }
}

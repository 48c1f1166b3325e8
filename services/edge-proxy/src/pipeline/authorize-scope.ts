import { appError } from '@mtg/errors'
import type { Adapter } from '../adapters/adapter.ts'
import type { Principal } from '../clients/auth.ts'

/** An empty scope is a legacy key's and unrestricted. */
export function authorizeScope({ scope }: Principal, adapter: Adapter): void {
  if (scope !== '' && !adapter.covers(scope)) {
    throw appError('insufficient_scope', { detail: { scope, needed: adapter.scope } })
  }
}

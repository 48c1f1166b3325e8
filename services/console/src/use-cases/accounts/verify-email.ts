import type { Account } from '../../domain/actor.ts'
import type { AccountDeps } from './accounts.ts'
import { withLink } from './mail-link.ts'

/** Verifies the address that a link was sent to. */
export async function verifyEmail(deps: AccountDeps, token: string): Promise<Account> {
  return await withLink(deps, { token, purpose: 'verify' }, email => deps.auth.verifyEmail(email))
}

import { appError } from '@mtg/errors'
import { emailKeyOf } from '../../domain/email-key.ts'
import { linkTokens } from '../../domain/secret-token.ts'
import { consumeLink, giveBackLink, insertLink, type LinkPurpose } from '../../store/mail-links.ts'
import type { AccountDeps } from './accounts.ts'

/** To read a message is to verify its address, so that link does it by itself; a password is chosen in the web app, where there is one. */
function pathOf(purpose: LinkPurpose, isAppServed: boolean): string {
  if (purpose === 'verify') return '/api/v1/accounts/verification'
  return isAppServed ? '/reset-password' : '/api/v1/accounts/password'
}

/** Makes a link that proves who reads mail at an address. */
export async function makeLink(deps: AccountDeps, purpose: LinkPurpose, email: string): Promise<string> {
  const token = linkTokens.generate()
  const tokenHash = linkTokens.hash(token)
  if (tokenHash === undefined) throw new Error('a new token has no hash')
  const seconds = purpose === 'verify' ? deps.verifyLinkTtlSeconds : deps.resetLinkTtlSeconds
  await insertLink(deps.db, { tokenHash, purpose, email: emailKeyOf(email) }, seconds)
  return `${deps.publicOrigin}${pathOf(purpose, deps.isAppServed)}?token=${token}`
}

/** Uses a link up for some work on the address that it was sent to; when the work fails, the link works again. */
export async function withLink<T>(
  { db }: AccountDeps,
  { token, purpose }: { readonly token: string; readonly purpose: LinkPurpose },
  work: (email: string) => Promise<T>,
): Promise<T> {
  const tokenHash = linkTokens.hash(token)
  const email = tokenHash && (await consumeLink(db, tokenHash, purpose))
  if (tokenHash === undefined || email === undefined) throw appError('link_invalid', { field: '/token' })
  try {
    return await work(email)
  } catch (thrown) {
    await giveBackLink(db, tokenHash)
    throw thrown
  }
}

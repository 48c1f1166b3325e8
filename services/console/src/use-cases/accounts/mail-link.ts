import { appError } from '@mtg/errors'
import { emailKeyOf } from '../../domain/email-key.ts'
import { linkTokens } from '../../domain/secret-token.ts'
import { consumeLink, giveBackLink, insertLink, type LinkPurpose } from '../../store/mail-links.ts'
import type { AccountDeps } from './accounts.ts'

type Paths = Readonly<Record<LinkPurpose, string>>

/** Where each kind of link leads: to pages of the web app, or to plain ones where that is not served. */
const APP_PATHS: Paths = { verify: '/verify-email', reset: '/reset-password' }
const PLAIN_PATHS: Paths = { verify: '/api/v1/accounts/verification', reset: '/api/v1/accounts/password' }

/** Makes a link that proves who reads mail at an address. */
export async function makeLink(deps: AccountDeps, purpose: LinkPurpose, email: string): Promise<string> {
  const token = linkTokens.generate()
  const tokenHash = linkTokens.hash(token)
  if (tokenHash === undefined) throw new Error('a new token has no hash')
  const seconds = purpose === 'verify' ? deps.verifyLinkTtlSeconds : deps.resetLinkTtlSeconds
  await insertLink(deps.db, { tokenHash, purpose, email: emailKeyOf(email) }, seconds)
  const paths = deps.isAppServed ? APP_PATHS : PLAIN_PATHS
  return `${deps.publicOrigin}${paths[purpose]}?token=${token}`
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

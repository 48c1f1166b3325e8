import { appError } from '@mtg/errors'
import type { SessionActor } from '../../domain/actor.ts'
import { passwordChangedMessage, resetMessage } from '../../domain/message.ts'
import { endResetLinks } from '../../store/mail-links.ts'
import { endOtherSessions } from '../../store/sessions.ts'
import { postMessage } from '../messages/post-message.ts'
import { type AccountDeps, atEvenPace, requesterOf } from './accounts.ts'
import { makeLink, withLink } from './mail-link.ts'

/** Somebody who is logged in and wants another password. */
export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly address: string
  /** Of the browser, when it has logged in to the account before. */
  readonly browser: string | undefined
}

/** Changes the password of who is logged in, and ends all of their other sessions. */
export async function changePassword(deps: AccountDeps, actor: SessionActor, change: PasswordChange): Promise<void> {
  const { email, accountId, sessionId, isEmailVerified, isStandIn } = actor
  const { currentPassword, newPassword, address, browser } = change
  // A stolen session must not be a way to guess the password.
  const attempt = await deps.throttle.attempt({ email, address, browser })
  const requester = requesterOf(address)
  const wish = { accountId, currentPassword, newPassword, requester }
  const isChanged = await deps.auth.changePassword(wish).catch(async (thrown: unknown) => {
    await attempt.cancelled()
    throw thrown
  })
  if (!isChanged) {
    throw appError('login_failed', { message: 'The current password is wrong.', field: '/currentPassword' })
  }
  await (isEmailVerified ? attempt.succeeded() : attempt.cancelled())
  await endOtherSessions(deps.db, accountId, sessionId)
  if (!isStandIn) await postMessage(deps, passwordChangedMessage(email))
}

/** Sends a link that resets the password of an address. Nothing says whether anything belongs to it: the link works only then. */
export async function requestReset(deps: AccountDeps, email: string): Promise<void> {
  await atEvenPace(sendReset(deps, email))
}

async function sendReset(deps: AccountDeps, email: string): Promise<void> {
  if (!(await deps.auth.findEmail(email)).isKnown) return
  await postMessage(deps, resetMessage(email, await makeLink(deps, 'reset', email)))
}

/** A new password of somebody who has followed the link. */
export interface PasswordReset {
  readonly token: string
  readonly newPassword: string
  readonly address: string
}

/** Sets a password by a link, and ends every session of the account. */
export async function resetPassword(deps: AccountDeps, { token, newPassword, address }: PasswordReset): Promise<void> {
  await withLink(deps, { token, purpose: 'reset' }, async email => {
    const account = await deps.auth.resetPassword(email, newPassword, requesterOf(address))
    if (account === undefined) throw appError('link_invalid', { field: '/token' })
    await endOtherSessions(deps.db, account.accountId, undefined)
    await endResetLinks(deps.db, email)
    await postMessage(deps, passwordChangedMessage(account.email))
  })
}

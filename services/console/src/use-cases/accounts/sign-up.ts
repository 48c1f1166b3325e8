import type { SessionActor } from '../../domain/actor.ts'
import { emailKeyOf } from '../../domain/email-key.ts'
import { alreadyKnownMessage, verificationMessage } from '../../domain/message.ts'
import { unusedEmail } from '../../domain/stand-in.ts'
import { findStandIn, insertStandIn } from '../../store/stand-ins.ts'
import { postMessage } from '../messages/post-message.ts'
import { type AccountDeps, atEvenPace, requesterOf } from './accounts.ts'
import { makeLink } from './mail-link.ts'

/** Somebody who wants an account. */
export interface SignUpWish {
  readonly email: string
  readonly password: string
  /** Where the request came from. */
  readonly address: string
}

/**
 * Makes an account and sends the link that verifies its address. Who signs up with an address that is somebody else's gets an
 * account too, a stand-in that is never verified, and its owner is told by mail: neither the answer nor its time says which it
 * was, nor does logging in with the new password.
 */
export async function signUp(deps: AccountDeps, wish: SignUpWish): Promise<void> {
  await atEvenPace(signUpAtOnce(deps, wish))
}

async function signUpAtOnce(deps: AccountDeps, wish: SignUpWish): Promise<void> {
  const { email, password, address } = wish
  const { auth } = deps
  const account = await auth.signUp(email, password, requesterOf(address))
  const { isVerified } = await auth.findEmail(email)
  await signUpStandIn(deps, wish, account === undefined && isVerified)
  const link = await makeLink(deps, account === undefined ? 'reset' : 'verify', email)
  await postMessage(deps, account === undefined ? alreadyKnownMessage(email, link) : verificationMessage(email, link))
}

/**
 * One stand-in for an address, as it has one unverified account: a second sign-up changes nothing in either case. Where none
 * is made, a password is hashed in vain, so that the time does not tell.
 */
async function signUpStandIn({ auth, db }: AccountDeps, wish: SignUpWish, isNeeded: boolean): Promise<void> {
  const { email, password, address } = wish
  const requester = requesterOf(address)
  const emailKey = emailKeyOf(email)
  const loginEmail = unusedEmail()
  const isTaken = (await findStandIn(db, emailKey)) !== undefined
  if (isNeeded && !isTaken) {
    await auth.signUp(loginEmail, password, requester)
    await insertStandIn(db, emailKey, { shownEmail: email, loginEmail })
  } else {
    await auth.logIn(loginEmail, password, requester)
  }
}

/** Sends the link that verifies an address once more; for a stand-in, what was sent when it was made. */
export async function resendVerification(deps: AccountDeps, { email, isStandIn }: SessionActor): Promise<void> {
  const link = await makeLink(deps, isStandIn ? 'reset' : 'verify', email)
  await postMessage(deps, isStandIn ? alreadyKnownMessage(email, link) : verificationMessage(email, link))
}

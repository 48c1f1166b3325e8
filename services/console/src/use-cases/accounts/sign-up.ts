import { alreadyKnownMessage, verificationMessage } from '../../domain/message.ts'
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
 * Makes an account and sends the link that verifies its address. A known address is told by mail that it has an account
 * already; neither the answer nor its time says which it was.
 */
export async function signUp(deps: AccountDeps, wish: SignUpWish): Promise<void> {
  await atEvenPace(signUpAtOnce(deps, wish))
}

async function signUpAtOnce(deps: AccountDeps, { email, password, address }: SignUpWish): Promise<void> {
  const account = await deps.auth.signUp(email, password, requesterOf(address))
  const link = await makeLink(deps, account === undefined ? 'reset' : 'verify', email)
  await postMessage(deps, account === undefined ? alreadyKnownMessage(email, link) : verificationMessage(email, link))
}

/** Sends the link that verifies an address once more. */
export async function resendVerification(deps: AccountDeps, email: string): Promise<void> {
  await postMessage(deps, verificationMessage(email, await makeLink(deps, 'verify', email)))
}

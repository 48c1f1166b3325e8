import { appError } from '@mtg/errors'
import { uuidv7 } from '@mtg/primitives'
import { isPlainText } from '@mtg/rpc'
import type { Account } from '../../domain/actor.ts'
import { emailKeyOf } from '../../domain/email-key.ts'
import { sessionTokens } from '../../domain/secret-token.ts'
import { unusedEmail } from '../../domain/stand-in.ts'
import { insertSession } from '../../store/sessions.ts'
import { findStandIn } from '../../store/stand-ins.ts'
import { type AccountDeps, requesterOf } from './accounts.ts'

/** Somebody who wants to log in. */
export interface LogInAttempt {
  readonly email: string
  readonly password: string
  readonly address: string
  /** Of the browser, when it has logged in to the account before. */
  readonly browser: string | undefined
  readonly userAgent: string
}

/** A new session. */
export interface LoggedIn {
  readonly account: Account
  readonly sessionId: string
  /** For the cookie; kept nowhere else. */
  readonly token: string
}

const USER_AGENT_LENGTH_MAX = 200

/** Checks a password and begins a session. `login_failed` says the same of an unknown address and a wrong password. */
export async function logIn(deps: AccountDeps, attempt: LogInAttempt): Promise<LoggedIn> {
  const { email, address, browser } = attempt
  const counted = await deps.throttle.attempt({ email, address, browser })
  const found = await accountOf(deps, attempt).catch(async (thrown: unknown) => {
    await counted.cancelled()
    throw thrown
  })
  if (found === undefined) throw appError('login_failed')
  // Anybody can make an unverified account for an address: logging in to it must not free further guesses at the owner's.
  await (found.account.isEmailVerified ? counted.succeeded() : counted.cancelled())
  return await beginSession(deps, found, attempt.userAgent)
}

/** An account, and the address under which its owner knows it where it is a stand-in. */
interface FoundAccount {
  readonly account: Account
  readonly shownEmail: string | null
}

/** The account of an address, or its stand-in. Both are always asked for, so that the time does not tell which there are. */
async function accountOf({ auth, db }: AccountDeps, attempt: LogInAttempt): Promise<FoundAccount | undefined> {
  const { email, password, address } = attempt
  const requester = requesterOf(address)
  const { loginEmail = unusedEmail(), shownEmail = email } = (await findStandIn(db, emailKeyOf(email))) ?? {}
  const [own, standIn] = await Promise.all([
    auth.logIn(email, password, requester),
    auth.logIn(loginEmail, password, requester),
  ])
  if (own !== undefined) return { account: own, shownEmail: null }
  return standIn && { account: { ...standIn, email: shownEmail }, shownEmail }
}

async function beginSession(deps: AccountDeps, { account, shownEmail }: FoundAccount, userAgent: string) {
  const { db, clock, sessionLifetimes } = deps
  const token = sessionTokens.generate()
  const tokenHash = sessionTokens.hash(token)
  if (tokenHash === undefined) throw new Error('a new token has no hash')
  const sessionId = uuidv7(clock.nowMs())
  const named = userAgent.slice(0, USER_AGENT_LENGTH_MAX)
  const session = {
    id: sessionId,
    tokenHash,
    accountId: account.accountId,
    userAgent: isPlainText(named, USER_AGENT_LENGTH_MAX * 4) ? named : '',
    shownEmail,
  }
  await insertSession(db, session, sessionLifetimes)
  return { account, sessionId, token }
}

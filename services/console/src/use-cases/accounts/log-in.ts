import { appError } from '@mtg/errors'
import { uuidv7 } from '@mtg/primitives'
import { isPlainText } from '@mtg/rpc'
import type { Account } from '../../domain/actor.ts'
import { sessionTokens } from '../../domain/secret-token.ts'
import { insertSession } from '../../store/sessions.ts'
import { type AccountDeps, requesterOf } from './accounts.ts'

/** Somebody who wants to log in. */
export interface LogInAttempt {
  readonly email: string
  readonly password: string
  readonly address: string
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
  const { auth, throttle } = deps
  const { email, password, address } = attempt
  const counted = await throttle.attempt({ email, address, browser: undefined })
  const account = await auth.logIn(email, password, requesterOf(address)).catch(async (thrown: unknown) => {
    await counted.cancelled()
    throw thrown
  })
  if (account === undefined) throw appError('login_failed')
  await counted.succeeded()
  return await beginSession(deps, account, attempt.userAgent)
}

async function beginSession({ db, clock, sessionLifetimes }: AccountDeps, account: Account, userAgent: string) {
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
  }
  await insertSession(db, session, sessionLifetimes)
  return { account, sessionId, token }
}

import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type LoginThrottle, networkOf } from '@mtg/logins'
import type { Clock } from '@mtg/primitives'
import type { Accounts, Client, Login } from '../../clients/accounts.ts'
import { oauthError } from '../../domain/oauth-error.ts'
import type { Parameters } from '../../domain/parameters.ts'

/** Who knows passwords, and who slows down their guessing. */
export interface LogInDeps {
  readonly accounts: Accounts
  readonly throttle: LoginThrottle
  readonly clock: Clock
}

/** Where a login comes from. */
interface LoginSource {
  readonly address: string
  /** Of the browser, when it has logged in to the client's account before. */
  readonly browser: string | undefined
}

const EMAIL_LENGTH_MAX = 254
const PASSWORD_LENGTH_MAX = 1024
/** How long looking at a password is taken for, until one was looked at, and at most. */
const FIRST_LOOK_MS = 50
const LOOK_MAX_MS = 500

/** Logs in the owner of a client, or throws why not. */
export type LogIn = (parameters: Parameters, client: Client, source: LoginSource) => Promise<void>

/**
 * Makes the login. Redirect URIs are not registered, so this is what keeps somebody from sending a victim here with a
 * key and a redirect of his own: a code is only issued to the buyer whose key it is. And so no other account's password
 * is even looked at: who has another key can neither guess at an account nor use up its attempts.
 */
export function createLogIn({ accounts, throttle, clock }: LogInDeps): LogIn {
  let lookMs = FIRST_LOOK_MS

  async function look(email: string, password: string, { address, browser }: LoginSource): Promise<Login> {
    const attempt = await throttle.attempt({ email, address, browser })
    const startedAtMs = clock.monotonicMs()
    const requester = createHash('sha256').update(networkOf(address)).digest('base64url')
    const login = await accounts.verifyPassword(email, password, requester).catch(async (thrown: unknown) => {
      await attempt.cancelled()
      throw thrown
    })
    lookMs = Math.min(clock.monotonicMs() - startedAtMs, LOOK_MAX_MS)
    if (login.outcome !== 'wrong') await attempt.succeeded()
    return login
  }

  return async (parameters, client, source) => {
    const email = parameters.get('email') ?? ''
    const password = parameters.get('password') ?? ''
    if (email === '' || password === '') throw refusal(400, 'missing', 'Enter your e-mail address and your password.')
    if (email.length > EMAIL_LENGTH_MAX || password.length > PASSWORD_LENGTH_MAX) throw wrong('too long')
    // Nor is the password of an account whose address nobody has verified: it may be anybody's who typed that address.
    if (keyOf(email) !== keyOf(client.email) || !client.isEmailVerified) {
      // About as long as a wrong password takes, so that the time does not tell whose key it is.
      await delay(lookMs)
      throw wrong('not owner')
    }
    const login = await look(email, password, source)
    if (login.outcome === 'suspended') throw refusal(403, 'suspended', 'This account is suspended.')
    if (login.outcome === 'wrong' || login.buyerId !== client.buyerId) throw wrong('wrong')
  }
}

function keyOf(email: string): string {
  return email.trim().toLowerCase()
}

/** The same for an unknown e-mail, a wrong password, and an account that the key does not belong to. */
function wrong(reason: string): Error {
  const description =
    'E-mail address or password is wrong, the address is not verified yet, or the application uses an API key of another account. Nothing was allowed.'
  return refusal(403, reason, description)
}

function refusal(status: number, reason: string, description: string): Error {
  const code = status === 400 ? 'invalid_request' : 'access_denied'
  return oauthError(code, { status, description, detail: { reason } })
}

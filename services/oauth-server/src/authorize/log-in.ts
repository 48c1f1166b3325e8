import type { Accounts, Client } from '../clients/accounts.ts'
import type { Parameters } from '../domain/parameters.ts'
import type { LoginThrottle } from '../login/throttle.ts'
import { oauthError } from '../oauth-error.ts'

/** What logging in needs. */
export interface LogInDeps {
  readonly accounts: Accounts
  readonly throttle: LoginThrottle
}

const EMAIL_LENGTH_MAX = 254
const PASSWORD_LENGTH_MAX = 1024

/**
 * Logs in the owner of the client. Redirect URIs are not registered, so this is what keeps somebody from sending a
 * victim here with a key and a redirect of his own: a code is only issued to the buyer whose key it is.
 */
export async function logIn(
  { accounts, throttle }: LogInDeps,
  parameters: Parameters,
  client: Client,
  address: string,
): Promise<void> {
  const email = parameters.get('email') ?? ''
  const password = parameters.get('password') ?? ''
  if (email === '' || password === '') throw refusal(400, 'missing', 'Enter your e-mail address and your password.')
  if (email.length > EMAIL_LENGTH_MAX || password.length > PASSWORD_LENGTH_MAX) throw wrong()
  const attempt = await throttle.attempt(email, address)
  const login = await accounts.verifyPassword(email, password)
  if (login.outcome === 'wrong') throw wrong()
  await attempt.forgive()
  if (login.outcome === 'suspended') throw refusal(403, 'suspended', 'This account is suspended.')
  if (login.buyerId !== client.buyerId) {
    throw refusal(403, 'not owner', 'The application uses an API key of another account. Nothing was allowed.')
  }
}

/** The same for an unknown e-mail and a wrong password. */
function wrong(): Error {
  return refusal(403, 'wrong', 'E-mail address or password is wrong.')
}

function refusal(status: number, reason: string, description: string): Error {
  const code = status === 400 ? 'invalid_request' : 'access_denied'
  return oauthError(code, { status, description, detail: { reason } })
}

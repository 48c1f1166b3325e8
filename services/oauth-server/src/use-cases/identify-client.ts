import { createHash, timingSafeEqual } from 'node:crypto'
import type { Accounts, Client } from '../clients/accounts.ts'
import { oauthError } from '../domain/oauth-error.ts'
import type { Parameters } from '../domain/parameters.ts'

const PREFIXES = ['vnb-sk-', 'vai-sk-']

/**
 * The client of a request: `client_id` is a full API key. A `client_secret` is not needed (method "none"), but when
 * there is one (method "client_secret_post") it must be that key again.
 */
export async function identifyClient(parameters: Parameters, accounts: Accounts): Promise<Client> {
  const clientId = parameters.get('client_id') ?? ''
  if (!PREFIXES.some(prefix => clientId.startsWith(prefix))) throw oauthError('invalid_client')
  const secret = parameters.get('client_secret')
  if (secret !== undefined && !isSame(secret, clientId)) {
    throw oauthError('invalid_client', { description: 'client_secret does not match client_id.' })
  }
  return accounts.verifyKey(clientId)
}

/** Compares digests, so that neither contents nor lengths show in the time it takes. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

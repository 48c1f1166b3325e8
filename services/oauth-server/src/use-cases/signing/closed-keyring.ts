import { oauthError } from '../../domain/oauth-error.ts'
import type { Keyring } from './keyring.ts'

/** Signing switched off: the spec's "not configured". */
export function closedKeyring(): Keyring {
  const refuse = () => oauthError('server_error', { description: 'Token signing is not configured.' })
  return {
    signer() {
      throw refuse()
    },
    published() {
      throw oauthError('not_found', { description: 'Token signing is not configured.' })
    },
    list: async () => [],
    rotate: () => Promise.reject(refuse()),
    check: async () => {},
  }
}

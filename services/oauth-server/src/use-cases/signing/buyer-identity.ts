import { randomUUID } from 'node:crypto'
import type { BuyerId, Clock } from '@mtg/primitives'
import { SignJWT } from 'jose'
import { pseudonymOf } from '../../domain/pseudonym.ts'
import type { Keyring } from './keyring.ts'

/** A signed identity. */
interface BuyerIdentity {
  readonly token: string
  readonly expiresAtMs: number
}

/** Tells one publisher who is calling. */
export type IssueBuyerIdentity = (buyerId: BuyerId, publisherUsername: string) => Promise<BuyerIdentity>

/** Who signs, in whose name, and for how long. */
export interface BuyerIdentityOptions {
  readonly keyring: Keyring
  readonly clock: Clock
  readonly issuer: string
  readonly lifetimeSeconds: number
  readonly pseudonymKey: Buffer
}

/** Makes the issuer of buyer identities. Their `typ` and audience keep them from passing for access tokens. */
export function createIssueBuyerIdentity(options: BuyerIdentityOptions): IssueBuyerIdentity {
  const { keyring, clock, issuer, lifetimeSeconds, pseudonymKey } = options
  return async (buyerId, publisherUsername) => {
    const { kid, key } = keyring.signer()
    const issuedAt = Math.floor(clock.nowMs() / 1000)
    const expiresAt = issuedAt + lifetimeSeconds
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'buyer-identity+jwt', kid })
      .setIssuer(issuer)
      .setSubject(pseudonymOf(pseudonymKey, buyerId, publisherUsername))
      .setAudience(publisherUsername)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(key)
    return { token, expiresAtMs: expiresAt * 1000 }
  }
}

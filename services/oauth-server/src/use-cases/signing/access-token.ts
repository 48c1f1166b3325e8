import { randomUUID } from 'node:crypto'
import type { BuyerId, Clock, GrantId, KeyId } from '@mtg/primitives'
import { SignJWT } from 'jose'
import type { Keyring } from './keyring.ts'

/** Whom a token speaks for, and what it may. */
interface AccessTokenSubject {
  readonly buyerId: BuyerId
  /** Id of the API key that acts as client; the key itself is never in a token. */
  readonly keyId: KeyId
  readonly scope: string
  /** The grant that it is issued under: the token ends with it. */
  readonly grantId?: GrantId
}

/** Issues access tokens. */
export interface AccessTokens {
  readonly lifetimeSeconds: number
  issue(subject: AccessTokenSubject): Promise<string>
}

/** Who signs, in whose name, and for how long. */
export interface AccessTokenOptions {
  readonly keyring: Keyring
  readonly clock: Clock
  readonly issuer: string
  readonly lifetimeSeconds: number
}

/** Makes the issuer of access tokens (RFC 9068: typ at+jwt). The audience is always the issuer (spec "Access token"). */
export function createAccessTokens({ keyring, clock, issuer, lifetimeSeconds }: AccessTokenOptions): AccessTokens {
  return {
    lifetimeSeconds,
    issue({ buyerId, keyId, scope, grantId }) {
      const { kid, key } = keyring.signer()
      const issuedAt = Math.floor(clock.nowMs() / 1000)
      return new SignJWT({ scope, client_id: keyId, ...(grantId !== undefined && { grant_id: grantId }) })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
        .setIssuer(issuer)
        .setSubject(buyerId)
        .setAudience(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(randomUUID())
        .sign(key)
    },
  }
}

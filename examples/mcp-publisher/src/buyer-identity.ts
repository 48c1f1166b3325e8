// How a publisher learns, and can prove, which buyer is behind a call. Copy this file into your own server.
import { createRemoteJWKSet, jwtVerify } from 'jose'

/** A buyer as one publisher sees it. */
export interface BuyerIdentity {
  /** A pseudonym: the same for every call of this buyer to you, another one for other publishers. */
  buyer: string
  expiresAt: Date
}

/** Verifies the value of the header `X-Gateway-Buyer-Identity`. */
export type VerifyBuyerIdentity = (headerValue: string) => Promise<BuyerIdentity>

/** The header that the gateway adds to every call. */
export const BUYER_IDENTITY_HEADER = 'x-gateway-buyer-identity'

/**
 * A verifier for calls from the gateway at `gatewayUrl` to the publisher `username`. The gateway's public keys are
 * fetched once and kept; an unknown key id makes it look again, so that key rotation goes unnoticed. The verifier
 * rejects when the value was not signed by the gateway, was meant for another publisher, or has expired.
 */
export function createBuyerIdentityVerifier(options: { gatewayUrl: string; username: string }): VerifyBuyerIdentity {
  const { gatewayUrl, username } = options
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', gatewayUrl))
  return async headerValue => {
    const { payload } = await jwtVerify(headerValue, keys, {
      issuer: gatewayUrl,
      audience: username,
      // Another type than access tokens have, so that one can never pass for the other.
      typ: 'buyer-identity+jwt',
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp'],
    })
    return { buyer: payload.sub ?? '', expiresAt: new Date((payload.exp ?? 0) * 1000) }
  }
}

import { appError } from '@mtg/errors'
import {
  asBuyerId,
  asGrantId,
  asKeyId,
  type BuyerId,
  type GrantId,
  isLowerCaseUuid,
  type KeyId,
  type Uuid,
} from '@mtg/primitives'
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** What an access token says, once its signature and times are good. */
interface AccessTokenClaims {
  readonly buyerId: BuyerId
  readonly keyId: KeyId
  readonly scope: string
  /** The grant it was issued under; undefined for one that was issued to the key alone. */
  readonly grantId: GrantId | undefined
  readonly expiresAtMs: number
}

/** Verifies access tokens. */
export interface AccessTokens {
  /** Throws api_key_expired or api_key_invalid; internal_error when no signing key was ever reachable. */
  verify(token: string): Promise<AccessTokenClaims>
}

const CLOCK_TOLERANCE_SECONDS = 30

/** Verifies tokens of one issuer (RFC 9068: typ at+jwt; RFC 8725: algorithm and type pinned, key by `kid` only). */
export function createAccessTokens(issuer: string, getKey: JWTVerifyGetKey): AccessTokens {
  const options = {
    algorithms: ['RS256'],
    typ: 'at+jwt',
    issuer,
    audience: issuer,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id'],
  }
  return {
    async verify(token) {
      const { payload } = await jwtVerify(token, getKey, options).catch((thrown: unknown) => {
        throw translate(thrown)
      })
      const { sub, exp, client_id: keyId, scope = '', grant_id: grantId } = payload
      const areIds = isId(sub) && isId(keyId) && (grantId === undefined || isId(grantId))
      if (!areIds || typeof scope !== 'string' || exp === undefined) {
        throw appError('api_key_invalid', { detail: { reason: 'claims are not well formed' } })
      }
      return {
        buyerId: asBuyerId(sub),
        keyId: asKeyId(keyId),
        scope,
        grantId: grantId === undefined ? undefined : asGrantId(grantId),
        expiresAtMs: exp * 1000,
      }
    },
  }
}

const isId = (claim: unknown): claim is Uuid => typeof claim === 'string' && isLowerCaseUuid(claim)

function translate(thrown: unknown): unknown {
  if (thrown instanceof errors.JWTExpired) return appError('api_key_expired')
  if (thrown instanceof errors.JOSEError) return appError('api_key_invalid', { detail: { reason: thrown.code } })
  return thrown
}

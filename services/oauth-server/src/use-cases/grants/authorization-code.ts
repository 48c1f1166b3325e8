import type { Queryable } from '@mtg/postgres'
import type { Client } from '../../clients/accounts.ts'
import { type OauthError, oauthError } from '../../domain/oauth-error.ts'
import { authorizationCodes, refreshTokens } from '../../domain/opaque-token.ts'
import { type Parameters, requireParameter } from '../../domain/parameters.ts'
import { verifies } from '../../domain/pkce.ts'
import { grantScope } from '../../domain/scope.ts'
import { type AuthorizationCode, consumeAuthorizationCode, grantOfUsedCode } from '../../store/authorization-codes.ts'
import { endOldestGrants, insertGrant, revokeGrant } from '../../store/grants.ts'
import type { GrantDeps, GrantedTokens, GrantType } from './grant.ts'

/** No buyer has that many clients; who asks for more ends their own oldest. */
const GRANTS_PER_BUYER_MAX = 100

/** What the client sends to redeem a code. */
interface Redemption {
  readonly codeHash: Buffer
  readonly redirectUri: string
  readonly codeVerifier: string
}

/** Tokens for the code of a login. */
export const authorizationCode: GrantType = {
  name: 'authorization_code',
  async redeem(deps: GrantDeps, client: Client, parameters: Parameters): Promise<GrantedTokens> {
    const redemption = readRedemption(parameters)
    // A refusal is an answer of the transaction, not a failure of it: the code must stay consumed.
    const outcome = await deps.db.transaction(tx => exchange(deps, tx, client, redemption))
    if ('refusal' in outcome) {
      await deps.endedGrants.announce()
      throw outcome.refusal
    }
    return outcome
  },
}

function readRedemption(parameters: Parameters): Redemption {
  const code = requireParameter(parameters, 'code')
  const redirectUri = requireParameter(parameters, 'redirect_uri')
  const codeVerifier = requireParameter(parameters, 'code_verifier')
  const codeHash = authorizationCodes.hash(code)
  if (codeHash === undefined) throw oauthError('invalid_grant', { detail: { reason: 'malformed code' } })
  return { codeHash, redirectUri, codeVerifier }
}

/** Consumes the code, checks everything it is bound to, then issues. Any failed check leaves the code consumed. */
async function exchange(
  deps: GrantDeps,
  tx: Queryable,
  client: Client,
  redemption: Redemption,
): Promise<GrantedTokens | { refusal: OauthError }> {
  const code = await consumeAuthorizationCode(tx, redemption.codeHash)
  if (code === undefined) return { refusal: await refuseReplay(tx, redemption.codeHash) }
  const reason = reasonAgainst(code, client, redemption)
  if (reason !== undefined) return { refusal: oauthError('invalid_grant', { detail: { reason } }) }

  const { grantId, keyId, buyerId } = code
  // The key may allow less by now than at the login.
  const scope = grantScope(code.scope, client.scope)
  const accessToken = await deps.accessTokens.issue({ buyerId, keyId, scope, grantId })
  const refreshToken = refreshTokens.generate()
  const redirectHost = new URL(code.redirectUri).host
  await endOldestGrants(tx, buyerId, GRANTS_PER_BUYER_MAX - 1)
  await insertGrant(
    tx,
    { grantId, keyId, buyerId, redirectHost, scope, tokenHash: refreshToken.hash },
    deps.refreshTokenTtlSeconds,
  )
  return { accessToken, scope, refreshToken: refreshToken.text }
}

/** RFC 6749 section 4.1.2: a code that comes twice was stolen at least once, so what it gave is taken back. */
async function refuseReplay(tx: Queryable, codeHash: Buffer): Promise<OauthError> {
  const grantId = await grantOfUsedCode(tx, codeHash)
  if (grantId === undefined) return oauthError('invalid_grant', { detail: { reason: 'unknown code' } })
  await revokeGrant(tx, grantId, 'code_replayed')
  return oauthError('invalid_grant', { detail: { reason: 'replayed code', grantId } })
}

function reasonAgainst(code: AuthorizationCode, client: Client, redemption: Redemption): string | undefined {
  if (code.keyId !== client.keyId) return 'code of another client'
  if (code.expired) return 'expired code'
  if (code.redirectUri !== redemption.redirectUri) return 'other redirect_uri'
  if (!verifies(redemption.codeVerifier, code.codeChallenge)) return 'wrong code_verifier'
  return undefined
}

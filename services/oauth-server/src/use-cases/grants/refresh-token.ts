import type { Client } from '../../clients/accounts.ts'
import { oauthError } from '../../domain/oauth-error.ts'
import { refreshTokens } from '../../domain/opaque-token.ts'
import { type Parameters, requireParameter } from '../../domain/parameters.ts'
import { shrinkScope } from '../../domain/scope.ts'
import { type FoundRefreshToken, findRefreshToken, revokeGrant, rotateRefreshToken } from '../../store/grants.ts'
import type { GrantDeps, GrantedTokens, GrantType } from './grant.ts'

/** New tokens for the current refresh token, which is rotated. */
export const refreshToken: GrantType = {
  name: 'refresh_token',
  async redeem(deps: GrantDeps, client: Client, parameters: Parameters): Promise<GrantedTokens> {
    const tokenHash = refreshTokens.hash(requireParameter(parameters, 'refresh_token'))
    const found = tokenHash === undefined ? undefined : await findRefreshToken(deps.db, tokenHash)
    if (tokenHash === undefined || found === undefined || found.keyId !== client.keyId) throw refusal('unknown token')
    if (found.spentMsAgo !== undefined) throw await refuseReplay(deps, found, found.spentMsAgo)
    if (!found.live) throw refusal('expired or revoked grant', found)

    const scope = shrinkScope(parameters.get('scope'), found.scope, client.scope)
    const { buyerId, keyId, grantId } = found
    // Signed before the rotation: a client must not lose its session because signing failed.
    const accessToken = await deps.accessTokens.issue({ buyerId, keyId, scope, grantId })
    const successor = refreshTokens.generate()
    const rotated = await rotateRefreshToken(deps.db, tokenHash, successor.hash)
    if (!rotated) throw refusal('rotated meanwhile', found)
    return { accessToken, scope, refreshToken: successor.text }
  },
}

/**
 * A rotated token is refused in any case. Two tabs, or an answer that was lost, use one twice within moments; later it
 * means that somebody else has it, and the whole family ends.
 */
async function refuseReplay(deps: GrantDeps, found: FoundRefreshToken, spentMsAgo: number): Promise<Error> {
  if (spentMsAgo > deps.refreshReuseLeewayMs) {
    await revokeGrant(deps.db, found.grantId, 'token_replayed')
    await deps.endedGrants.announce()
  }
  return refusal('replayed token', found)
}

function refusal(reason: string, found?: FoundRefreshToken): Error {
  return oauthError('invalid_grant', { detail: { reason, ...(found && { grantId: found.grantId }) } })
}

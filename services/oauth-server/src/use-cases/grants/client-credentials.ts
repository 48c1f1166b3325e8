import type { Client } from '../../clients/accounts.ts'
import type { Parameters } from '../../domain/parameters.ts'
import { grantScope } from '../../domain/scope.ts'
import type { GrantDeps, GrantedTokens, GrantType } from './grant.ts'

/** An access token for the key itself. */
export const clientCredentials: GrantType = {
  name: 'client_credentials',
  async redeem(deps: GrantDeps, client: Client, parameters: Parameters): Promise<GrantedTokens> {
    const scope = grantScope(parameters.get('scope'), client.scope)
    const { keyId, buyerId } = client
    return { accessToken: await deps.accessTokens.issue({ buyerId, keyId, scope }), scope }
  },
}

import type { FastifyRequest } from 'fastify'
import type { Accounts } from '../../clients/accounts.ts'
import { oauthError } from '../../domain/oauth-error.ts'
import { requireParameter } from '../../domain/parameters.ts'
import type { GrantDeps, GrantedTokens } from '../../use-cases/grants/grant.ts'
import { findGrantType } from '../../use-cases/grants/registry.ts'
import { identifyClient } from '../../use-cases/identify-client.ts'
import type { Keyring } from '../../use-cases/signing/keyring.ts'
import { readFormOrJson } from '../body.ts'
import type { Endpoint } from '../endpoint.ts'
import { sendPrivateJson } from '../respond.ts'

/** What tokens are issued from, and to whom. */
export interface TokenDeps extends GrantDeps {
  readonly accounts: Accounts
  readonly keyring: Keyring
}

/** POST /oauth/token */
export function tokenEndpoint(deps: TokenDeps): Endpoint {
  return {
    name: 'token',
    path: '/oauth/token',
    cors: true,
    methods: {
      POST: async (request, reply) => sendPrivateJson(reply, 200, answerOf(deps, await redeem(deps, request))),
    },
  }
}

async function redeem(deps: TokenDeps, request: FastifyRequest): Promise<GrantedTokens> {
  const parameters = readFormOrJson(request)
  const grantType = findGrantType(requireParameter(parameters, 'grant_type'))
  if (grantType === undefined) throw oauthError('unsupported_grant_type')
  request.facts.grantType = grantType.name
  // Before anything is looked up or consumed: without a key there is nothing to issue.
  deps.keyring.signer()
  const client = await identifyClient(parameters, deps.accounts)
  request.facts.keyId = client.keyId
  request.facts.buyerId = client.buyerId
  return grantType.redeem(deps, client, parameters)
}

function answerOf(deps: TokenDeps, granted: GrantedTokens) {
  return {
    access_token: granted.accessToken,
    token_type: 'Bearer',
    expires_in: deps.accessTokens.lifetimeSeconds,
    scope: granted.scope,
    refresh_token: granted.refreshToken,
  }
}

import type { Endpoint } from '../endpoint.ts'
import { type AuthorizeDeps, authorizeEndpoint } from './authorize.ts'
import { jwksEndpoint } from './jwks.ts'
import { appResourceMetadata, authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { type TokenDeps, tokenEndpoint } from './token.ts'

/** Every endpoint of the HTTP side. */
export function endpointsOf(deps: TokenDeps & AuthorizeDeps): Endpoint[] {
  return [
    tokenEndpoint(deps),
    authorizeEndpoint(deps),
    authorizationServerMetadata(deps.issuer),
    protectedResourceMetadata(deps.issuer),
    appResourceMetadata(deps.issuer),
    jwksEndpoint(deps.keyring),
  ]
}

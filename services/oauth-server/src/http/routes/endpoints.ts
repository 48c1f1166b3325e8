import type { Database } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import type { Accounts } from '../../clients/accounts.ts'
import type { OauthConfig } from '../../config.ts'
import type { DerivedKeys } from '../../domain/derived-keys.ts'
import type { EndedGrants } from '../../jobs/announce-ended-grants.ts'
import type { LoginThrottle } from '../../use-cases/login/throttle.ts'
import { createAccessTokens } from '../../use-cases/signing/access-token.ts'
import type { Keyring } from '../../use-cases/signing/keyring.ts'
import type { Endpoint } from '../endpoint.ts'
import { authorizeEndpoint } from './authorize.ts'
import { jwksEndpoint } from './jwks.ts'
import { appResourceMetadata, authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { tokenEndpoint } from './token.ts'

/** What the endpoints share. */
export interface EndpointParts {
  readonly db: Database
  readonly clock: Clock
  readonly keys: DerivedKeys
  readonly accounts: Accounts
  readonly throttle: LoginThrottle
  readonly keyring: Keyring
  readonly endedGrants: EndedGrants
}

/** Every endpoint of the HTTP side. */
export function endpointsOf(config: OauthConfig, parts: EndpointParts): Endpoint[] {
  const { db, clock, keys, accounts, throttle, keyring, endedGrants } = parts
  const issuer = config.ISSUER
  const accessTokens = createAccessTokens({
    keyring,
    clock,
    issuer,
    lifetimeSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
  })
  return [
    tokenEndpoint({
      db,
      accounts,
      keyring,
      accessTokens,
      refreshTokenTtlSeconds: config.REFRESH_TOKEN_TTL_SECONDS,
      endedGrants,
      refreshReuseLeewayMs: config.REFRESH_REUSE_LEEWAY_SECONDS * 1000,
    }),
    authorizeEndpoint({
      db,
      accounts,
      throttle,
      clock,
      issuer,
      codeTtlSeconds: config.AUTHORIZATION_CODE_TTL_SECONDS,
      requestTokenKey: keys.requestTokens,
      knownBrowserKey: keys.knownBrowsers,
    }),
    authorizationServerMetadata(issuer),
    protectedResourceMetadata(issuer),
    appResourceMetadata(issuer),
    jwksEndpoint(keyring),
  ]
}

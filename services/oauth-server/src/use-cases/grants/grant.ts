import type { Database } from '@mtg/postgres'
import type { Client } from '../../clients/accounts.ts'
import type { Parameters } from '../../domain/parameters.ts'
import type { AccessTokens } from '../signing/access-token.ts'

/** Tells auth which grants have ended, so that their access tokens end with them. */
export interface EndedGrants {
  /** Tells now. Never fails: what auth could not be told is told again and again. */
  announce(): Promise<void>
}

/** What grants stand on. */
export interface GrantDeps {
  readonly db: Database
  readonly accessTokens: AccessTokens
  readonly refreshTokenTtlSeconds: number
  readonly refreshReuseLeewayMs: number
  readonly endedGrants: EndedGrants
}

/** What a grant gives. */
export interface GrantedTokens {
  readonly accessToken: string
  readonly scope: string
  readonly refreshToken?: string
}

/** One way to get a token. */
export interface GrantType {
  /** The value of `grant_type`. */
  readonly name: string
  readonly redeem: (deps: GrantDeps, client: Client, parameters: Parameters) => Promise<GrantedTokens>
}

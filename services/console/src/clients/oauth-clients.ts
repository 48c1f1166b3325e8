import { type oauth, services } from '@mtg/contracts'
import type { BuyerId } from '@mtg/primitives'
import { createClient, fromTimestamp } from '@mtg/rpc'
import type { OauthClient } from '../domain/oauth-client.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { ServiceOptions } from './auth.ts'
import { timeIn } from './service-times.ts'

/** What buyers have allowed to programs, which oauth-server keeps. */
export interface OauthClients {
  /** Newest first. */
  list(buyerId: BuyerId, page: PageRequest): Promise<Page<OauthClient>>
  /** `not_found` when the buyer has no such one. */
  revoke(buyerId: BuyerId, grantId: string): Promise<void>
  close(): void
}

/** Opens the connection to oauth-server. */
export function openOauthClients({ address, token, timeoutMs }: ServiceOptions): OauthClients {
  const client = createClient(services.oauth.GrantService, { address, token })
  const limits = { timeoutMs }
  return {
    async list(buyerId, page) {
      const { grants, nextPageToken } = await client.ListGrants({ buyerId, ...page }, limits)
      return { items: grants.map(toOauthClient), nextPageToken: nextPageToken || null }
    },
    async revoke(buyerId, grantId) {
      await client.RevokeGrant({ buyerId, grantId }, limits)
    },
    close: () => client.close(),
  }
}

function toOauthClient(grant: oauth.Grant__Output): OauthClient {
  const { grantId, keyId, redirectHost, scope } = grant
  return {
    id: grantId,
    keyId,
    redirectHost,
    scope,
    createdAt: timeIn(grant.createdAt),
    lastUsedAt: fromTimestamp(grant.lastUsedAt),
    expiresAt: timeIn(grant.expiresAt),
  }
}

import { type oauth, services } from '@mtg/contracts'
import { buyerIdOf, grantIdOf, implement, pageOf, pageSizeOf, readTimeToken, timeToken, toTimestamp } from '@mtg/rpc'
import { type BuyerGrant, listLiveGrants } from '../store/buyer-grants.ts'
import { type RevokeDeps, revokeGrants } from '../use-cases/grants/revoke-grants.ts'

/** GrantService: what a buyer has allowed to clients. */
export function grantService(deps: RevokeDeps) {
  return implement(services.oauth.GrantService, {
    ListGrants: async request => {
      const buyerId = buyerIdOf(request.buyerId)
      const pageSize = pageSizeOf(request.pageSize)
      // One more than asked for tells whether there is another page.
      const wanted = { buyerId, after: readTimeToken(request.pageToken), limit: pageSize + 1 }
      const grants = await listLiveGrants(deps.prisma, wanted, new Date(deps.clock.nowMs()))
      const { page, nextPageToken } = pageOf(grants, pageSize, timeToken)
      return { grants: page.map(toMessage), nextPageToken }
    },
    RevokeGrant: async request => {
      const buyerId = buyerIdOf(request.buyerId)
      const grantId = request.grantId === '' ? undefined : grantIdOf(request.grantId)
      return { revokedCount: await revokeGrants(deps, buyerId, grantId) }
    },
  })
}

function toMessage(grant: BuyerGrant): oauth.Grant {
  const { id, keyId, redirectHost, scope, createdAt, lastUsedAt, expiresAt } = grant
  return {
    grantId: id,
    keyId,
    redirectHost,
    scope,
    createdAt: toTimestamp(createdAt),
    lastUsedAt: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
    expiresAt: toTimestamp(expiresAt),
  }
}

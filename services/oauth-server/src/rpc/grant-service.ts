import { type oauth, services } from '@mtg/contracts'
import { implement, toTimestamp, uuidOf } from '@mtg/rpc'
import { type BuyerGrant, listLiveGrants } from '../store/buyer-grants.ts'
import { type RevokeDeps, revokeGrants } from '../use-cases/grants/revoke-grants.ts'

/** GrantService: what a buyer has allowed to clients. */
export function grantService(deps: RevokeDeps) {
  return implement(services.oauth.GrantService, {
    ListGrants: async request => {
      const buyerId = uuidOf(request.buyerId, 'buyer_id')
      const grants = await listLiveGrants(deps.prisma, buyerId, new Date(deps.clock.nowMs()))
      return { grants: grants.map(toMessage) }
    },
    RevokeGrant: async request => {
      const buyerId = uuidOf(request.buyerId, 'buyer_id')
      const grantId = request.grantId === '' ? undefined : uuidOf(request.grantId, 'grant_id')
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

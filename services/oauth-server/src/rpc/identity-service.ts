import { services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { buyerIdOf, implement, nameOf } from '@mtg/rpc'
import type { IssueBuyerIdentity } from '../use-cases/signing/buyer-identity.ts'

/** IdentityService: what publishers may believe about a buyer. */
export function identityService(issueBuyerIdentity: IssueBuyerIdentity) {
  return implement(services.oauth.IdentityService, {
    IssueBuyerIdentity: async request => {
      const buyerId = buyerIdOf(request.buyerId)
      const publisherUsername = nameOf(request.publisherUsername, 'publisher_username')
      const { token, expiresAtMs } = await issueBuyerIdentity(buyerId, publisherUsername).catch((cause: unknown) => {
        throw appError('internal_error', { cause })
      })
      return { token, expiresAtMs: String(expiresAtMs) }
    },
  })
}

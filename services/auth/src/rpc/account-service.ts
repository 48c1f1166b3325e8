import { services } from '@mtg/contracts'
import type { Clock } from '@mtg/primitives'
import { buyerIdOf, fieldLimits, implement, keyIdOf, required, textOf } from '@mtg/rpc'
import type { Invalidate } from '../clients/invalidate.ts'
import type { Passwords } from '../domain/password.ts'
import { isEmailVerified } from '../store/people.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { buyerByEmail, buyerById } from '../use-cases/buyers/find-buyer.ts'
import { endGrants } from '../use-cases/end-grants.ts'
import { liveKeyById, liveKeyByText } from '../use-cases/keys/find-live-key.ts'
import { verifyPassword } from '../use-cases/verify-password.ts'
import { endedGrantsOf } from './requests.ts'

/** Where accounts are kept, what checks their secrets, and who hears of ended grants. */
export interface AccountDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
  readonly invalidate: Invalidate
  readonly clock: Clock
}

/** AccountService: credentials of people and keys, for services that log somebody in. */
export function accountService(deps: AccountDeps) {
  const { prisma, pepper, clock } = deps
  return implement(services.auth.AccountService, {
    async VerifyApiKey({ apiKey }) {
      const { id, buyerId, scope, buyer, name } = await liveKeyByText(deps, pepper, apiKey)
      const emailVerified = await isEmailVerified(prisma, buyer.emailKey)
      return { keyId: id, buyerId, scope, email: buyer.email, name, emailVerified }
    },
    async GetApiKeyState({ keyId }) {
      const { buyerId, scope } = await liveKeyById(deps, keyIdOf(keyId))
      return { buyerId, scope }
    },
    async VerifyPassword({ email, password, ...request }) {
      const requester = textOf(request.requester, 'requester', fieldLimits.idBytesMax)
      const login = await verifyPassword(deps, { email, password, requester })
      if (login === undefined) return { verified: false }
      return { verified: true, buyerId: login.buyerId ?? '', publisherUsername: login.publisherUsername ?? '' }
    },
    async GetBuyer({ buyerId, email }) {
      const buyer =
        buyerId === ''
          ? await buyerByEmail(prisma, required(email, 'email'))
          : await buyerById(prisma, buyerIdOf(buyerId))
      const emailVerified = await isEmailVerified(prisma, buyer.emailKey)
      return { buyerId: buyer.id, email: buyer.email, suspended: buyer.suspended, emailVerified }
    },
    async EndGrants(request) {
      await endGrants(deps, endedGrantsOf(request, clock.nowMs()))
      return {}
    },
  })
}

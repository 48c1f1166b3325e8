import { services } from '@mtg/contracts'
import type { Logger } from '@mtg/observability'
import { implement } from '@mtg/rpc'
import type { Invalidate } from '../clients/invalidate.ts'
import type { Passwords } from '../domain/password.ts'
import { listKeys } from '../store/api-keys.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { applyAccounts, rehearseAccounts } from '../use-cases/accounts/apply-accounts.ts'
import { changeBuyerStatus, removeBuyer } from '../use-cases/buyers/change-buyer.ts'
import { buyerByEmail } from '../use-cases/buyers/find-buyer.ts'
import { createApiKey } from '../use-cases/keys/create-api-key.ts'
import { revokeApiKey } from '../use-cases/keys/revoke-api-key.ts'
import { toWireAccounts, toWireKey } from './wire.ts'

/** Where accounts are kept, what guards their secrets, and who hears of changes. */
export interface AccountAdminDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
  readonly invalidate: Invalidate
  readonly log: Logger
}

/** AccountAdminService: buyers and keys, for `mtg` and the console. */
export function accountAdminService(deps: AccountAdminDeps) {
  return implement(services.auth.AccountAdminService, {
    async ApplyAccounts({ validateOnly, buyers, publisherLogins }) {
      const apply = validateOnly ? rehearseAccounts : applyAccounts
      return toWireAccounts(await apply(deps, { buyers, publisherLogins }))
    },
    async CreateApiKey({ email, name, scope, ambient }) {
      const { text, key } = await createApiKey(deps, { email, name, scope, isAmbient: ambient })
      return { key: text, apiKey: toWireKey(key) }
    },
    async RevokeApiKey({ email, key }) {
      return { apiKey: toWireKey(await revokeApiKey(deps, email, key)) }
    },
    async ListApiKeys({ email }) {
      const buyer = await buyerByEmail(deps.prisma, email)
      return { apiKeys: (await listKeys(deps.prisma, buyer.id)).map(toWireKey) }
    },
    async SetBuyerStatus({ email, suspended }) {
      return { buyerId: await changeBuyerStatus(deps, email, suspended), suspended }
    },
    async DeleteBuyer({ email }) {
      return { buyerId: await removeBuyer(deps, email) }
    },
  })
}

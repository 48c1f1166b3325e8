import { type auth, services } from '@mtg/contracts'
import type { Logger } from '@mtg/observability'
import { type Clock, isUuid } from '@mtg/primitives'
import {
  buyerIdOf,
  implement,
  invalidField,
  keyIdOf,
  namesFrom,
  nameToken,
  pageOf,
  pageSizeOf,
  readNameToken,
  readTimeToken,
  textOf,
  timeOf,
  timeToken,
  toTimestamp,
} from '@mtg/rpc'
import type { Invalidate } from '../clients/invalidate.ts'
import { emailKeyOf } from '../domain/email.ts'
import type { Passwords } from '../domain/password.ts'
import { listKeyMarks, listKeys } from '../store/api-keys.ts'
import { listBuyers } from '../store/list-buyers.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { applyAccounts, rehearseAccounts } from '../use-cases/accounts/apply-accounts.ts'
import { changeBuyerStatus, removeBuyer } from '../use-cases/buyers/change-buyer.ts'
import { buyerByEmail } from '../use-cases/buyers/find-buyer.ts'
import { createApiKey, type KeyCounts } from '../use-cases/keys/create-api-key.ts'
import { revokeApiKey } from '../use-cases/keys/revoke-api-key.ts'
import { setKeyExpiry } from '../use-cases/keys/set-key-expiry.ts'
import { accountsFileOf } from './requests.ts'
import { toWireAccounts, toWireKey } from './wire.ts'

/** Where accounts are kept, what guards their secrets, and who hears of changes. */
export interface AccountAdminDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
  readonly invalidate: Invalidate
  readonly clock: Clock
  readonly log: Logger
  readonly keyCounts: KeyCounts
}

const BUYERS_MAX = 500

/** AccountAdminService: buyers and keys, for `mtg` and the console. */
export function accountAdminService(deps: AccountAdminDeps) {
  return implement(services.auth.AccountAdminService, {
    async ApplyAccounts(request) {
      const apply = request.validateOnly ? rehearseAccounts : applyAccounts
      return toWireAccounts(await apply(deps, accountsFileOf(request)))
    },
    CreateApiKey: request => create(deps, request),
    async RevokeApiKey({ email, key }) {
      const revoked = await revokeApiKey(deps, email, textOf(key, 'key'))
      return { apiKey: toWireKey(revoked.key), descendantsRevoked: revoked.descendantsRevoked }
    },
    async SetApiKeyExpiry({ email, key, expiresAt, validateOnly }) {
      const wish = { email, key: textOf(key, 'key'), expiresAt: timeOf(expiresAt, 'expires_at'), validateOnly }
      return { apiKey: toWireKey(await setKeyExpiry(deps, wish)) }
    },
    ListApiKeys: request => list(deps, request),
    async ListKeyMarks({ buyerIds }) {
      if (buyerIds.length > BUYERS_MAX) throw invalidField('buyer_ids', `must be at most ${BUYERS_MAX}`)
      return {
        marks: await listKeyMarks(
          deps.prisma,
          buyerIds.map(id => buyerIdOf(id)),
        ),
      }
    },
    ListBuyers: request => listBuyersAsked(deps, request),
    async SetBuyerStatus({ email, suspended }) {
      return { buyerId: await changeBuyerStatus(deps, email, suspended), suspended }
    },
    async DeleteBuyer({ email }) {
      return { buyerId: await removeBuyer(deps, email) }
    },
  })
}

async function create(
  deps: AccountAdminDeps,
  request: auth.CreateApiKeyRequest__Output,
): Promise<auth.CreateApiKeyResponse> {
  const { email, name, scope, ambient } = request
  const { text, key } = await createApiKey(deps, {
    email,
    name,
    scope,
    isAmbient: ambient,
    id: request.keyId === '' ? undefined : keyIdOf(request.keyId),
    parent: textOf(request.parent, 'parent'),
    expiresAt: timeOf(request.expiresAt, 'expires_at'),
    wantsDigests: request.wantsDigests,
  })
  return { key: text, apiKey: toWireKey(key) }
}

async function listBuyersAsked(
  { prisma }: AccountAdminDeps,
  { search, suspendedOnly, pageSize, pageToken }: auth.ListBuyersRequest__Output,
): Promise<auth.ListBuyersResponse> {
  const size = pageSizeOf(pageSize)
  const text = search === '' ? '' : emailKeyOf(textOf(search, 'search'))
  const rows = await listBuyers(prisma, {
    keys: namesFrom(text),
    id: isUuid(text) ? buyerIdOf(text) : undefined,
    isSuspendedOnly: suspendedOnly,
    afterKey: readNameToken(pageToken),
    countMax: size + 1,
  })
  const { page, nextPageToken } = pageOf(rows, size, last => nameToken(last.emailKey))
  const buyers = page.map(({ id, email, suspended, createdAt }) => ({
    buyerId: id,
    email,
    suspended,
    createdAt: toTimestamp(createdAt),
  }))
  return { buyers, nextPageToken }
}

async function list(
  { prisma }: AccountAdminDeps,
  { email, pageSize, pageToken }: auth.ListApiKeysRequest__Output,
): Promise<auth.ListApiKeysResponse> {
  const size = pageSizeOf(pageSize)
  const after = readTimeToken(pageToken)
  const buyer = await buyerByEmail(prisma, email)
  const { page, nextPageToken } = pageOf(
    await listKeys(prisma, buyer.id, { after, countMax: size + 1 }),
    size,
    timeToken,
  )
  return { apiKeys: page.map(toWireKey), nextPageToken }
}

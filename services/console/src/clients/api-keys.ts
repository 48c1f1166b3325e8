import { type auth, services } from '@mtg/contracts'
import type { BuyerId } from '@mtg/primitives'
import { buyerIdOf, createClient, fromTimestamp, toTimestamp } from '@mtg/rpc'
import type { ApiKey } from '../domain/api-key.ts'
import type { Mark } from '../domain/live.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/** A key to make. */
interface KeyWish {
  readonly id: string
  readonly name: string
  readonly scope: string
  /** For automated workflows. */
  readonly isAmbient: boolean
  /** Whether receipts of its calls shall vouch for request and answer. */
  readonly wantsDigests: boolean
  /** The key that it shall be below of; undefined: none. */
  readonly parentId: string | undefined
  readonly expiresAt: Date | undefined
}

/** API keys of buyers, which auth keeps. A key that the buyer does not have is `not_found`. */
export interface ApiKeys {
  /** Newest first. */
  list(buyerId: BuyerId, page: PageRequest): Promise<Page<ApiKey>>
  /** What changes for each of many buyers with every change of a key; who has none is left out. */
  marks(buyerIds: readonly BuyerId[]): Promise<Mark[]>
  /** Its text is in the answer and nowhere else. */
  create(buyerId: BuyerId, wish: KeyWish): Promise<{ readonly text: string; readonly key: ApiKey }>
  /** Undefined: it never expires. */
  setExpiry(buyerId: BuyerId, keyId: string, expiresAt: Date | undefined): Promise<ApiKey>
  /** Throws what `setExpiry` would, and changes nothing. */
  checkExpiry(buyerId: BuyerId, keyId: string, expiresAt: Date | undefined): Promise<void>
  /** Also all keys below it. */
  revoke(buyerId: BuyerId, keyId: string): Promise<ApiKey>
  close(): void
}

/** Opens the connection to auth's keys. It knows buyers by their address, which is looked up each time. */
export function openApiKeys({ address, token, timeoutMs }: ServiceOptions): ApiKeys {
  const keys = createClient(services.auth.AccountAdminService, { address, token })
  const accounts = createClient(services.auth.AccountService, { address, token })
  const limits = { timeoutMs }
  const emailOf = async (buyerId: BuyerId) => (await accounts.GetBuyer({ buyerId }, limits)).email
  return {
    async list(buyerId, page) {
      const { apiKeys, nextPageToken } = await keys.ListApiKeys({ email: await emailOf(buyerId), ...page }, limits)
      return { items: apiKeys.map(toApiKey), nextPageToken: nextPageToken || null }
    },
    async marks(buyerIds) {
      const { marks } = await keys.ListKeyMarks({ buyerIds: [...buyerIds] }, limits)
      return marks.map(({ buyerId, mark }) => ({ buyerId: buyerIdOf(buyerId), mark }))
    },
    async create(buyerId, { id, isAmbient, parentId = '', expiresAt, ...rest }) {
      const wish = { keyId: id, ambient: isAmbient, parent: parentId, ...rest, ...expiryOf(expiresAt) }
      const { key, apiKey } = await keys.CreateApiKey({ email: await emailOf(buyerId), ...wish }, limits)
      return { text: key, key: toApiKey(presentIn(apiKey)) }
    },
    async setExpiry(buyerId, keyId, expiresAt) {
      const request = { email: await emailOf(buyerId), key: keyId, ...expiryOf(expiresAt) }
      return toApiKey(presentIn((await keys.SetApiKeyExpiry(request, limits)).apiKey))
    },
    async checkExpiry(buyerId, keyId, expiresAt) {
      const request = { email: await emailOf(buyerId), key: keyId, ...expiryOf(expiresAt) }
      await keys.SetApiKeyExpiry({ ...request, validateOnly: true }, limits)
    },
    async revoke(buyerId, keyId) {
      const { apiKey } = await keys.RevokeApiKey({ email: await emailOf(buyerId), key: keyId }, limits)
      return toApiKey(presentIn(apiKey))
    },
    close() {
      keys.close()
      accounts.close()
    },
  }
}

const expiryOf = (expiresAt: Date | undefined) => (expiresAt === undefined ? {} : { expiresAt: toTimestamp(expiresAt) })

function toApiKey(key: auth.ApiKey__Output): ApiKey {
  const { keyId, name, prefix, lastFour, scope, ancestorIds, wantsDigests } = key
  return {
    id: keyId,
    name,
    prefix,
    lastFour,
    scope,
    ancestorIds,
    wantsDigests,
    createdAt: timeIn(key.createdAt),
    expiresAt: fromTimestamp(key.expiresAt),
    revokedAt: fromTimestamp(key.revokedAt),
  }
}

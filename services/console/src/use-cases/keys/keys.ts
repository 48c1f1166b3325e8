import { appError } from '@mtg/errors'
import type { KeyLimits } from '@mtg/marketplace'
import { type BuyerId, type Clock, uuidv7 } from '@mtg/primitives'
import type { ApiKeys } from '../../clients/api-keys.ts'
import type { Calls } from '../../clients/calls.ts'
import type { LimitsOfKeys } from '../../clients/key-limits.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import type { LimitedKey } from '../../domain/key-limits.ts'
import type { Page, PageRequest } from '../../domain/page.ts'

/** Who a key is, auth knows; what it may spend, billing; when it was used, metering. */
export interface KeyDeps {
  readonly apiKeys: ApiKeys
  readonly keyLimits: LimitsOfKeys
  readonly calls: Calls
  readonly clock: Clock
}

/** A key as its buyer sees it. */
export interface ShownKey {
  readonly key: ApiKey
  /** Undefined for one that never had limits nor a parent: nothing of it is counted. */
  readonly limited: LimitedKey | undefined
  /** Undefined for one that was never called with, and while nobody knows. */
  readonly lastUsedAt: Date | undefined
}

/** A key to make. */
export interface NewKeyWish {
  readonly name: string
  readonly scope: string
  readonly isAmbient: boolean
  readonly wantsDigests: boolean
  readonly parentId: string | undefined
  readonly limits: KeyLimits | undefined
}

/** Keys of a buyer with their limits, newest first. */
export async function listKeys(deps: KeyDeps, buyerId: BuyerId, page: PageRequest): Promise<Page<ShownKey>> {
  const { items, nextPageToken } = await deps.apiKeys.list(buyerId, page)
  return { items: await shownKeys(deps, buyerId, items), nextPageToken }
}

/** Makes a key. Its limits are set before, so that it never works without them; so is the place of a child. */
export async function makeKey(deps: KeyDeps, buyerId: BuyerId, wish: NewKeyWish) {
  const { limits = {}, parentId, ...rest } = wish
  const id = uuidv7(deps.clock.nowMs())
  const isCounted = wish.limits !== undefined || parentId !== undefined
  if (isCounted) {
    await deps.keyLimits.set(buyerId, { keyId: id, name: wish.name, parentId, limits, expectedVersion: 0n })
  }
  const { text, key } = await deps.apiKeys.create(buyerId, { id, parentId, expiresAt: limits.expiresAt, ...rest })
  return { text, shown: await shownKey(deps, buyerId, key) }
}

/** One key of a buyer with its limits. */
export async function getKey(deps: KeyDeps, buyerId: BuyerId, keyId: string): Promise<ShownKey> {
  return await shownKey(deps, buyerId, await findKey(deps, buyerId, keyId))
}

/** How a key is to change. */
export interface KeyChange {
  readonly keyId: string
  readonly limits: KeyLimits
  /** Of the limits as they are; 0: whatever they are, -1: it must have had none. */
  readonly expectedVersion: bigint
}

/**
 * Sets the limits of a key as a whole, and until when it works. Of two who change the same version billing lets one pass, so it is asked
 * before auth changes anything; and auth is asked before that whether it will, so that what is refused leaves nothing behind.
 */
export async function changeKey(deps: KeyDeps, buyerId: BuyerId, change: KeyChange): Promise<ShownKey> {
  const { keyId, limits, expectedVersion } = change
  const { name } = await findKey(deps, buyerId, keyId)
  await deps.apiKeys.checkExpiry(buyerId, keyId, limits.expiresAt)
  await deps.keyLimits.set(buyerId, { keyId, name, parentId: undefined, limits, expectedVersion })
  return await shownKey(deps, buyerId, await deps.apiKeys.setExpiry(buyerId, keyId, limits.expiresAt))
}

/** Revokes a key and all below it. A key may do so only below itself: `belowId`. */
export async function revokeKey(
  deps: KeyDeps,
  buyerId: BuyerId,
  keyId: string,
  belowId: string | undefined,
): Promise<ShownKey> {
  if (belowId !== undefined) {
    const { ancestorIds } = await findKey(deps, buyerId, keyId)
    if (!ancestorIds.includes(belowId)) throw unknownKey()
  }
  return await shownKey(deps, buyerId, await deps.apiKeys.revoke(buyerId, keyId))
}

const PAGE_SIZE = 500

/** Auth lists keys and has no question for one; a buyer's keys are few pages. */
async function findKey({ apiKeys }: KeyDeps, buyerId: BuyerId, keyId: string): Promise<ApiKey> {
  let pageToken: string | null = ''
  while (pageToken !== null) {
    const page: Page<ApiKey> = await apiKeys.list(buyerId, { pageSize: PAGE_SIZE, pageToken })
    const found = page.items.find(key => key.id === keyId)
    if (found !== undefined) return found
    pageToken = page.nextPageToken
  }
  throw unknownKey()
}

const unknownKey = () => appError('not_found', { message: 'There is no such key.' })

async function shownKey(deps: KeyDeps, buyerId: BuyerId, key: ApiKey): Promise<ShownKey> {
  const [shown] = await shownKeys(deps, buyerId, [key])
  return shown ?? { key, limited: undefined, lastUsedAt: undefined }
}

async function shownKeys(
  { keyLimits, calls }: KeyDeps,
  buyerId: BuyerId,
  keys: readonly ApiKey[],
): Promise<ShownKey[]> {
  const ids = keys.map(({ id }) => id)
  // Keys are made and revoked while metering is away, too.
  const usesKnown = calls.keyUses(buyerId, ids).catch(() => new Map<string, Date>())
  const [limited, uses] = await Promise.all([keyLimits.of(ids), usesKnown])
  return keys.map(key => ({ key, limited: limited.get(key.id), lastUsedAt: uses.get(key.id) }))
}

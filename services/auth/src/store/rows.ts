import { asBuyerId, asKeyId, type BuyerId, expectUuid, type KeyId } from '@mtg/primitives'
import type { ApiKey as ApiKeyRow, Buyer as BuyerRow } from '../generated/prisma/client.ts'

/** A buyer as it is kept. */
export type Buyer = Omit<BuyerRow, 'id'> & { readonly id: BuyerId }

/** A key as it is kept. */
export type ApiKey = Omit<ApiKeyRow, 'id' | 'buyerId' | 'parentId' | 'ancestorIds'> & {
  readonly id: KeyId
  readonly buyerId: BuyerId
  readonly parentId: KeyId | null
  /** The topmost first, the parent last. */
  readonly ancestorIds: readonly KeyId[]
}

/** A key with the buyer it belongs to. */
export type OwnedKey = ApiKey & { readonly buyer: Buyer }

// Prisma gives ids as texts. Here they become ids of something, and nowhere else.

/** A buyer from its row. */
export const toBuyer = (row: BuyerRow): Buyer => ({ ...row, id: buyerIdOf(row.id) })

/** A key from its row. */
export const toKey = (row: ApiKeyRow): ApiKey => ({
  ...row,
  id: keyIdOf(row.id),
  buyerId: buyerIdOf(row.buyerId),
  parentId: row.parentId === null ? null : keyIdOf(row.parentId),
  ancestorIds: row.ancestorIds.map(keyIdOf),
})

/** A key and its buyer from their rows. */
export const toOwnedKey = (row: ApiKeyRow & { readonly buyer: BuyerRow }): OwnedKey => ({
  ...toKey(row),
  buyer: toBuyer(row.buyer),
})

/** The id of a key from a row. */
export const keyIdOf = (text: string): KeyId => asKeyId(expectUuid(text))

const buyerIdOf = (text: string): BuyerId => asBuyerId(expectUuid(text))

import type { BuyerId, KeyId } from '@mtg/primitives'

/** Who a credential belongs to, and what it allows. */
export interface Principal {
  readonly buyerId: BuyerId
  readonly keyId: KeyId
  /** Space separated; empty: unrestricted. */
  readonly scope: string
  readonly kind: 'api-key' | 'access-token'
  /** When the credential or its key expires, whichever is sooner; undefined: never. */
  readonly expiresAtMs: number | undefined
  /** Keys above the key, the topmost first. */
  readonly ancestorIds: readonly KeyId[]
  /** Of the publisher that the buyer's account owns; empty: none. */
  readonly publisherUsername: string
  /** Whether the key asks for digests of requests and answers in usage records. */
  readonly wantsDigests: boolean
}

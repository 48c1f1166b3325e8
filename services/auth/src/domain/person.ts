import type { AccountId, BuyerId } from '@mtg/primitives'
/** The account of a person: what they may be in the console. */
export interface Person {
  readonly accountId: AccountId
  readonly email: string
  readonly isEmailVerified: boolean
  /** Undefined for somebody who only owns a publisher. */
  readonly buyerId: BuyerId | undefined
  readonly publisherUsername: string | undefined
}

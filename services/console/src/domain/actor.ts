import type { AccountId, BuyerId, KeyId } from '@mtg/primitives'

/** The account of a person, as auth knows it. */
export interface Account {
  readonly accountId: AccountId
  readonly email: string
  readonly isEmailVerified: boolean
  /** Undefined for somebody who only owns a publisher. */
  readonly buyerId: BuyerId | undefined
  readonly publisherUsername: string | undefined
}

/** Somebody who is logged in. */
export interface SessionActor extends Account {
  readonly kind: 'session'
  readonly sessionId: string
  /** Whether the address may be somebody else's, who has an account of their own with it. */
  readonly isStandIn: boolean
}

/** A program with an API key, or with an access token that was issued for one. */
interface KeyActor {
  readonly kind: 'key'
  readonly buyerId: BuyerId
  readonly keyId: KeyId
}

/** Who asks. What they may see is decided by the service that owns it, from the ids in here. */
export type Actor = SessionActor | KeyActor

/** Names who asks in counters, digests and logs. */
export function actorKeyOf(actor: Actor): string {
  return actor.kind === 'session' ? `account:${actor.accountId}` : `key:${actor.keyId}`
}

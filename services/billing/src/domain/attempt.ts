import type { BuyerId, CallId } from '@mtg/primitives'

/** A call that carries out a request which its buyer named with an Idempotency-Key. */
export interface Attempt {
  readonly buyerId: BuyerId
  /** SHA-256 of the key. */
  readonly keyHash: Buffer
  readonly callId: CallId
}

/** How long an attempt may be silent, and how long a key is remembered. */
export interface AttemptTerms {
  readonly leaseMs: number
  readonly rememberMs: number
}

import type { FactsChange } from '@mtg/events'
import type { BuyerId, Clock, KeyId } from '@mtg/primitives'
import type { KeyRules } from '../../domain/key-limits.ts'
import { createRememberedFacts, learnFacts, rememberLookups } from './remembered-facts.ts'

/** A key, and whose it is. */
export interface KeyOfBuyer {
  readonly keyId: KeyId
  readonly buyerId: BuyerId
}

/** How rules are found out, and for how long they are believed. */
export interface RememberedRulesOptions {
  readonly lookUp: (keyId: KeyId) => Promise<readonly KeyRules[]>
  readonly clock: Clock
  /** At this moment. */
  readonly keepMs: () => number
}

/** Rules of keys, remembered for a moment. */
export interface RememberedRules {
  /** `fresh` passes by what is remembered. */
  readonly find: (key: KeyOfBuyer, options: { readonly fresh: boolean }) => Promise<readonly KeyRules[]>
  /** Asked before rules are looked up by another way; the answer remembers what was found. */
  readonly learn: (key: KeyOfBuyer) => (found: readonly KeyRules[]) => void
  /** Rules of some key of a buyer have changed, and with them those of the keys below it. */
  readonly forget: (change: FactsChange) => void
}

/**
 * Remembers most of all that a key has no rules. Whoever refuses by them asks afresh first, and what is billed is held against the
 * lists once more where its money is held, so that a moment's delay lets nothing through that costs.
 */
export function rememberRules({ lookUp, clock, keepMs }: RememberedRulesOptions): RememberedRules {
  const remembered = createRememberedFacts<KeyOfBuyer, readonly KeyRules[]>({
    keyOf: ({ keyId }) => keyId,
    mayKeep: () => true,
    keepMs,
  })
  return {
    find: rememberLookups({ lookUp: ({ keyId }) => lookUp(keyId), remembered, clock }),
    learn: key => learnFacts(remembered, key, clock),
    forget: change => remembered.forget(change),
  }
}

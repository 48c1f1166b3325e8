import type { FactsChange } from '@mtg/events'
import type { BoundHistogram } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import type { KeyRules } from '../../domain/key-limits.ts'
import { createKeyRuleLookups } from '../../store/key-rules.ts'
import { findWhenSpendingFrees } from '../../store/key-spending.ts'
import type { KeyRuleDeps } from './check-key.ts'
import type { KeyRefusalDeps } from './key-refusal.ts'
import { rememberFrees } from './remembered-frees.ts'
import { type KeyOfBuyer, rememberRules } from './remembered-rules.ts'

/** What is asked about keys, other than what their calls are held against. */
export interface KeyFacts extends KeyRuleDeps, KeyRefusalDeps {
  /** Asked before rules of a key are looked up by another way; the answer remembers what was found. */
  readonly learnRules: (key: KeyOfBuyer) => (found: readonly KeyRules[]) => void
  /** What keys may call has changed. */
  readonly forgetRules: (change: FactsChange) => void
}

/** Where facts of keys are, and how long they are believed. */
export interface KeyFactsOptions {
  readonly db: Database
  readonly clock: Clock
  /** At this moment. */
  readonly keepMs: () => number
  /** Told of each batch's size. */
  readonly sizes: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

/** Facts of keys, remembered for a moment. */
export function createKeyFacts({ db, clock, keepMs, sizes, onSplit }: KeyFactsOptions): KeyFacts {
  const lookups = createKeyRuleLookups({ db, sizes, onSplit })
  const rules = rememberRules({ lookUp: keyId => lookups.add(keyId), clock, keepMs })
  return {
    keyRules: rules.find,
    learnRules: rules.learn,
    forgetRules: rules.forget,
    whenSpendingFrees: rememberFrees({ find: (keyId, micros) => findWhenSpendingFrees(db, keyId, micros), clock }),
  }
}

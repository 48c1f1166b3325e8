import type { Clock, KeyId } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { KeyRules } from '../../domain/key-limits.ts'

/** How rules are found out, and for how long they are believed. */
export interface RememberedRulesOptions {
  readonly lookUp: (keyId: KeyId) => Promise<readonly KeyRules[]>
  readonly clock: Clock
  readonly keepMs: number
}

const ENTRIES_MAX = 50_000

/**
 * Rules of keys, remembered for a moment, most of all that a key has none. Whoever refuses by them asks afresh first, and what is
 * billed is held against the lists once more where its money is held, so that a moment's delay lets nothing through that costs.
 */
export function rememberRules({ lookUp, clock, keepMs }: RememberedRulesOptions) {
  const entries = new LRUCache<KeyId, { rules: readonly KeyRules[]; untilMs: number }>({ max: ENTRIES_MAX })
  return async (keyId: KeyId, { fresh }: { readonly fresh: boolean }): Promise<readonly KeyRules[]> => {
    const atMs = clock.monotonicMs()
    const known = fresh ? undefined : entries.get(keyId)
    if (known !== undefined && known.untilMs > atMs) return known.rules
    const rules = await lookUp(keyId)
    entries.set(keyId, { rules, untilMs: atMs + keepMs })
    return rules
  }
}

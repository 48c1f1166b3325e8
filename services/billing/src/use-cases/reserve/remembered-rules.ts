import type { Clock, KeyId } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { KeyRules } from '../../domain/key-limits.ts'

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
  readonly find: (keyId: KeyId, options: { readonly fresh: boolean }) => Promise<readonly KeyRules[]>
  /** Rules of some key have changed, and with them those of the keys below it. */
  readonly forgetAll: () => void
}

interface Entry {
  readonly rules: readonly KeyRules[]
  readonly readAtMs: number
  /** When the next call has them read again, without waiting for it. */
  renewAtMs: number
}

const ENTRIES_MAX = 50_000
/** From this share of their time on, rules are read again beside calls: who calls steadily never waits for it. */
const RENEW_FROM = 0.6
const RENEW_AGAIN_AFTER = 0.2

/**
 * Remembers most of all that a key has no rules. Whoever refuses by them asks afresh first, and what is billed is held against the
 * lists once more where its money is held, so that a moment's delay lets nothing through that costs.
 */
export function rememberRules({ lookUp, clock, keepMs }: RememberedRulesOptions): RememberedRules {
  const entries = new LRUCache<KeyId, Entry>({ max: ENTRIES_MAX })
  let generation = 0

  async function read(keyId: KeyId, atMs: number): Promise<readonly KeyRules[]> {
    const asOf = generation
    const rules = await lookUp(keyId)
    // What was read before a change may be out of date: it is used, but not kept.
    if (asOf === generation) entries.set(keyId, { rules, readAtMs: atMs, renewAtMs: atMs + keepMs() * RENEW_FROM })
    return rules
  }

  return {
    async find(keyId, { fresh }) {
      const atMs = clock.monotonicMs()
      const known = fresh ? undefined : entries.get(keyId)
      if (known === undefined || atMs - known.readAtMs >= keepMs()) return await read(keyId, atMs)
      if (atMs >= known.renewAtMs) {
        known.renewAtMs = atMs + keepMs() * RENEW_AGAIN_AFTER
        read(keyId, atMs).catch(() => {})
      }
      return known.rules
    },
    forgetAll() {
      generation += 1
      entries.clear()
    },
  }
}

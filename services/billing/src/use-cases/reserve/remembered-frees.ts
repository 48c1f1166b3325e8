import type { Clock, KeyId } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'

/** How it is found out when spending frees. */
export interface RememberedFreesOptions {
  readonly find: (keyId: KeyId, micros: bigint) => Promise<Date | undefined>
  readonly clock: Clock
}

const KEEP_MS = 1000
const ENTRIES_MAX = 10_000

/** Remembers for a second when spending frees, so that a key whose calls are all refused does not have its hours summed up for each. */
export function rememberFrees({ find, clock }: RememberedFreesOptions) {
  const entries = new LRUCache<string, { freesAt: Promise<Date | undefined>; untilMs: number }>({ max: ENTRIES_MAX })
  return (keyId: KeyId, micros: bigint): Promise<Date | undefined> => {
    const [name, atMs] = [`${keyId} ${micros}`, clock.monotonicMs()]
    const known = entries.get(name)
    if (known !== undefined && known.untilMs > atMs) return known.freesAt
    const freesAt = find(keyId, micros)
    entries.set(name, { freesAt, untilMs: atMs + KEEP_MS })
    freesAt.catch(() => entries.delete(name))
    return freesAt
  }
}

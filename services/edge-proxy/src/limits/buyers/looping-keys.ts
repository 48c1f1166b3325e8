import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'

const KEYS_MAX = 50_000
/** A loop breaker may be taken off a key; then its calls are not digested for ever. */
const MEMORY_MS = 600_000

/**
 * Keys whose calls billing compares by their arguments, because they or a key above them have a loop breaker. Billing says so at
 * the first call; from then on the digest comes with each.
 */
export class LoopingKeys {
  readonly #clock: Clock
  readonly #knownUntilMs = new LRUCache<string, number>({ max: KEYS_MAX })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  has(keyId: string): boolean {
    return (this.#knownUntilMs.get(keyId) ?? 0) > this.#clock.monotonicMs()
  }

  add(keyId: string): void {
    this.#knownUntilMs.set(keyId, this.#clock.monotonicMs() + MEMORY_MS)
  }
}

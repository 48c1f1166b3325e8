import { appError } from '@mtg/errors'
import { createStaleFacts, type FactsChange } from '@mtg/events'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { RefusalCounts } from '../shed-refusals.ts'

/**
 * Remembers that a buyer's rate window for an app is full. A fixed window never lets anybody in again before it ends,
 * so the edge can refuse by itself, and a caller who hammers on costs billing nothing.
 */
export interface RateRefusals {
  /** Throws `rate_limit_exceeded` while the window is known to be full. */
  check(buyerId: string, app: AppName): void
  remember(buyerId: string, app: AppName, retryAfterMs: number): void
  /** A purchase may have changed, or what an app offers, and limits with it. */
  forget(change: FactsChange): void
}

/** An app's publisher, and the app with it: `publisher/app`. */
interface AppName {
  readonly username: string
  readonly name: string
}

/** How long a full window is remembered, and where refusals from memory are counted. */
export interface RateRefusalOptions {
  readonly clock: Clock
  readonly refusals: RefusalCounts
  /** A day's window is not trusted for a whole day: an upgrade raises the limit. */
  readonly memoryMsMax: number
}

interface Full {
  readonly trustedUntilMs: number
  readonly endsAtMs: number
  readonly mark: number
}

const ENTRIES_MAX = 100_000

/** Begins with no window known to be full. */
export function createRateRefusals({ clock, refusals, memoryMsMax }: RateRefusalOptions): RateRefusals {
  const full = new LRUCache<string, Full>({ max: ENTRIES_MAX })
  const stale = createStaleFacts()
  return {
    check(buyerId, { username, name }) {
      if (full.size === 0) return
      const key = `${buyerId} ${name}`
      const entry = full.get(key)
      if (entry === undefined) return
      const now = clock.monotonicMs()
      if (now >= entry.trustedUntilMs || stale.isStale(entry.mark, buyerId, username)) {
        full.delete(key)
        return
      }
      refusals.count('window')
      const seconds = Math.max(1, Math.ceil((entry.endsAtMs - now) / 1000))
      throw appError('rate_limit_exceeded', {
        message: `The request rate allowed for this app is exceeded. Try again in ${seconds} s.`,
        detail: { remembered: true },
      })
    },
    remember(buyerId, { name }, retryAfterMs) {
      const now = clock.monotonicMs()
      full.set(`${buyerId} ${name}`, {
        trustedUntilMs: now + Math.min(retryAfterMs, memoryMsMax),
        endsAtMs: now + retryAfterMs,
        mark: stale.mark(),
      })
    },
    forget: change => stale.note(change),
  }
}

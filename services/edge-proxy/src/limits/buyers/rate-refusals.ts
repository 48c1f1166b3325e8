import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { RefusalCounts } from '../shed-refusals.ts'

/**
 * Remembers that a buyer's rate window for an app is full. A fixed window never lets anybody in again before it ends,
 * so the edge can refuse by itself, and a caller who hammers on costs billing nothing.
 */
export interface RateRefusals {
  /** Throws `rate_limit_exceeded` while the window is known to be full. */
  check(buyerId: string, app: string): void
  remember(buyerId: string, app: string, retryAfterMs: number): void
  /** A purchase may have changed, and its limits with it. */
  forgetAll(): void
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
}

const ENTRIES_MAX = 100_000

/** Begins with no window known to be full. */
export function createRateRefusals({ clock, refusals, memoryMsMax }: RateRefusalOptions): RateRefusals {
  const full = new LRUCache<string, Full>({ max: ENTRIES_MAX })
  return {
    check(buyerId, app) {
      if (full.size === 0) return
      const key = `${buyerId} ${app}`
      const entry = full.get(key)
      if (entry === undefined) return
      const now = clock.monotonicMs()
      if (now >= entry.trustedUntilMs) {
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
    remember(buyerId, app, retryAfterMs) {
      const now = clock.monotonicMs()
      full.set(`${buyerId} ${app}`, {
        trustedUntilMs: now + Math.min(retryAfterMs, memoryMsMax),
        endsAtMs: now + retryAfterMs,
      })
    },
    forgetAll: () => full.clear(),
  }
}

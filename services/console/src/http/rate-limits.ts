import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'

/** Lets each so many requests through in a window of time. */
export interface RateLimit {
  /** Counts a request, or throws `rate_limit_exceeded` with the time to wait. */
  count(key: string): void
}

/** How many in how long. */
export interface RateLimitOptions {
  readonly max: number
  readonly windowMs: number
  readonly clock: Clock
  /** What there were too many of; "requests" when left out. */
  readonly what?: string
}

interface Window {
  count: number
  readonly endsAtMs: number
}

/** Beyond so many, whoever has been quiet longest is counted afresh. */
const KEYS_MAX = 50_000

/** Fixed windows, in the memory of this replica. */
export function createRateLimit({ max, windowMs, clock, what = 'requests' }: RateLimitOptions): RateLimit {
  const windows = new LRUCache<string, Window>({ max: KEYS_MAX })
  return {
    count(key) {
      const nowMs = clock.monotonicMs()
      const known = windows.get(key)
      const window = known !== undefined && known.endsAtMs > nowMs ? known : { count: 0, endsAtMs: nowMs + windowMs }
      if (window !== known) windows.set(key, window)
      window.count += 1
      if (window.count > max) throw tooMany(what, window.endsAtMs - nowMs)
    },
  }
}

function tooMany(what: string, waitMs: number): Error {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return appError('rate_limit_exceeded', {
    message: `There were too many ${what}. Try again in ${retryAfterSeconds} s.`,
    detail: { retryAfterSeconds },
  })
}

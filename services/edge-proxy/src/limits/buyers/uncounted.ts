import { type AppError, appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { RefusalCounts } from '../shed-refusals.ts'

/**
 * Counts each buyer's requests that no rate window of an app counts: what is refused before it gets there, replays, usage
 * queries. They cost work and no money, so that without this a buyer could ask for any number of them.
 */
export interface UncountedRequests {
  /** Throws `rate_limit_exceeded` while the buyer has made too many of them. */
  check(buyerId: string): void
  /** `bodyBytes`: what had to be read and parsed for nothing. */
  count(buyerId: string, bodyBytes: number): void
}

/** How many such requests a buyer may make, and where refusals are counted. */
export interface UncountedOptions {
  readonly clock: Clock
  readonly refusals: RefusalCounts
  /** Of one buyer in a minute. */
  readonly perMinute: number
}

const WINDOW_MS = 60_000
const BUYERS_MAX = 50_000
/** A refused body of this size counts twice, of twice the size three times. */
const BYTES_PER_REQUEST = 65_536
/** After these the rate windows have counted the call already. */
const countedCodes = new Set([
  'rate_limit_exceeded',
  'meter_limit_exceeded',
  'insufficient_balance',
  'loop_detected',
  'price_limit_exceeded',
  'concurrency_limit_exceeded',
  'spend_limit_exceeded',
  'publisher_not_payable',
])

/**
 * Whether a refused call was not counted by any window, and its buyer could have known better. A full window that the edge
 * repeats from memory has not counted the call again.
 */
export function isUncounted({ code, owner, detail }: Pick<AppError, 'code' | 'owner' | 'detail'>): boolean {
  return owner !== 'gateway' && (detail['remembered'] === true || !countedCodes.has(code))
}

/** Makes the windows of one edge process. */
export function createUncountedRequests({ clock, refusals, perMinute }: UncountedOptions): UncountedRequests {
  const counts = new LRUCache<string, number>({ max: BUYERS_MAX })
  let endsAtMs = 0

  function turn(): void {
    const now = clock.monotonicMs()
    if (now < endsAtMs) return
    counts.clear()
    endsAtMs = now + WINDOW_MS
  }

  return {
    check(buyerId) {
      if (counts.size === 0) return
      if ((counts.get(buyerId) ?? 0) < perMinute) return
      turn()
      if (counts.size === 0) return
      refusals.count('uncounted')
      const seconds = Math.max(1, Math.ceil((endsAtMs - clock.monotonicMs()) / 1000))
      throw appError('rate_limit_exceeded', {
        message: `Too many requests were refused or repeated. Try again in ${seconds} s.`,
        detail: { limit: 'uncounted' },
      })
    },
    count(buyerId, bodyBytes) {
      turn()
      counts.set(buyerId, (counts.get(buyerId) ?? 0) + 1 + Math.floor(bodyBytes / BYTES_PER_REQUEST))
    },
  }
}

import { appError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { RateWindows, RedisFailureMode, WindowLimits, WindowVerdict } from '../../domain/rate-windows.ts'
import { askOnceATurn } from './ask-once-a-turn.ts'
import { takePlacesAhead } from './places-ahead.ts'
import { rememberPlaces } from './places-left.ts'
import { openRedisPlaces } from './redis-places.ts'
import { takeForLater } from './take-for-later.ts'
import { decideWithoutRedis } from './without-redis.ts'

/** How to reach Redis, and what to do without it. */
export interface RateWindowsOptions {
  readonly url: string
  readonly prefix: string
  readonly timeoutMs: number
  readonly onFailure: RedisFailureMode
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

interface Question {
  readonly buyerAndApp: string
  readonly limits: WindowLimits
}

/** Opens the windows. An outage is answered at once, never queued, and ends by itself. */
export function openRateWindows(options: RateWindowsOptions): RateWindows {
  const places = openRedisPlaces(options)
  const remembered = rememberPlaces(options.clock)
  const ahead = takePlacesAhead(options.clock)
  const withoutRedis = decideWithoutRedis(options.onFailure, options.clock)
  const failures = options.metrics
    .counter('mtg_billing_redis_failures_total', 'Calls whose rate windows Redis could not tell in time.')
    .bind({})
  const askRedis = askOnceATurn<Question, WindowVerdict>({
    keyOf: ({ buyerAndApp, limits }) => `${buyerAndApp} ${limits.perMinute} ${limits.perDay}`,
    async ask({ buyerAndApp, limits }, count) {
      const more = remembered.hasPlenty(buyerAndApp, limits) ? ahead.wanted(buyerAndApp, limits) : 0
      const taken = await places.take(buyerAndApp, limits, count + more)
      remembered.remember(buyerAndApp, taken.left)
      if (more > 0) ahead.keep(buyerAndApp, Math.max(0, taken.count - count), taken)
      return taken.verdictOf
    },
  })
  return {
    async take(buyerAndApp, limits) {
      const place = ahead.next(buyerAndApp)
      if (place !== undefined) return place
      try {
        return await askRedis({ buyerAndApp, limits })
      } catch (cause) {
        failures.inc()
        remembered.forget(buyerAndApp)
        ahead.forget(buyerAndApp)
        return withoutRedis(buyerAndApp, limits, cause)
      }
    },
    async isFull(buyerAndApp, limits) {
      try {
        const { left } = await places.take(buyerAndApp, limits, 0)
        return left.inMinute <= 0 || left.inDay <= 0
      } catch (cause) {
        failures.inc()
        if (options.onFailure === 'deny') throw appError('redis_error', { cause })
        return false
      }
    },
    takeAhead: (buyerAndApp, limits, count) =>
      takeForLater({ places, clock: options.clock }, buyerAndApp, limits, count),
    giveBackAhead: (buyerAndApp, stamp, count) => places.giveBack(buyerAndApp, stamp, count),
    hasPlenty: (buyerAndApp, limits) => remembered.hasPlenty(buyerAndApp, limits),
    check: () => places.check(),
    async close() {
      places.close()
    },
  }
}

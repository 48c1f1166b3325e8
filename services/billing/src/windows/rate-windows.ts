import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@mtg/errors'
import { openRedisFunctions } from '@mtg/redis'
import type { Clock, Logger, Metrics } from '@mtg/runtime'
import type { RedisFailureMode } from '../config.ts'
import { createLocalWindows } from './local-windows.ts'

/** Calls allowed in each fixed window. */
export interface WindowLimits {
  readonly perMinute: bigint
  readonly perDay: bigint
}

/** Whether a call fits into its windows. */
export type WindowVerdict =
  | {
      readonly taken: true
      /** Gives the place back when the call is refused after all; never fails. */
      readonly giveBack: () => void
    }
  | { readonly taken: false; readonly retryAfterMs: number }

/** Fixed per-minute and per-day windows of each buyer and app (spec "Rate counters: fixed window"). */
export interface RateWindows {
  /** Takes a place in both windows or in neither. Throws `redis_error` when Redis is away and calls are to be denied. */
  take(buyerAndApp: string, limits: WindowLimits): Promise<WindowVerdict>
  check(): Promise<void>
  close(): Promise<void>
}

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

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_windows_v1'
const SOURCE = readFileSync(join(import.meta.dirname, 'rate-windows.lua'), 'utf8')

/** Opens the windows. An outage is answered at once, never queued, and ends by itself. */
export function openRateWindows(options: RateWindowsOptions): RateWindows {
  const { url, timeoutMs, log } = options
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })
  const local = createLocalWindows(options.clock)

  const failures = options.metrics
    .counter('mtg_billing_redis_failures_total', 'Calls whose rate windows Redis could not tell in time.')
    .bind({})

  function withoutRedis(buyerAndApp: string, limits: WindowLimits, cause: unknown): WindowVerdict {
    if (options.onFailure === 'deny') throw appError('redis_error', { cause })
    if (options.onFailure === 'local') return local.take(buyerAndApp, limits)
    return { taken: true, giveBack: () => {} }
  }

  return {
    async take(buyerAndApp, limits) {
      // The hash tag: on a Redis Cluster both windows of a buyer and app are one node's business.
      const key = `${options.prefix}rl:{${buyerAndApp}}`
      let answer: unknown
      try {
        answer = await functions.call('take', [key], [limits.perMinute.toString(), limits.perDay.toString()])
      } catch (thrown) {
        failures.inc()
        return withoutRedis(buyerAndApp, limits, thrown)
      }
      const [taken, retryAfterMs, minute, day] = answer as [number, number, number, number]
      if (taken !== 1) return { taken: false, retryAfterMs: Math.max(1, retryAfterMs) }
      // Losing this costs the buyer one place in one window, so it is not waited for.
      return { taken: true, giveBack: () => void functions.call('give_back', [key], [minute, day]).catch(() => {}) }
    },
    check: () => functions.check(),
    async close() {
      functions.close()
    },
  }
}

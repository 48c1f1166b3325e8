import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@mtg/errors'
import type { Clock, Logger } from '@mtg/runtime'
import { Redis } from 'ioredis'
import type { RedisFailureMode } from '../config.ts'
import { createLocalWindows } from './local-windows.ts'
import { createPatience } from './patience.ts'

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
}

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_windows_v1'
const SOURCE = readFileSync(join(import.meta.dirname, 'rate-windows.lua'), 'utf8').replaceAll('@LIBRARY@', LIBRARY)
const RECONNECT_MAX_MS = 500
const TICKS_MAX = 4

/** Opens the windows. An outage is answered at once, never queued, and ends by itself. */
export function openRateWindows(options: RateWindowsOptions): RateWindows {
  const redis = new Redis(options.url, {
    connectTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    retryStrategy: attempt => Math.min(attempt * 50, RECONNECT_MAX_MS),
  })
  redis.on('error', (err: Error) => options.log.debug({ err }, 'redis connection failed'))
  const local = createLocalWindows(options.clock)
  const patience = createPatience(TICKS_MAX)
  const ticking = setInterval(() => {
    // After the event loop has read what Redis has answered already.
    setImmediate(() => {
      // A server that is silent gets a new connection: nothing more is sent to it before it answers again.
      if (patience.tick() > 0) redis.disconnect(true)
    })
  }, options.timeoutMs / TICKS_MAX).unref()

  async function call(name: 'take' | 'give_back', key: string, args: (string | number)[]): Promise<unknown> {
    try {
      return await patience.wait(redis.fcall(`${LIBRARY}_${name}`, 1, key, ...args))
    } catch (thrown) {
      if (!isFunctionMissing(thrown)) throw thrown
      // A Redis that restarted empty, or a new one: functions are not data that it got back by itself.
      await patience.wait(redis.call('FUNCTION', 'LOAD', 'REPLACE', SOURCE))
      return await patience.wait(redis.fcall(`${LIBRARY}_${name}`, 1, key, ...args))
    }
  }

  function withoutRedis(buyerAndApp: string, limits: WindowLimits, cause: unknown): WindowVerdict {
    if (options.onFailure === 'deny') throw appError('redis_error', { cause })
    if (options.onFailure === 'local') return local.take(buyerAndApp, limits)
    return { taken: true, giveBack: () => {} }
  }

  return {
    async take(buyerAndApp, limits) {
      const key = `${options.prefix}rl:{${buyerAndApp}}`
      let answer: unknown
      try {
        answer = await call('take', key, [limits.perMinute.toString(), limits.perDay.toString()])
      } catch (thrown) {
        return withoutRedis(buyerAndApp, limits, thrown)
      }
      const [taken, retryAfterMs, minute, day] = answer as [number, number, number, number]
      if (taken !== 1) return { taken: false, retryAfterMs: Math.max(1, retryAfterMs) }
      // Losing this costs the buyer one place in one window, so it is not waited for.
      return { taken: true, giveBack: () => void call('give_back', key, [minute, day]).catch(() => {}) }
    },
    async check() {
      await redis.ping()
    },
    async close() {
      clearInterval(ticking)
      redis.disconnect()
    },
  }
}

function isFunctionMissing(thrown: unknown): boolean {
  return thrown instanceof Error && /function not found/i.test(thrown.message)
}

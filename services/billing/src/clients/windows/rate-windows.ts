import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { openRedisFunctions } from '@mtg/redis'
import type { RedisFailureMode } from '../../config.ts'
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
      /** Gives the place back when the call was counted before, or failed through no fault of its buyer; never fails. */
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

interface Group {
  readonly buyerAndApp: string
  readonly limits: WindowLimits
  readonly waiting: PromiseWithResolvers<WindowVerdict>[]
}

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_windows_v2'
const SOURCE = readFileSync(join(import.meta.dirname, 'rate-windows.lua'), 'utf8')

/** Opens the windows. An outage is answered at once, never queued, and ends by itself. */
export function openRateWindows(options: RateWindowsOptions): RateWindows {
  const { url, timeoutMs, log } = options
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })
  const local = createLocalWindows(options.clock)
  // What one turn of the event loop asks for: calls of the same buyer and app share a question.
  const turn = new Map<string, Group>()

  const failures = options.metrics
    .counter('mtg_billing_redis_failures_total', 'Calls whose rate windows Redis could not tell in time.')
    .bind({})

  function withoutRedis(buyerAndApp: string, limits: WindowLimits, cause: unknown): WindowVerdict {
    if (options.onFailure === 'deny') throw appError('redis_error', { cause })
    if (options.onFailure === 'local') return local.take(buyerAndApp, limits)
    return { taken: true, giveBack: () => {} }
  }

  function flush(): void {
    const groups = [...turn.values()]
    turn.clear()
    for (const group of groups) void answer(group)
  }

  async function answer({ buyerAndApp, limits, waiting }: Group): Promise<void> {
    try {
      const verdictOf = await ask(buyerAndApp, limits, waiting.length)
      waiting.forEach(({ resolve }, index) => resolve(verdictOf(index)))
    } catch (thrown) {
      for (const { resolve, reject } of waiting) {
        failures.inc()
        try {
          resolve(withoutRedis(buyerAndApp, limits, thrown))
        } catch (refused) {
          reject(refused)
        }
      }
    }
  }

  /** Takes places as far as there are any; the verdict of each of those who asked, in their order. */
  async function ask(
    buyerAndApp: string,
    { perMinute, perDay }: WindowLimits,
    count: number,
  ): Promise<(index: number) => WindowVerdict> {
    // The hash tag: on a Redis Cluster both windows of a buyer and app are one node's business.
    const key = `${options.prefix}rl:{${buyerAndApp}}`
    const reply = await functions.call('take', [key], [perMinute.toString(), perDay.toString(), count])
    const [taken, retryAfterMs, minute, day] = reply as [number, number, number, number]
    // Losing this costs the buyer one place in one window, so it is not waited for.
    const giveBack = () => void functions.call('give_back', [key], [minute, day]).catch(() => {})
    const place: WindowVerdict = { taken: true, giveBack }
    const refusal: WindowVerdict = { taken: false, retryAfterMs: Math.max(1, retryAfterMs) }
    return index => (index < taken ? place : refusal)
  }

  return {
    take(buyerAndApp, limits) {
      const id = `${buyerAndApp} ${limits.perMinute} ${limits.perDay}`
      let group = turn.get(id)
      if (group === undefined) {
        if (turn.size === 0) setImmediate(flush)
        group = { buyerAndApp, limits, waiting: [] }
        turn.set(id, group)
      }
      const verdict = Promise.withResolvers<WindowVerdict>()
      group.waiting.push(verdict)
      return verdict.promise
    },
    check: () => functions.check(),
    async close() {
      functions.close()
    },
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@mtg/observability'
import { openRedisFunctions } from '@mtg/redis'
import type { WindowLimits, WindowStamp, WindowVerdict } from '../../domain/rate-windows.ts'
import type { PlacesLeft } from './places-left.ts'

/** What became of places that were wanted. */
interface TakenPlaces {
  readonly verdictOf: (index: number) => WindowVerdict
  /** How many of them were taken. */
  readonly count: number
  /** One of those that were. */
  readonly place: WindowVerdict
  /** Gives back so many of them; never fails. */
  readonly giveBack: (count: number) => void
  readonly left: PlacesLeft
  readonly stamp: WindowStamp
}

/** Places in windows, as Redis keeps them. Everything rejects at once while Redis is away. */
export interface RedisPlaces {
  /** Takes as many places as there are left of those wanted. */
  take(buyerAndApp: string, limits: WindowLimits, wanted: number): Promise<TakenPlaces>
  /** Gives back so many of a window's; never fails. */
  giveBack(buyerAndApp: string, stamp: WindowStamp, count: number): void
  check(): Promise<void>
  close(): void
}

/** How to reach Redis. */
export interface RedisPlacesOptions {
  readonly url: string
  /** Put before every key, to share a server. */
  readonly prefix: string
  readonly timeoutMs: number
  readonly log: Logger
}

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_windows_v5'
const SOURCE = readFileSync(join(import.meta.dirname, 'rate-windows.lua'), 'utf8')

/** Connects to Redis, when first used. */
export function openRedisPlaces({ url, prefix, timeoutMs, log }: RedisPlacesOptions): RedisPlaces {
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })
  // The hash tag: on a Redis Cluster both windows of a buyer and app are one node's business.
  const keyOf = (buyerAndApp: string) => `${prefix}rl:{${buyerAndApp}}`
  // Losing this costs the buyer places in one window, so it is not waited for.
  const giveBack = (key: string, { minute, day }: WindowStamp, count: number) =>
    void functions.call('give_back', [key], [minute, day, count]).catch(() => {})
  return {
    async take(buyerAndApp, { perMinute, perDay }, wanted) {
      const key = keyOf(buyerAndApp)
      const reply = await functions.callEach('take_each', key, [perMinute.toString(), perDay.toString(), wanted])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so answers `take` of rate-windows.lua, whose version is in its name
      const [taken = 0, retryAfterMs = 0, minute = 0, day = 0, inMinute = 0, inDay = 0] = reply as number[]
      const stamp = { minute, day }
      const place: WindowVerdict = { isTaken: true, giveBack: () => giveBack(key, stamp, 1) }
      const refusal: WindowVerdict = { isTaken: false, retryAfterMs: Math.max(1, retryAfterMs) }
      const verdictOf = (index: number) => (index < taken ? place : refusal)
      const left = { inMinute, inDay }
      return { verdictOf, count: taken, place, giveBack: count => giveBack(key, stamp, count), left, stamp }
    },
    giveBack: (buyerAndApp, stamp, count) => giveBack(keyOf(buyerAndApp), stamp, count),
    check: () => functions.check(),
    close: () => functions.close(),
  }
}

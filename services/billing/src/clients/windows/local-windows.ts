import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { WindowLimits, WindowVerdict } from './rate-windows.ts'

interface Counters {
  minute: number
  minuteCount: bigint
  day: number
  dayCount: bigint
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ENTRIES_MAX = 100_000

/** Windows of this process alone: what is left of limits while Redis is away and calls are to go on. */
export function createLocalWindows(clock: Clock): { take(buyerAndApp: string, limits: WindowLimits): WindowVerdict } {
  const entries = new LRUCache<string, Counters>({ max: ENTRIES_MAX })
  return {
    take(buyerAndApp, limits) {
      const now = clock.nowMs()
      const counters = countersAt(entries.get(buyerAndApp), now)
      if (counters.dayCount >= limits.perDay) return { taken: false, retryAfterMs: DAY_MS - (now % DAY_MS) }
      if (counters.minuteCount >= limits.perMinute) return { taken: false, retryAfterMs: MINUTE_MS - (now % MINUTE_MS) }
      counters.minuteCount += 1n
      counters.dayCount += 1n
      entries.set(buyerAndApp, counters)
      return {
        taken: true,
        giveBack() {
          counters.minuteCount -= 1n
          counters.dayCount -= 1n
        },
      }
    },
  }
}

function countersAt(known: Counters | undefined, now: number): Counters {
  const minute = Math.floor(now / MINUTE_MS)
  const day = Math.floor(now / DAY_MS)
  return {
    minute,
    minuteCount: known?.minute === minute ? known.minuteCount : 0n,
    day,
    dayCount: known?.day === day ? known.dayCount : 0n,
  }
}

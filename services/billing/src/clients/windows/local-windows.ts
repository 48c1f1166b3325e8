import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { WindowLimits, WindowVerdict } from '../../domain/rate-windows.ts'

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
      const nowMs = clock.nowMs()
      const counters = countersAt(entries.get(buyerAndApp), nowMs)
      const verdict = takePlace(counters, limits, nowMs)
      if (verdict.isTaken) entries.set(buyerAndApp, counters)
      return verdict
    },
  }
}

/** What was counted so far in the windows of a moment; a window that has just begun is empty. */
function countersAt(known: Counters | undefined, nowMs: number): Counters {
  const minute = Math.floor(nowMs / MINUTE_MS)
  const day = Math.floor(nowMs / DAY_MS)
  return {
    minute,
    minuteCount: known?.minute === minute ? known.minuteCount : 0n,
    day,
    dayCount: known?.day === day ? known.dayCount : 0n,
  }
}

function takePlace(counters: Counters, limits: WindowLimits, nowMs: number): WindowVerdict {
  if (counters.dayCount >= limits.perDay) return { isTaken: false, retryAfterMs: DAY_MS - (nowMs % DAY_MS) }
  if (counters.minuteCount >= limits.perMinute) return { isTaken: false, retryAfterMs: MINUTE_MS - (nowMs % MINUTE_MS) }
  counters.minuteCount += 1n
  counters.dayCount += 1n
  return {
    isTaken: true,
    giveBack() {
      counters.minuteCount -= 1n
      counters.dayCount -= 1n
    },
  }
}

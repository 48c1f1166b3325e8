import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { WindowLimits } from '../../domain/rate-windows.ts'

/** Places that windows had left when Redis was last asked. */
export interface PlacesLeft {
  readonly inMinute: number
  readonly inDay: number
}

interface PlacesLeftAt extends PlacesLeft {
  readonly atMs: number
}

/** What is remembered of windows: not whether a call fits, but whether it is worth while to count on it. */
export interface RememberedPlaces {
  remember(buyerAndApp: string, left: PlacesLeft): void
  /** They could not be asked: nothing is expected of them until they are. */
  forget(buyerAndApp: string): void
  /**
   * Whether there were so many left a moment ago that a call most likely gets one. Of windows that were never asked about here, all are
   * taken to be left: of those who call rarely that is nearly always so.
   */
  hasPlenty(buyerAndApp: string, limits: WindowLimits): boolean
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ENTRIES_MAX = 100_000
/** Others, at other processes, may take some in the meantime. */
const PLENTY = 50
const PLENTY_SHARE = 4

/** Remembers nothing yet. */
export function rememberPlaces(clock: Clock): RememberedPlaces {
  const entries = new LRUCache<string, PlacesLeftAt | 'not told'>({ max: ENTRIES_MAX })
  return {
    remember: (buyerAndApp, left) => void entries.set(buyerAndApp, { ...left, atMs: clock.nowMs() }),
    forget: buyerAndApp => void entries.set(buyerAndApp, 'not told'),
    hasPlenty(buyerAndApp, { perMinute, perDay }) {
      const known = entries.get(buyerAndApp)
      if (known === 'not told') return false
      if (known === undefined) return isPlenty(Number(perMinute), perMinute) && isPlenty(Number(perDay), perDay)
      const nowMs = clock.nowMs()
      // A window that has begun since then was empty.
      const inMinute = isSame(known.atMs, nowMs, MINUTE_MS) ? known.inMinute : Number(perMinute)
      const inDay = isSame(known.atMs, nowMs, DAY_MS) ? known.inDay : Number(perDay)
      return isPlenty(inMinute, perMinute) && isPlenty(inDay, perDay)
    },
  }
}

function isSame(atMs: number, nowMs: number, lengthMs: number): boolean {
  return Math.floor(atMs / lengthMs) === Math.floor(nowMs / lengthMs)
}

function isPlenty(left: number, limit: bigint): boolean {
  return left >= PLENTY && left * PLENTY_SHARE >= Number(limit)
}

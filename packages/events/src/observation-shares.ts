import type { Clock } from '@mtg/primitives'

/** How much of the buffer and of the time one buyer's observations may take. */
export interface ShareBounds {
  /** Bytes of one buyer that may wait. */
  readonly bytesMax: number
  /** Observations of one buyer in a second, seen over ten of them. */
  readonly perSecond: number
}

/** Keeps one buyer's observations from pushing out everybody else's. */
export interface ObservationShares {
  /** Takes a place; or says why there is none. */
  take(buyerId: string, bytes: number): 'rate' | 'share' | undefined
  /** Gives bytes back that wait no more. */
  giveBack(buyerId: string, bytes: number): void
}

const WINDOW_MS = 10_000

/** Makes the shares. Both tables hold buyers that have called within the window or have something waiting, and no others. */
export function createObservationShares({ bytesMax, perSecond }: ShareBounds, clock: Clock): ObservationShares {
  const countMax = (perSecond * WINDOW_MS) / 1000
  const waiting = new Map<string, number>()
  const counts = new Map<string, number>()
  let windowEndsMs = 0

  return {
    take(buyerId, bytes) {
      const nowMs = clock.monotonicMs()
      if (nowMs >= windowEndsMs) {
        counts.clear()
        windowEndsMs = nowMs + WINDOW_MS
      }
      const count = counts.get(buyerId) ?? 0
      if (count >= countMax) return 'rate'
      const held = waiting.get(buyerId) ?? 0
      if (held + bytes > bytesMax) return 'share'
      counts.set(buyerId, count + 1)
      waiting.set(buyerId, held + bytes)
      return undefined
    },
    giveBack(buyerId, bytes) {
      const left = (waiting.get(buyerId) ?? 0) - bytes
      if (left > 0) waiting.set(buyerId, left)
      else waiting.delete(buyerId)
    },
  }
}

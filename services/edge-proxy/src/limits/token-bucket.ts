/** So many at once, and so many a second after that. */
export interface TokenBucket {
  /** Takes one if there is one. */
  take(nowMs: number): boolean
  /** Whether `take` would. */
  hasAny(nowMs: number): boolean
  /** Milliseconds until there is one. */
  waitMs(nowMs: number): number
}

const SECOND_MS = 1_000

/** Makes a full bucket. */
export function createTokenBucket(perSecond: number, atOnce: number): TokenBucket {
  let tokens = atOnce
  let filledAtMs = Number.NEGATIVE_INFINITY
  const fill = (nowMs: number) => {
    tokens = Math.min(atOnce, tokens + (Math.max(0, nowMs - filledAtMs) / SECOND_MS) * perSecond)
    filledAtMs = nowMs
  }
  const hasAny = (nowMs: number) => {
    fill(nowMs)
    return tokens >= 1
  }
  return {
    hasAny,
    take(nowMs) {
      if (!hasAny(nowMs)) return false
      tokens -= 1
      return true
    },
    waitMs: nowMs => (hasAny(nowMs) ? 0 : ((1 - tokens) / perSecond) * SECOND_MS),
  }
}

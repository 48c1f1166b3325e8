/** What can be done with calls while Redis is away. */
export const redisFailureModes = ['deny', 'local', 'allow'] as const

/** One of `redisFailureModes`. */
export type RedisFailureMode = (typeof redisFailureModes)[number]

/** Calls allowed in each fixed window. */
export interface WindowLimits {
  readonly perMinute: bigint
  readonly perDay: bigint
}

/** Whether a call fits into its windows. */
export type WindowVerdict =
  | {
      readonly isTaken: true
      /** Gives the place back when the call was counted before, or failed through no fault of its buyer; never fails. */
      readonly giveBack: () => void
    }
  | { readonly isTaken: false; readonly retryAfterMs: number }

/** The windows in which places were taken. */
export interface WindowStamp {
  /** Minutes since 1970. */
  readonly minute: number
  /** Days since 1970. */
  readonly day: number
}

/** Places for calls that are to come. */
export interface AheadPlaces {
  readonly stamp: WindowStamp
  /** Until the minute is over in which they count. */
  readonly usableMs: number
}

/** Fixed per-minute and per-day windows of each buyer and app (spec "Rate counters: fixed window"). */
export interface RateWindows {
  /** Takes a place in both windows or in neither. Throws `redis_error` when Redis is away and calls are to be denied. */
  take(buyerAndApp: string, limits: WindowLimits): Promise<WindowVerdict>
  /** Whether there is no place left; takes none. Throws as `take` does. */
  isFull(buyerAndApp: string, limits: WindowLimits): Promise<boolean>
  /** Whether a place is as good as certain, by what was left a moment ago. */
  hasPlenty(buyerAndApp: string, limits: WindowLimits): boolean
  /** Takes so many places for calls that are to come, where nobody can miss them; undefined: none. Rejects while Redis is away. */
  takeAhead(buyerAndApp: string, limits: WindowLimits, count: number): Promise<AheadPlaces | undefined>
  /** Gives places back whose calls did not come; never fails. */
  giveBackAhead(buyerAndApp: string, stamp: WindowStamp, count: number): void
  check(): Promise<void>
  close(): Promise<void>
}

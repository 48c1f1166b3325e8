/** What the limits of one key may hold, whoever writes or reads them. */
export const keyBounds = {
  /** Apps that it may call. */
  appsMax: 100,
  /** Tools that it may call. */
  toolsMax: 200,
  /** Billable calls under way. */
  concurrentMax: 10_000,
  /** Calls of a loop breaker. */
  loopCallsMax: 100,
  /** Seconds of a loop breaker. */
  loopSecondsMax: 3_600,
} as const

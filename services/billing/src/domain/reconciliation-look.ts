/** Nearly every call ends sooner than that. */
const USUAL_CALL_MS = 60_000
/** Longer than any call may take. */
const LONGEST_CALL_MS = 15 * 60_000
/** Calls that take longer than usual are compared this often: to compare every call of a quarter of an hour each minute is most of what reconciling costs. */
const FAR_EVERY_MS = 5 * 60_000
const FIRST_LOOKBACK_MS = 24 * 3_600_000

/** How far usage has been reconciled, and up to where it is to be now; milliseconds since 1970. */
export interface Progress {
  /** undefined: it never was. */
  readonly confirmedMs: number | undefined
  readonly toMs: number
}

/**
 * From where on a look compares. A call that began before the last look may have been captured after it, so looks overlap: by as long as a
 * call usually takes, and whichever is the first after a full five minutes goes back to where the one before it was, and by as long
 * as a call can take. Each process's first look takes in the last day as well.
 */
export function lookFrom({ confirmedMs, toMs }: Progress, isFirst: boolean): number {
  const dayAgoMs = toMs - FIRST_LOOKBACK_MS
  if (confirmedMs === undefined) return dayAgoMs - LONGEST_CALL_MS
  const lastFarMs = farLookBefore(confirmedMs)
  const goesOnMs = lastFarMs < farLookBefore(toMs) ? lastFarMs - LONGEST_CALL_MS : confirmedMs - USUAL_CALL_MS
  return isFirst ? Math.min(goesOnMs, dayAgoMs) : goesOnMs
}

/** When the last look that goes back far was due. */
const farLookBefore = (ms: number) => Math.floor(ms / FAR_EVERY_MS) * FAR_EVERY_MS

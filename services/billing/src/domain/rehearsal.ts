/** What the paid calls of the last days would have come to at other prices. */
export interface Rehearsal {
  readonly from: Date
  readonly to: Date
  readonly callCount: bigint
  readonly buyerCount: number
  readonly beforeMicros: bigint
  readonly afterMicros: bigint
  /** Buyers who would have run into a limit of a key; undefined where that would tell of single buyers. */
  readonly cappedBuyerCount: number | undefined
  /** Buyers whose wallet could not have paid for all. */
  readonly shortBuyerCount: number | undefined
}

/** Fewer buyers than these, and trying prices would tell what one of them has. */
export const REHEARSED_BUYERS_MIN = 5
const REHEARSED_DAYS = 30
const DAY_MS = 86_400_000

/** The beginning of what is rehearsed: as many UTC days as a meter's window has, today's hours so far among them. */
export function rehearsedFrom(nowMs: number): Date {
  return new Date((Math.floor(nowMs / DAY_MS) - REHEARSED_DAYS + 1) * DAY_MS)
}

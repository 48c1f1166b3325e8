import type { KeyLimits } from '@mtg/marketplace'

/** What of its limits a key, with all keys below it, has used. */
export interface KeySpending {
  readonly totalMicros: bigint
  readonly todayMicros: bigint
  readonly last30DaysMicros: bigint
  readonly openCalls: number
  readonly countedSince: Date
}

/** A key that has limits, or a parent. */
export interface LimitedKey {
  readonly id: string
  /** The key itself, its parent and so on up to the first one. */
  readonly lineage: readonly string[]
  readonly limits: KeyLimits
  readonly spending: KeySpending
  /** Counts how often they were set. */
  readonly version: bigint
}

/** What a key may still spend, at the moment; undefined: as much as the wallet holds. */
export function leftToSpend({ limits, spending }: LimitedKey): bigint | undefined {
  const left = [
    [limits.total, spending.totalMicros],
    [limits.per30Days, spending.last30DaysMicros],
    [limits.perDay, spending.todayMicros],
  ].flatMap(([limit, spent = 0n]) => (limit === undefined ? [] : [limit > spent ? limit - spent : 0n]))
  return left.reduce<bigint | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  )
}

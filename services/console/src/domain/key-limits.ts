/** What a key may spend and call; what is undefined or empty is not limited. */
export interface KeyLimits {
  readonly totalMicros: bigint | undefined
  readonly perDayMicros: bigint | undefined
  readonly per30DaysMicros: bigint | undefined
  /** Of one call. */
  readonly maxPriceMicros: bigint | undefined
  /** "publisher/app". */
  readonly apps: readonly string[]
  /** "publisher/app#tool". */
  readonly tools: readonly string[]
  /** Billable calls under way at once. */
  readonly concurrent: number | undefined
  /** The same call so many times in so many seconds. */
  readonly loop: { readonly calls: number; readonly seconds: number } | undefined
}

/** What of its limits a key, with all keys below it, has used. */
interface KeySpending {
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
}

/** What a key may still spend, at the moment; undefined: as much as the wallet holds. */
export function leftToSpend({ limits, spending }: LimitedKey): bigint | undefined {
  const left = [
    [limits.totalMicros, spending.totalMicros],
    [limits.per30DaysMicros, spending.last30DaysMicros],
    [limits.perDayMicros, spending.todayMicros],
  ].flatMap(([limit, spent = 0n]) => (limit === undefined ? [] : [limit > spent ? limit - spent : 0n]))
  return left.reduce<bigint | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  )
}

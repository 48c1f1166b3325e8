/** What a month of settled calls has come to. */
export type PeriodState = 'open' | 'closing' | 'sealed' | 'dropped'

/** A month of settled calls. */
export interface SettledPeriod {
  /** Such as "2026-10". */
  readonly month: string
  /** The smallest call id of it, and the smallest behind it. */
  readonly lowerId: string
  readonly upperId: string
  readonly state: PeriodState
  readonly callCount: bigint
  readonly entryCount: bigint
  /** Sum of its entries. */
  readonly amountMicros: bigint
  /** SHA-256 in hex of its files, once it is sealed. */
  readonly callsDigest: string | null
  readonly entriesDigest: string | null
  readonly sumsDigest: string | null
  readonly previousSeal: string | null
  readonly seal: string | null
  readonly sealedAt: Date | null
  readonly location: string | null
  readonly exportedAt: Date | null
  readonly droppedAt: Date | null
}

/** What a month consists of, each in a file of its own. */
export const periodParts = ['calls', 'entries'] as const

/** One of `periodParts`. */
export type PeriodPart = (typeof periodParts)[number]

/** Rows as lines of a file, many at once. */
export interface Lines {
  /** Ends with a line break. */
  readonly text: string
  readonly count: number
  readonly amountMicros: bigint
}

/** The name of a file of a month. */
export function fileOf(month: string, part: PeriodPart): string {
  return `${part}-${month}.csv.gz`
}

/** The digest that the seal has of a part. */
export function digestIn(period: SettledPeriod, part: PeriodPart): string | null {
  return part === 'calls' ? period.callsDigest : period.entriesDigest
}

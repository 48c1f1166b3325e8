/** A month of usage records that is sealed, or about to be. */
export interface UsageMonth {
  /** Such as "2026-10". */
  readonly month: string
  readonly state: 'closing' | 'sealed' | 'dropped'
  readonly recordCount: bigint
  /** Sum of what its calls were charged. */
  readonly chargedMicros: bigint
  /** SHA-256 in hex of its file's content, once it is sealed. */
  readonly recordsDigest: string | null
  /** Of the month before; empty for the first. */
  readonly previousSeal: string | null
  readonly seal: string | null
  /** The seal that it must have by what it consists of. */
  readonly rightSeal: string
  readonly sealedAt: Date | null
  readonly location: string | null
  readonly exportedAt: Date | null
  readonly droppedAt: Date | null
}

/** The name of the file of a month. */
export function fileOf(month: string): string {
  return `usage-${month}.csv.gz`
}

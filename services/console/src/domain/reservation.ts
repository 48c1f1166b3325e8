/** What billing held and charged for a call. */
export interface Reservation {
  readonly state: 'open' | 'captured' | 'released' | 'expired' | 'unknown'
  readonly app: string
  readonly toolName: string
  readonly tier: 'free' | 'paid'
  readonly priceMicros: bigint
  readonly outcome: string
  /** Whether the captured price was given back. */
  readonly isCorrected: boolean
  readonly reservedAt: Date
  readonly resolvedAt: Date | undefined
}

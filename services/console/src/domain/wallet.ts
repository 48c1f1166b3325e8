/** A wallet, micro-USD. */
export interface Wallet {
  readonly balanceMicros: bigint
  readonly heldMicros: bigint
  readonly availableMicros: bigint
}

/** One movement of money, as the wallet's owner sees it. */
export interface JournalEntry {
  readonly id: string
  /** Such as "topup", "capture" or "correction". */
  readonly kind: string
  /** Negative when it left the wallet. */
  readonly amountMicros: bigint
  readonly callId: string | undefined
  readonly reference: string | undefined
  readonly createdAt: Date
}

/** States of a top-up. */
export type TopUpStatus = 'pending' | 'paid' | 'failed'

/** Money on its way into a wallet. */
export interface TopUp {
  readonly id: string
  readonly status: TopUpStatus
  readonly amountMicros: bigint
  /** What went back by refunds and disputes. */
  readonly reversedMicros: bigint
  /** Where it is paid; undefined when there is nothing to pay any more. */
  readonly url: string | undefined
  readonly processor: string
  readonly createdAt: Date
  readonly paidAt: Date | undefined
}

/** Earnings on their way to a publisher. */
export interface Payout {
  readonly id: string
  readonly publisherId: string
  readonly state: 'requested' | 'paid' | 'returned'
  readonly amountMicros: bigint
  /** At the payment processor. */
  readonly account: string
  /** The processor's name of the transfer; null until it has confirmed one. */
  readonly transferId: string | null
  readonly createdAt: Date
}

/** A publisher as payouts see it. */
export interface PublisherAccount {
  readonly id: string
  readonly payoutConnected: boolean
  readonly payoutAccount: string | null
}

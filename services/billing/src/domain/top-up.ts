import type { BuyerId } from '@mtg/primitives'

/** Money that a buyer pays into a wallet. */
export interface TopUp {
  readonly id: string
  readonly buyerId: BuyerId
  readonly amountMicros: bigint
  /** What refunds and disputes have taken of it. */
  readonly reversedMicros: bigint
  readonly state: 'pending' | 'paid' | 'failed'
  readonly processor: string
  readonly checkoutUrl: string | null
  /** The processor's name of the payment; null until there is one. */
  readonly paymentId: string | null
  readonly createdAt: Date
  readonly paidAt: Date | null
}

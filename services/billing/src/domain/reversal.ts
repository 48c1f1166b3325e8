/** Money of a top-up that goes back. */
export interface Reversal {
  readonly id: string
  readonly topUpId: string
  readonly kind: 'refund' | 'dispute'
  /** `requested`: the processor has not confirmed it yet; `returned`: it came back. */
  readonly state: 'requested' | 'taken' | 'returned'
  readonly amountMicros: bigint
  /** What the wallet still had of it; the buyer owes the rest. */
  readonly fromWalletMicros: bigint
  /** Of the refund; null when the processor began it. */
  readonly requestId: string | null
  /** The processor's name of it; null until it has confirmed one. */
  readonly processorRef: string | null
}

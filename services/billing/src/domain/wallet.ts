/** A buyer's money. */
export interface Wallet {
  readonly postedMicros: bigint
  /** The part of it that calls under way have reserved. */
  readonly heldMicros: bigint
}

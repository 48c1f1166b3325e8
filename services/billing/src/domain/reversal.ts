import type { Account, Posting } from './journal.ts'

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
  /** Whether it was taken a second time: the processor had refused it, and sent it after all. */
  readonly takenAgain: boolean
}

const CLEARING: Account = { type: 'processor_clearing' }

/**
 * The journal's entries that take a reversal's money: out of the buyer's wallet, and what that no longer has out of what the buyer
 * owes, so that a wallet never goes below zero.
 */
export function postingsOfTaking(reversal: Reversal, buyerId: string): Posting[] {
  const { id, kind, amountMicros, fromWalletMicros, takenAgain } = reversal
  const parts = [
    { type: 'wallet', partMicros: fromWalletMicros },
    { type: 'receivable', partMicros: amountMicros - fromWalletMicros },
  ] as const
  return parts
    .filter(({ partMicros }) => partMicros > 0n)
    .map(({ type, partMicros }) => ({
      kind,
      debit: { type, owner: buyerId },
      credit: CLEARING,
      amountMicros: partMicros,
      reference: takenAgain ? `${id}:${type}:again` : `${id}:${type}`,
    }))
}

/** The entries that give the money back: the same the other way round. */
export function postingsOfReturning(reversal: Reversal, buyerId: string): Posting[] {
  return postingsOfTaking(reversal, buyerId).map(posting => ({
    ...posting,
    debit: posting.credit,
    credit: posting.debit,
    reference: `${posting.reference}:returned`,
  }))
}

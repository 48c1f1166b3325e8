import type { Queryable } from '@mtg/postgres'
import type { Reversal } from '../../domain/reversal.ts'
import type { TopUp } from '../../domain/top-up.ts'
import { post } from '../../store/ledger/post.ts'
import { setReversalReturned } from '../../store/reversals.ts'
import { addReversed } from '../../store/top-ups.ts'

const CLEARING = { type: 'processor_clearing' } as const

/** Takes the money out of the wallet, and what is missing out of what the buyer owes: a wallet never goes below zero. */
export async function takeBack(tx: Queryable, topUp: TopUp, reversal: Reversal): Promise<void> {
  const { id, kind, amountMicros, fromWalletMicros } = reversal
  const owedMicros = amountMicros - fromWalletMicros
  const owner = topUp.buyerId
  if (fromWalletMicros > 0n) {
    const debit = { type: 'wallet', owner } as const
    await post(tx, { kind, debit, credit: CLEARING, amountMicros: fromWalletMicros, reference: `${id}:wallet` })
  }
  if (owedMicros > 0n) {
    const debit = { type: 'receivable', owner } as const
    await post(tx, { kind, debit, credit: CLEARING, amountMicros: owedMicros, reference: `${id}:receivable` })
  }
  await addReversed(tx, topUp.id, amountMicros)
}

/** Undoes `takeBack`, entry by entry. */
export async function giveBack(tx: Queryable, topUp: TopUp, reversal: Reversal): Promise<void> {
  const { id, kind, amountMicros, fromWalletMicros } = reversal
  const owedMicros = amountMicros - fromWalletMicros
  const owner = topUp.buyerId
  if (fromWalletMicros > 0n) {
    const credit = { type: 'wallet', owner } as const
    const reference = `${id}:wallet:returned`
    await post(tx, { kind, debit: CLEARING, credit, amountMicros: fromWalletMicros, reference })
  }
  if (owedMicros > 0n) {
    const credit = { type: 'receivable', owner } as const
    const reference = `${id}:receivable:returned`
    await post(tx, { kind, debit: CLEARING, credit, amountMicros: owedMicros, reference })
  }
  await setReversalReturned(tx, id)
  await addReversed(tx, topUp.id, -amountMicros)
}

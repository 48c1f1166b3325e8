import type { Queryable } from '@mtg/postgres'
import { postingsOfReturning, postingsOfTaking, type Reversal } from '../../domain/reversal.ts'
import type { TopUp } from '../../domain/top-up.ts'
import { post } from '../../store/ledger/post.ts'
import { setReversalReturned } from '../../store/reversals.ts'
import { addReversed } from '../../store/top-ups.ts'

/** Takes a reversal's money from its buyer. */
export async function takeBack(tx: Queryable, topUp: TopUp, reversal: Reversal): Promise<void> {
  for (const posting of postingsOfTaking(reversal, topUp.buyerId)) await post(tx, posting)
  await addReversed(tx, topUp.id, reversal.amountMicros)
}

/** Undoes `takeBack`, entry by entry; `ref` is the processor's name of it, null when it never began one. */
export async function giveBack(tx: Queryable, topUp: TopUp, reversal: Reversal, ref: string | null): Promise<void> {
  for (const posting of postingsOfReturning(reversal, topUp.buyerId)) await post(tx, posting)
  await setReversalReturned(tx, reversal.id, ref)
  await addReversed(tx, topUp.id, -reversal.amountMicros)
}

import type { Logger } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import type { Reversal } from '../../domain/reversal.ts'
import type { TopUp } from '../../domain/top-up.ts'
import { confirmReversal, findReversal, takeReversalAgain } from '../../store/reversals.ts'
import { lockAvailableMicros } from '../../store/wallets.ts'
import { takeBack } from './take-back.ts'

/**
 * Enters that the processor has a reversal, whose top-up is locked; answers with what it is then. What the processor had refused before,
 * so that the buyer has the money again, has left all the same: it is taken once more, and what the wallet no longer has is owed. What
 * has failed since it was accepted stays as it is.
 */
export async function enterAcceptance(
  tx: Queryable,
  log: Logger,
  topUp: TopUp,
  { id, kind, ref }: Pick<Reversal, 'id' | 'kind'> & { readonly ref: string },
): Promise<Reversal['state'] | undefined> {
  await confirmReversal(tx, id, ref)
  const known = await findReversal(tx, kind, ref, id)
  // Only a refusal leaves it without the processor's name of it.
  if (known?.state !== 'returned' || known.processorRef !== null) return known?.state
  const { amountMicros } = known
  const availableMicros = await lockAvailableMicros(tx, topUp.buyerId)
  const again: Reversal = {
    ...known,
    state: 'taken',
    fromWalletMicros: availableMicros < amountMicros ? availableMicros : amountMicros,
    processorRef: ref,
    takenAgain: true,
  }
  log.error({ reversalId: id, ref }, 'a refund that the processor had refused was sent after all')
  await takeReversalAgain(tx, again)
  await takeBack(tx, topUp, again)
  return 'taken'
}

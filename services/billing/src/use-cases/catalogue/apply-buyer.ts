import { type ApplyOutcome, type BuyerEntry, sumOutcomes } from '../../domain/catalogue.ts'
import { enterOpeningBalance } from '../../store/opening-balance.ts'
import type { Transaction } from '../../store/prisma.ts'
import { applyPurchase } from './apply-purchase.ts'

// Stands in for a buyer that only a real application will give an id.
const UNBORN_BUYER = '00000000-0000-0000-0000-000000000000'

/** Applies a buyer's opening balance and purchases. */
export async function applyBuyer(tx: Transaction, hashKey: Buffer, entry: BuyerEntry): Promise<ApplyOutcome> {
  const { buyerId = UNBORN_BUYER, email, openingBalanceMicros, purchases } = entry
  const isOpened = await enterOpeningBalance(tx, buyerId, openingBalanceMicros)
  const outcomes: ApplyOutcome[] = [{ changedCount: isOpened ? 1 : 0, keptBack: [] }]
  for (const purchase of purchases) outcomes.push(await applyPurchase(tx, hashKey, { buyerId, email }, purchase))
  return sumOutcomes(outcomes)
}

import type { billing } from '@mtg/contracts'
import type { Transaction } from '../../store/prisma.ts'
import type { ApplyDeps, Outcome } from './apply.ts'
import { applyPurchase } from './apply-purchase.ts'

// Stands in for a buyer that only a real application will give an id.
const UNBORN_BUYER = '00000000-0000-0000-0000-000000000000'

/** Applies a buyer's opening balance and purchases. */
export async function applyBuyer(
  tx: Transaction,
  deps: ApplyDeps,
  entry: billing.BuyerAccountEntry__Output,
): Promise<Outcome> {
  const buyerId = entry.buyerId === '' ? UNBORN_BUYER : entry.buyerId
  const opened = await openWallet(tx, buyerId, BigInt(entry.openingBalanceMicros))
  let changedCount = opened ? 1 : 0
  const keptBack: string[] = []
  for (const purchase of entry.purchases) {
    const outcome = await applyPurchase(tx, deps, { buyerId, email: entry.email }, purchase)
    changedCount += outcome.changedCount
    keptBack.push(...outcome.keptBack)
  }
  return { changedCount, keptBack }
}

/** Enters the opening balance in the journal, once in the life of a wallet. */
async function openWallet(tx: Transaction, buyerId: string, openingMicros: bigint): Promise<boolean> {
  await tx.wallet.createMany({ data: [{ buyerId }], skipDuplicates: true })
  if (openingMicros === 0n) return false
  const reference = `opening:${buyerId}`
  const entered = await tx.$executeRaw`
    INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference)
    VALUES ('opening_balance', 'opening_balance', 'wallet', ${buyerId}::uuid, ${openingMicros}, ${reference})
    ON CONFLICT (kind, reference) WHERE reference IS NOT NULL DO NOTHING`
  if (entered === 0) return false
  await tx.wallet.update({ where: { buyerId }, data: { posted: { increment: openingMicros } } })
  return true
}

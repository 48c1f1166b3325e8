import type { Transaction } from './prisma.ts'

/** Enters a buyer's opening balance in the journal, once in the life of a wallet; answers whether it did. */
export async function enterOpeningBalance(tx: Transaction, buyerId: string, amountMicros: bigint): Promise<boolean> {
  await tx.$executeRaw`SELECT refuse_if_away(${buyerId}::uuid)`
  await tx.wallet.createMany({ data: [{ buyerId }], skipDuplicates: true })
  if (amountMicros === 0n) return false
  const reference = `opening:${buyerId}`
  const entered = await tx.$executeRaw`
    INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference)
    SELECT 'opening_balance', 'opening_balance', 'wallet', ${buyerId}::uuid, ${amountMicros}, ${reference}
    WHERE NOT EXISTS (SELECT FROM arrivals WHERE buyer_id = ${buyerId}::uuid AND had_opening)
    ON CONFLICT (kind, reference) WHERE reference IS NOT NULL DO NOTHING`
  if (entered === 0) return false
  await tx.wallet.update({ where: { buyerId }, data: { posted: { increment: amountMicros } } })
  return true
}

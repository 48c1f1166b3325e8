import type { Clock } from '@mtg/primitives'
import type { Invalidate } from '../../clients/invalidate.ts'
import { lockKeysOf } from '../../store/buyers.ts'
import { inTransaction, type PrismaClient, type Transaction } from '../../store/prisma.ts'
import type { Buyer } from '../../store/rows.ts'
import { buyerByEmail, buyerMissing } from '../buyers/find-buyer.ts'

/** Where keys are kept, and who hears of changes. */
export interface KeyChangeDeps {
  readonly prisma: PrismaClient
  readonly clock: Clock
  readonly invalidate: Invalidate
}

/** Runs work on the keys of the buyer with this e-mail while nobody else makes, revokes or changes one of them. */
export async function changeKeys<T>(
  prisma: PrismaClient,
  email: string,
  work: (tx: Transaction, buyer: Buyer) => Promise<T>,
): Promise<T> {
  const buyer = await buyerByEmail(prisma, email)
  return await inTransaction(prisma, async tx => {
    if (!(await lockKeysOf(tx, buyer.id))) throw buyerMissing(email)
    return await work(tx, buyer)
  })
}

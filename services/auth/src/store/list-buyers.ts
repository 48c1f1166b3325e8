import { runTranslated } from '@mtg/postgres/prisma'
import type { BuyerId } from '@mtg/primitives'
import { Prisma, type PrismaClient } from './prisma.ts'

/** A buyer among others. */
export interface ListedBuyer {
  readonly id: string
  readonly email: string
  readonly emailKey: string
  readonly suspended: boolean
  readonly createdAt: Date
}

/** Which buyers, behind which one. */
export interface BuyerFilter {
  /** Of e-mails as they are compared: inclusive, and exclusive. */
  readonly keys: { readonly from: string; readonly below: string }
  /** Only this one. */
  readonly id: BuyerId | undefined
  readonly isSuspendedOnly: boolean
  readonly afterKey: string
  readonly countMax: number
}

/** Buyers in the order of their e-mails' bytes: an index has them so, whatever the collation. */
export async function listBuyers(prisma: PrismaClient, filter: BuyerFilter): Promise<ListedBuyer[]> {
  const { keys, id, isSuspendedOnly, afterKey, countMax } = filter
  const among =
    id === undefined
      ? Prisma.sql`email_key COLLATE "C" >= ${keys.from} AND email_key COLLATE "C" < ${keys.below}`
      : Prisma.sql`id = ${id}::uuid`
  const rows = prisma.$queryRaw<ListedBuyer[]>`
    SELECT id::text, email, email_key AS "emailKey", suspended, created_at AS "createdAt" FROM buyers
    WHERE ${among} AND email_key COLLATE "C" > ${afterKey} ${isSuspendedOnly ? Prisma.sql`AND suspended` : Prisma.empty}
    ORDER BY email_key COLLATE "C" LIMIT ${countMax}`
  return await runTranslated(rows)
}

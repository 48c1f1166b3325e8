import type { Logger } from '@mtg/observability'
import { openPrisma as openClient, runTransaction, runTranslated } from '@mtg/postgres/prisma'
import { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { translateFence } from './cells/fence.ts'

export type { PrismaClient } from '../generated/prisma/client.ts'
export { Prisma }

/** Prisma inside a transaction. */
export type Transaction = Prisma.TransactionClient

const POOL_MAX = 4
const TRANSACTION_TIMEOUT_MS = 120_000

/** Opens Prisma for administrative reads and writes. */
export function openPrisma(url: string, log: Logger): PrismaClient {
  return openClient(PrismaClient, { url, schema: 'billing', poolMax: POOL_MAX, log })
}

/** Runs administrative work; an outage becomes `database_error`. */
export const run = runTranslated

/** Runs work in one transaction: all or nothing. Of a buyer who has left this cell it is `cell_unavailable`. */
export async function inTransaction<T>(prisma: PrismaClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await runTransaction(prisma, TRANSACTION_TIMEOUT_MS, work)
  } catch (thrown) {
    throw translateFence(thrown)
  }
}

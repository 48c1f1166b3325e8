import { translateDatabaseError } from '@mtg/postgres'
import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from '../generated/prisma/client.ts'

export type { PrismaClient } from '../generated/prisma/client.ts'
export { Prisma }

/** Prisma inside a transaction. */
export type Transaction = Prisma.TransactionClient

const POOL_MAX = 4
const CONNECT_TIMEOUT_MS = 1000
const TRANSACTION_TIMEOUT_MS = 120_000

/** Opens Prisma for administrative reads and writes. */
export function openPrisma(url: string): PrismaClient {
  const adapter = new PrismaPg(
    { connectionString: url, max: POOL_MAX, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    { schema: 'billing' },
  )
  return new PrismaClient({ adapter })
}

/** Runs administrative work; an outage becomes `database_error`. */
export async function run<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw translateDatabaseError(thrown)
  }
}

/** Runs work in one transaction: all or nothing. */
export function inTransaction<T>(prisma: PrismaClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return run(prisma.$transaction(work, { timeout: TRANSACTION_TIMEOUT_MS, maxWait: CONNECT_TIMEOUT_MS }))
}

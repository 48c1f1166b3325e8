import type { Logger } from '@mtg/observability'
import { openPrisma, runTransaction, runTranslated } from '@mtg/postgres/prisma'
import { Prisma, PrismaClient } from '../generated/prisma/client.ts'

export type { PrismaClient, PublisherOwner } from '../generated/prisma/client.ts'

export { Prisma }

/** Prisma inside a transaction; what needs none takes either. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

const POOL_MAX = 4
const TRANSACTION_TIMEOUT_MS = 60_000

/** Opens the accounts for administrative reads and writes. */
export function openAccounts(url: string, log: Logger): PrismaClient {
  return openPrisma(PrismaClient, { url, schema: 'auth', poolMax: POOL_MAX, log })
}

/** Runs work in one transaction: all or nothing. */
export function inTransaction<T>(prisma: PrismaClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return runTransaction(prisma, TRANSACTION_TIMEOUT_MS, work)
}

/** Carries a result out of a transaction that is rolled back. */
class Rehearsed<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('rehearsed')
    this.result = result
  }
}

/** Runs work in a transaction that leaves nothing behind, for what its result would be. */
export async function rehearse<T>(prisma: PrismaClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let rehearsed: Rehearsed<T> | undefined
  try {
    return await inTransaction(prisma, async tx => {
      rehearsed = new Rehearsed(await work(tx))
      throw rehearsed
    })
  } catch (thrown) {
    if (rehearsed !== undefined && thrown === rehearsed) return rehearsed.result
    throw thrown
  }
}

/** Until the transaction ends, no other one gets past this: two applications of a file would both find an entry missing. */
export async function applyAlone(tx: Transaction): Promise<void> {
  await runTranslated(tx.$executeRaw`SELECT pg_advisory_xact_lock(7210904418)`)
}

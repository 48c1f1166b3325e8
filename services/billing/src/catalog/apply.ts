import type { billing } from '@mtg/rpc'
import type { Sealer } from '@mtg/runtime'
import { inTransaction, type PrismaClient, type Transaction } from '../store/prisma.ts'
import { applyBuyer } from './apply-buyer.ts'
import { applyPublisher } from './apply-publisher.ts'
import { validateCatalog } from './validate.ts'

/** What applying stands on. */
export interface ApplyDeps {
  readonly prisma: PrismaClient
  readonly sealer: Sealer
  /** Keys the hashes of applied entries. */
  readonly hashKey: Buffer
}

/** Thrown inside the transaction so that a validation leaves nothing behind. */
class ValidatedOnly extends Error {
  readonly changedCount: number

  constructor(changedCount: number) {
    super('validated only')
    this.changedCount = changedCount
  }
}

/** Applies the catalogue of a marketplace file, all of it or none; answers with the number of changed entries. */
export async function applyCatalog(deps: ApplyDeps, request: billing.ApplyCatalogRequest__Output): Promise<number> {
  validateCatalog(request)
  try {
    return await inTransaction(deps.prisma, async tx => {
      const changedCount = await applyAll(tx, deps, request)
      if (request.validateOnly) throw new ValidatedOnly(changedCount)
      return changedCount
    })
  } catch (thrown) {
    if (thrown instanceof ValidatedOnly) return thrown.changedCount
    throw thrown
  }
}

async function applyAll(
  tx: Transaction,
  deps: ApplyDeps,
  request: billing.ApplyCatalogRequest__Output,
): Promise<number> {
  // Two applications at once would both find an entry missing.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7210904419)`
  let changedCount = 0
  for (const publisher of request.publishers) changedCount += await applyPublisher(tx, deps, publisher)
  for (const buyer of request.buyers) changedCount += await applyBuyer(tx, deps, buyer)
  return changedCount
}

import type { billing } from '@mtg/contracts'
import type { Sealer } from '@mtg/runtime'
import { inTransaction, type PrismaClient, type Transaction } from '../../store/prisma.ts'
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

/** What applying came to. */
export interface Outcome {
  /** Entries that were new or changed. */
  readonly changedCount: number
  /** What was not done because it would undo something that was ended since: a sentence each. */
  readonly keptBack: readonly string[]
}

/** Thrown inside the transaction so that a validation leaves nothing behind. */
class ValidatedOnly extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('validated only')
    this.outcome = outcome
  }
}

/** Applies the catalogue of a marketplace file, all of it or none. */
export async function applyCatalog(deps: ApplyDeps, request: billing.ApplyCatalogRequest__Output): Promise<Outcome> {
  validateCatalog(request)
  try {
    return await inTransaction(deps.prisma, async tx => {
      const outcome = await applyAll(tx, deps, request)
      if (request.validateOnly) throw new ValidatedOnly(outcome)
      return outcome
    })
  } catch (thrown) {
    if (thrown instanceof ValidatedOnly) return thrown.outcome
    throw thrown
  }
}

async function applyAll(
  tx: Transaction,
  deps: ApplyDeps,
  request: billing.ApplyCatalogRequest__Output,
): Promise<Outcome> {
  // Two applications at once would both find an entry missing.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7210904419)`
  const outcomes: Outcome[] = []
  for (const publisher of request.publishers) outcomes.push(await applyPublisher(tx, deps, publisher))
  for (const buyer of request.buyers) outcomes.push(await applyBuyer(tx, deps, buyer))
  return sumOf(outcomes)
}

/** Several outcomes as one. */
export function sumOf(outcomes: readonly Outcome[]): Outcome {
  return {
    changedCount: outcomes.reduce((sum, { changedCount }) => sum + changedCount, 0),
    keptBack: outcomes.flatMap(({ keptBack }) => keptBack),
  }
}

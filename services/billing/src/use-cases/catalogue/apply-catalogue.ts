import { type ApplyOutcome, type Catalogue, sumOutcomes } from '../../domain/catalogue.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { inTransaction, type PrismaClient, type Transaction } from '../../store/prisma.ts'
import { applyBuyer } from './apply-buyer.ts'
import { applyPublisher, type PublisherSecrets } from './apply-publisher.ts'

/** The database, and what entries are kept with. */
export interface ApplyDeps extends PublisherSecrets {
  readonly prisma: PrismaClient
}

/** Applies the catalogue of a marketplace file, all of it or none. */
export function applyCatalogue(deps: ApplyDeps, catalogue: Catalogue): Promise<ApplyOutcome> {
  return inTransaction(deps.prisma, tx => applyAll(tx, deps, catalogue))
}

/** Thrown inside the transaction so that a validation leaves nothing behind. */
class ValidatedOnly extends Error {
  readonly outcome: ApplyOutcome

  constructor(outcome: ApplyOutcome) {
    super('validated only')
    this.outcome = outcome
  }
}

/** What applying would come to; changes nothing. */
export async function validateCatalogue(deps: ApplyDeps, catalogue: Catalogue): Promise<ApplyOutcome> {
  try {
    return await inTransaction(deps.prisma, async tx => {
      throw new ValidatedOnly(await applyAll(tx, deps, catalogue))
    })
  } catch (thrown) {
    if (thrown instanceof ValidatedOnly) return thrown.outcome
    throw thrown
  }
}

async function applyAll(tx: Transaction, deps: ApplyDeps, { publishers, buyers }: Catalogue): Promise<ApplyOutcome> {
  await lockCatalogue(tx)
  const outcomes: ApplyOutcome[] = []
  for (const publisher of publishers) outcomes.push(await applyPublisher(tx, deps, publisher))
  for (const buyer of buyers) outcomes.push(await applyBuyer(tx, deps.hashKey, buyer))
  return sumOutcomes(outcomes)
}

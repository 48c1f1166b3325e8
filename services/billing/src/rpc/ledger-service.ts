import { type billing, implement, services } from '@mtg/rpc'
import { verifyLedger } from '../ledger/verify.ts'
import type { PrismaClient } from '../store/prisma.ts'

/** What the service stands on. */
export interface LedgerDeps {
  readonly prisma: PrismaClient
  readonly reconcile: (request: billing.ReconcileRequest__Output) => Promise<billing.ReconcileResponse>
}

/** LedgerService: proof that the money adds up. */
export function ledgerService(deps: LedgerDeps) {
  return implement(services.billing.LedgerService, {
    VerifyLedger: () => verifyLedger(deps.prisma),
    Reconcile: deps.reconcile,
  })
}

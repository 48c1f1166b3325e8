import { type billing, implement, invalidField, services } from '@mtg/rpc'
import { listEntries } from '../ledger/list-entries.ts'
import { listBalances } from '../ledger/sums.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { databaseNowMs } from '../reconcile/captured-calls.ts'
import { type ReconcileDeps, reconcile } from '../reconcile/reconcile.ts'
import type { PrismaClient } from '../store/prisma.ts'

/** What the service stands on. */
export interface LedgerDeps extends ReconcileDeps {
  readonly prisma: PrismaClient
}

const LOOKBACK_DEFAULT_SECONDS = 24 * 3600
const LOOKBACK_SECONDS_MAX = 366 * 24 * 3600
/** Edges make call ids by their own clocks, which may be ahead. */
const CLOCK_SKEW_MS = 5 * 60_000

/** LedgerService: proof that the money adds up. */
export function ledgerService(deps: LedgerDeps) {
  return implement(services.billing.LedgerService, {
    VerifyLedger: (_request, { remainingMs }) => verifyLedger(deps.prisma, remainingMs),
    Reconcile: request => reconcileUsage(deps, request),
    ListEntries: request => listEntries(deps.db, request),
    ListBalances: async () => ({ balances: await listBalances(deps.db) }),
  })
}

async function reconcileUsage(
  deps: LedgerDeps,
  request: billing.ReconcileRequest__Output,
): Promise<billing.ReconcileResponse> {
  const asked = Number(request.lookbackSeconds)
  if (asked < 0 || asked > LOOKBACK_SECONDS_MAX)
    throw invalidField('lookback_seconds', `must be 0 to ${LOOKBACK_SECONDS_MAX}`)
  const nowMs = await databaseNowMs(deps.db)
  const fromMs = nowMs - (asked === 0 ? LOOKBACK_DEFAULT_SECONDS : asked) * 1000
  const found = await reconcile(deps, { fromMs, toMs: nowMs + CLOCK_SKEW_MS, dryRun: request.dryRun })
  return {
    capturedCount: String(found.captured),
    missingCount: String(found.missing),
    surplusCount: String(found.surplus),
    republishedCount: String(found.repaired),
    retractedCount: String(found.retracted),
  }
}

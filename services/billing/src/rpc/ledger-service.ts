import { type billing, services } from '@mtg/contracts'
import { implement, int64Of } from '@mtg/rpc'
import { listEntries } from '../store/ledger/entries.ts'
import { listBalances } from '../store/ledger/sums.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { verifyLedger } from '../use-cases/ledger/verify.ts'
import { databaseNowMs } from '../use-cases/reconcile/captured-calls.ts'
import { awaitLease } from '../use-cases/reconcile/lease.ts'
import { type Findings, type ReconcileDeps, reconcile, type Span } from '../use-cases/reconcile/reconcile.ts'

/** What the service stands on. */
export interface LedgerDeps extends ReconcileDeps {
  readonly prisma: PrismaClient
}

const LOOKBACK_DEFAULT_SECONDS = 24 * 3600
const LOOKBACK_SECONDS_MAX = 366n * 24n * 3600n
const LEASE_WAIT_MAX_MS = 60_000
/** Edges make call ids by their own clocks, which may be ahead. */
const CLOCK_SKEW_MS = 5 * 60_000

/** LedgerService: proof that the money adds up. */
export function ledgerService(deps: LedgerDeps) {
  return implement(services.billing.LedgerService, {
    VerifyLedger: (_request, { remainingMs }) => verifyLedger(deps.prisma, remainingMs),
    Reconcile: (request, { remainingMs }) => reconcileUsage(deps, request, remainingMs),
    ListEntries: request => listEntries(deps.db, request),
    ListBalances: async () => ({ balances: await listBalances(deps.db) }),
  })
}

async function reconcileUsage(
  deps: LedgerDeps,
  request: billing.ReconcileRequest__Output,
  remainingMs: number,
): Promise<billing.ReconcileResponse> {
  const asked = Number(int64Of(request.lookbackSeconds, 'lookback_seconds', 0n, LOOKBACK_SECONDS_MAX))
  const nowMs = await databaseNowMs(deps.db)
  const fromMs = nowMs - (asked === 0 ? LOOKBACK_DEFAULT_SECONDS : asked) * 1000
  const span = { fromMs, toMs: nowMs + CLOCK_SKEW_MS }
  const found = request.dryRun ? await reconcile(deps, span, undefined) : await repairing(deps, span, remainingMs)
  return {
    capturedCount: String(found.captured),
    missingCount: String(found.missing),
    surplusCount: String(found.surplus),
    republishedCount: String(found.repaired),
    retractedCount: String(found.retracted),
    surplusRetractedCount: String(found.surplusRetracted),
  }
}

async function repairing(deps: LedgerDeps, span: Span, timeoutMs: number): Promise<Findings> {
  const lease = await awaitLease(deps.db, Math.min(timeoutMs, LEASE_WAIT_MAX_MS))
  try {
    return await reconcile(deps, span, lease)
  } finally {
    await lease.release()
  }
}

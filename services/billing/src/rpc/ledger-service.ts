import type { Archive } from '@mtg/archive'
import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { callIdOf, implement, int64Of, invalidField } from '@mtg/rpc'
import type { Reach } from '../domain/failpoints.ts'
import { databaseNowMs } from '../store/database-clock.ts'
import { listAllEntries, listEntriesOfAccount, listEntriesOfCall } from '../store/ledger/entries.ts'
import { listBalances } from '../store/ledger/sums.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { listPeriods } from '../store/settled/periods.ts'
import { type InvariantCheck, verifyLedger } from '../use-cases/ledger/verify.ts'
import { awaitLease } from '../use-cases/reconcile/await-lease.ts'
import type { CompareDeps } from '../use-cases/reconcile/find-differences.ts'
import { type Findings, reconcile, type Span } from '../use-cases/reconcile/reconcile.ts'
import { exportSealed } from '../use-cases/storage/export.ts'
import { sealDue } from '../use-cases/storage/seal.ts'
import { verifyPeriod } from '../use-cases/storage/verify-period.ts'
import { accountOf, pageOfEntries, periodOf } from './wire/journal.ts'
import { toPeriodMessage } from './wire/period.ts'

/** Where the books are, and the usage records that they are compared with. */
export interface LedgerDeps extends CompareDeps {
  readonly prisma: PrismaClient
  /** For what is done to whole months. */
  readonly slowDb: Database
  readonly archive: Archive | undefined
  readonly sealAfterDays: number
  readonly reach: Reach
}

const LOOKBACK_DEFAULT_SECONDS = 24 * 3600
const LOOKBACK_SECONDS_MAX = 366n * 24n * 3600n
const LEASE_WAIT_MAX_MS = 60_000
/** Edges make call ids by their own clocks, which may be ahead. */
const CLOCK_SKEW_MS = 5 * 60_000

/** LedgerService: proof that the money adds up. */
export function ledgerService(deps: LedgerDeps) {
  return implement(services.billing.LedgerService, {
    VerifyLedger: async (_request, { remainingMs }) => ({
      checks: (await verifyLedger(deps.prisma, remainingMs)).map(toCheckMessage),
    }),
    Reconcile: (request, { remainingMs }) => reconcileUsage(deps, request, remainingMs),
    ListEntries: request => listEntries(deps.db, request),
    ListBalances: () => balances(deps.db),
    ListPeriods: async () => ({ periods: (await listPeriods(deps.db)).map(toPeriodMessage) }),
    VerifyPeriod: ({ month }) => verifyMonth(deps, month),
    SealPeriods: () => sealMonths(deps),
    ExportPeriods: () => exportMonths(deps),
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

function toCheckMessage({ invariant, breaches }: InvariantCheck): billing.InvariantCheck {
  return {
    name: invariant.name,
    description: invariant.description,
    breachCount: breaches.count.toString(),
    breaches: [...breaches.shown],
  }
}

async function verifyMonth(deps: LedgerDeps, month: string): Promise<billing.VerifyPeriodResponse> {
  const period = (await listPeriods(deps.db)).find(known => known.month === month)
  if (period === undefined) throw invalidField('month', 'is none that has settled calls')
  return { breaches: await verifyPeriod(deps.slowDb, deps.archive, period) }
}

async function sealMonths({ slowDb, sealAfterDays, reach }: LedgerDeps): Promise<billing.SealPeriodsResponse> {
  const { sealed, next } = await sealDue(slowDb, sealAfterDays, reach)
  return { months: [...sealed], nextMonth: next?.month ?? '', nextRefusal: next?.refusal ?? '' }
}

async function exportMonths({ slowDb, archive, reach }: LedgerDeps): Promise<billing.ExportPeriodsResponse> {
  if (archive === undefined) {
    throw appError('invalid_argument', {
      message: 'LEDGER_EXPORT_DIR of billing is not set: there is no place for files.',
    })
  }
  return { months: await exportSealed(slowDb, archive, reach), location: archive.location }
}

function listEntries(db: Database, request: billing.ListEntriesRequest__Output): Promise<billing.ListEntriesResponse> {
  const { account, callId } = request
  const period = periodOf(request)
  if (account !== '' && callId !== '') throw invalidField('call_id', 'and account cannot both be asked for')
  if (callId !== '') {
    const id = callIdOf(callId)
    return pageOfEntries(request, range => listEntriesOfCall(db, id, period, range))
  }
  if (account === '') return pageOfEntries(request, range => listAllEntries(db, period, range))
  const known = accountOf(account)
  return pageOfEntries(request, range => listEntriesOfAccount(db, known, period, range))
}

async function balances(db: Database): Promise<billing.ListBalancesResponse> {
  const found = await listBalances(db)
  return {
    balances: found.map(({ accountType, balanceMicros }) => ({ accountType, balanceMicros: balanceMicros.toString() })),
  }
}

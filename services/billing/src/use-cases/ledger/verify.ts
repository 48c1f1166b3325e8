import type { billing } from '@mtg/contracts'
import { systemClock } from '@mtg/primitives'
import { type Invariant, invariants } from '../../store/ledger/invariants.ts'
import { type PrismaClient, run, type Transaction } from '../../store/prisma.ts'

const BREACHES_SHOWN_MAX = 20
const DURATION_MS_MAX = 120_000
const MIN_MS = 1

/**
 * Checks every invariant on one snapshot, so that calls under way cannot look like breaches. Nothing of it goes on when
 * its caller has stopped waiting: on a large ledger it is work.
 */
export async function verifyLedger(prisma: PrismaClient, remainingMs: number): Promise<billing.VerifyLedgerResponse> {
  const timeout = Math.ceil(Math.max(MIN_MS, Math.min(remainingMs, DURATION_MS_MAX)))
  const giveUpAtMs = systemClock.monotonicMs() + timeout
  const work = async (tx: Transaction) => {
    const checks: billing.InvariantCheck[] = []
    for (const invariant of invariants) {
      const leftMs = Math.max(MIN_MS, Math.ceil(giveUpAtMs - systemClock.monotonicMs()))
      await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(leftMs)}, true)`
      checks.push(await check(tx, invariant))
    }
    return { checks }
  }
  return await run(prisma.$transaction(work, { isolationLevel: 'RepeatableRead', timeout }))
}

async function check(tx: Transaction, invariant: Invariant): Promise<billing.InvariantCheck> {
  const { name, description, sql } = invariant
  const limited = `SELECT breach, count(*) OVER () AS total FROM (${sql}) AS breaches LIMIT ${BREACHES_SHOWN_MAX}`
  const rows = await tx.$queryRawUnsafe<{ breach: string; total: bigint }[]>(limited)
  return { name, description, breachCount: (rows[0]?.total ?? 0n).toString(), breaches: rows.map(row => row.breach) }
}

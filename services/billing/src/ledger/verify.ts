import type { billing } from '@mtg/rpc'
import { type PrismaClient, run, type Transaction } from '../store/prisma.ts'
import { type Invariant, invariants } from './invariants.ts'

const BREACHES_SHOWN_MAX = 20

/** Checks every invariant on one snapshot, so that calls under way cannot look like breaches. */
export async function verifyLedger(prisma: PrismaClient): Promise<billing.VerifyLedgerResponse> {
  const work = async (tx: Transaction) => {
    const checks: billing.InvariantCheck[] = []
    for (const invariant of invariants) checks.push(await check(tx, invariant))
    return { checks }
  }
  return await run(prisma.$transaction(work, { isolationLevel: 'RepeatableRead', timeout: 120_000 }))
}

async function check(tx: Transaction, invariant: Invariant): Promise<billing.InvariantCheck> {
  const { name, description, sql } = invariant
  const limited = `SELECT breach, count(*) OVER () AS total FROM (${sql}) AS breaches LIMIT ${BREACHES_SHOWN_MAX}`
  const rows = await tx.$queryRawUnsafe<{ breach: string; total: bigint }[]>(limited)
  return { name, description, breachCount: (rows[0]?.total ?? 0n).toString(), breaches: rows.map(row => row.breach) }
}

import { type PrismaClient, run, type Transaction } from '../prisma.ts'
import type { Invariant } from './invariants.ts'

/** Breaches of an invariant. */
export interface Breaches {
  readonly count: bigint
  /** Some of them, in words. */
  readonly shown: readonly string[]
}

/** Reads on one snapshot of the database, for at most so long. */
export function onSnapshot<T>(
  prisma: PrismaClient,
  timeoutMs: number,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return run(prisma.$transaction(read, { isolationLevel: 'RepeatableRead', timeout: timeoutMs }))
}

/** Looks for breaches of an invariant. The database itself gives up when the time is over. */
export async function findBreaches(
  tx: Transaction,
  { sql }: Invariant,
  options: { readonly timeoutMs: number; readonly shownMax: number },
): Promise<Breaches> {
  await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(options.timeoutMs)}, true)`
  const limited = `SELECT breach, count(*) OVER () AS total FROM (${sql}) AS breaches LIMIT ${options.shownMax}`
  const rows = await tx.$queryRawUnsafe<{ breach: string; total: bigint }[]>(limited)
  return { count: rows[0]?.total ?? 0n, shown: rows.map(row => row.breach) }
}

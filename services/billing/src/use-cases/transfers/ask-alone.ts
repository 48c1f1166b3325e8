import type { Database } from '@mtg/postgres'
import type { Transfer } from '../../clients/processor/processor.ts'
import { endTransferLease, type Transfers, takeTransferLease } from '../../store/transfer-leases.ts'

/** The books, and how long nobody else asks for what one process asks for. */
export interface AskDeps {
  readonly db: Database
  readonly leaseMs: number
}

/**
 * Asks the processor for a transfer while nobody else does: of two who ask at once, one may be refused before the other is accepted.
 * Undefined when somebody else asks, or its outcome is known. After an answer nobody asks again until it is entered, or the lease is
 * over.
 */
export async function askAlone(
  { db, leaseMs }: AskDeps,
  table: Transfers,
  id: string,
  ask: () => Promise<Transfer>,
): Promise<Transfer | undefined> {
  const lease = await takeTransferLease(db, table, id, leaseMs)
  if (lease === undefined) return undefined
  try {
    return await ask()
  } catch (thrown) {
    // It lapses by itself when this fails as well.
    await endTransferLease(db, table, id, lease).catch(() => {})
    throw thrown
  }
}

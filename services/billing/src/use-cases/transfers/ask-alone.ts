import type { Database } from '@mtg/postgres'
import type { Transfer } from '../../clients/processor/processor.ts'
import { endTransferLease, type Transfers, takeTransferLease } from '../../store/transfer-leases.ts'

/**
 * Asks the processor for a transfer while nobody else does: of two who ask at once, one may be refused before the other is accepted.
 * Undefined when somebody else asks, or its outcome is known. After an answer nobody asks again until it is entered, or a minute has
 * gone by.
 */
export async function askAlone(
  db: Database,
  table: Transfers,
  id: string,
  ask: () => Promise<Transfer>,
): Promise<Transfer | undefined> {
  const lease = await takeTransferLease(db, table, id)
  if (lease === undefined) return undefined
  try {
    return await ask()
  } catch (thrown) {
    // It lapses by itself when this fails as well.
    await endTransferLease(db, table, id, lease).catch(() => {})
    throw thrown
  }
}

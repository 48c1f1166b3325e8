import type { Database } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { CallMoves } from '../../store/call-moves.ts'
import { findExpiredReservations } from '../../store/reservations.ts'

/** Where reservations are found and moved. */
export interface ExpireDeps {
  readonly db: Database
  readonly moves: Pick<CallMoves, 'settle'>
  /** Told of each batch: how many reservations were expired by it. */
  readonly onExpired: (count: number) => void
}

const BATCH_MAX = 500

/** Frees what nobody resolved in time: an edge that died between reserve and capture costs its buyers nothing. */
export async function expireReservations(deps: ExpireDeps): Promise<void> {
  let found: number
  do {
    const callIds = await findExpiredReservations(deps.db, BATCH_MAX)
    found = callIds.length
    if (found > 0) deps.onExpired(await expireAll(deps, callIds))
    // A full batch may have left some behind.
  } while (found === BATCH_MAX)
}

/** How many of them were still open. */
async function expireAll({ moves }: ExpireDeps, callIds: readonly CallId[]): Promise<number> {
  const outcomes = await Promise.all(
    callIds.map(callId => moves.settle({ callId, action: 'expire', totalTokens: 0n, outcome: 'expired' })),
  )
  return outcomes.filter(outcome => outcome.code === '').length
}

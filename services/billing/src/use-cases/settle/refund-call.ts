import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { CallMoves } from '../../store/call-moves.ts'
import { findReservation } from '../../store/reservations.ts'
import { settle } from './settle.ts'

/** Gives back what a captured call was charged; of any other call `reservation_resolved`, or `reservation_not_found`. */
export async function refundCall(
  deps: { readonly db: Database; readonly moves: Pick<CallMoves, 'settle'> },
  callId: CallId,
  reason: string,
): Promise<bigint> {
  const reservation = await findReservation(deps.db, callId)
  if (reservation === undefined) throw appError('reservation_not_found', { detail: { callId } })
  // A release of any other call would end it, or leave a tombstone.
  if (reservation.state !== 'captured') throw appError('reservation_resolved', { detail: { callId } })
  return await settle(deps.moves, { callId, action: 'undeliver', totalTokens: 0n, outcome: reason })
}

import type { CallId, Clock } from '@mtg/primitives'
import type { HoldOutcome, HoldRequest, SettleOutcome, SettleRequest } from '../../domain/call-move.ts'
import { mayHaveLeft, type SealedCall, settleSealed } from '../../domain/settled-call.ts'
import type { CallMoves } from '../../store/call-moves.ts'

/** Brings a call back; answers with it when that is no longer possible. */
export type Recall = (callId: CallId) => Promise<SealedCall | undefined>

/**
 * The same moves, also of calls that have left the tables of the call path: they are brought back first. Whether one may have left
 * is seen by its id, so that calls of now pay nothing for it.
 */
export function recallingMoves(moves: CallMoves, recall: Recall, clock: Clock): CallMoves {
  async function holdOld(request: HoldRequest): Promise<HoldOutcome> {
    const sealed = await recall(request.callId)
    if (sealed === undefined) return await moves.hold(request)
    const { priceMicros } = sealed
    return { isHeld: false, code: 'reservation_resolved', priceMicros, windowEndsAt: null }
  }

  async function settleOld(request: SettleRequest): Promise<SettleOutcome> {
    const sealed = await recall(request.callId)
    return sealed === undefined ? await moves.settle(request) : settleSealed(sealed, request.action)
  }

  const isOld = (callId: CallId) => mayHaveLeft(callId, clock.nowMs())
  return {
    hold: request => (isOld(request.callId) ? holdOld(request) : moves.hold(request)),
    settle: request => (isOld(request.callId) ? settleOld(request) : moves.settle(request)),
    get pending() {
      return moves.pending
    },
  }
}

import type { Call } from '../domain/call.ts'
import type { CallMove } from '../domain/call-move.ts'
import type { Reach } from '../domain/failpoints.ts'

/** The same work, passing by the points of holds, of settlements, or of both, whatever a batch carries. */
export function aroundMoves<Output>(
  reach: Reach,
  work: (moves: CallMove[]) => Promise<Output>,
): (moves: CallMove[]) => Promise<Output> {
  return async moves => {
    const hasHold = moves.some(move => move.kind === 'hold')
    const hasSettle = moves.some(move => move.kind === 'settle')
    if (hasHold) reach('reserve_received')
    if (hasSettle) reach('settle_received')
    const output = await work(moves)
    if (hasHold) reach('reserve_committed')
    if (hasSettle) reach('settle_committed')
    return output
  }
}

/** As `aroundMoves`, for work on one. */
export function aroundMove<Move extends CallMove, Output>(
  reach: Reach,
  work: (move: Move) => Promise<Output>,
): (move: Move) => Promise<Output> {
  return async move => await aroundMoves(reach, async () => await work(move))([move])
}

/** As `aroundMoves`, for a call that is looked up and held at once. */
export function aroundMeeting<Output extends { readonly outcome: object | undefined } | undefined>(
  reach: Reach,
  work: (call: Call) => Promise<Output>,
): (call: Call) => Promise<Output> {
  return async call => {
    reach('reserve_received')
    const output = await work(call)
    if (output?.outcome !== undefined) reach('reserve_committed')
    return output
  }
}

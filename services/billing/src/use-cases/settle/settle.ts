import { appError } from '@mtg/errors'
import type { SettleRequest } from '../../domain/call-move.ts'
import type { CallMoves } from '../../store/call-moves.ts'

/** Resolves one reservation and answers with its amount, or throws why it cannot be. */
export async function settle(moves: Pick<CallMoves, 'settle'>, request: SettleRequest): Promise<bigint> {
  const { code, amountMicros } = await moves.settle(request)
  if (code === '' || code === 'again') return amountMicros
  throw appError(code, { detail: { callId: request.callId, action: request.action } })
}

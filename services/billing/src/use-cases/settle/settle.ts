import { appError } from '@mtg/errors'
import type { CallMoves } from '../../store/call-moves.ts'
import type { SettleRequest } from '../../store/settle-calls.ts'

/** Resolves one reservation and answers with its amount, or throws why it cannot be. */
export async function settle(moves: Pick<CallMoves, 'settle'>, request: SettleRequest): Promise<bigint> {
  const { code, amountMicros } = await moves.settle(request)
  if (code === '' || code === 'again') return amountMicros
  throw appError(code, { detail: { callId: request.callId, action: request.action } })
}

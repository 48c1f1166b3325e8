import { appError } from '@mtg/errors'
import type { Batcher } from '@mtg/runtime'
import type { SettleOutcome, SettleRequest } from '../store/settle-calls.ts'

/** Resolves one reservation and answers with its amount, or throws why it cannot be. */
export async function settle(batcher: Batcher<SettleRequest, SettleOutcome>, request: SettleRequest): Promise<bigint> {
  const { code, amountMicros } = await batcher.add(request)
  if (code === '' || code === 'again') return amountMicros
  throw appError(code, { detail: { callId: request.callId, action: request.action } })
}

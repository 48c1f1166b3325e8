import type { PaymentProcessor } from './clients/processor/processor.ts'
import type { CallMove } from './domain/call-move.ts'
import { between, type FailpointName, type Reach } from './domain/failpoints.ts'

/** Dies as a machine does at the chosen point: nothing is finished, flushed or closed. */
export function createFailpoints(chosen: FailpointName | undefined): Reach {
  return point => {
    if (point === chosen) process.kill(process.pid, 'SIGKILL')
  }
}

/** Passes by the points of holds, of settlements, or of both, whatever a batch carries. */
export function aroundMoves<Output>(
  reach: Reach,
  work: (moves: CallMove[]) => Promise<Output>,
): (moves: CallMove[]) => Promise<Output> {
  return async moves => {
    const holds = moves.some(move => move.kind === 'hold')
    const settles = moves.some(move => move.kind === 'settle')
    if (holds) reach('reserve_received')
    if (settles) reach('settle_received')
    const output = await work(moves)
    if (holds) reach('reserve_committed')
    if (settles) reach('settle_committed')
    return output
  }
}

/** A processor that passes by the points around moving money. */
export function withFailpoints(processor: PaymentProcessor, reach: Reach): PaymentProcessor {
  return {
    ...processor,
    refund: between(reach, ['refund_taken', 'refund_sent'], (request: Parameters<PaymentProcessor['refund']>[0]) =>
      processor.refund(request),
    ),
    payOut: between(reach, ['payout_taken', 'payout_sent'], (request: Parameters<PaymentProcessor['payOut']>[0]) =>
      processor.payOut(request),
    ),
  }
}

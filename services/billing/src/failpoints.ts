import type { PaymentProcessor } from './clients/processor/processor.ts'
import type { CallMove } from './store/move-calls.ts'

/** Points at which fault tests let a billing process die, named by what has just happened. */
export const failpointNames = [
  'reserve_received',
  'reserve_committed',
  'settle_received',
  'settle_committed',
  'attempt_begun',
  'attempt_finished',
  'attempt_abandoned',
  'webhook_received',
  'webhook_committed',
  'refund_taken',
  'refund_sent',
  'payout_taken',
  'payout_sent',
] as const

/** One of `failpointNames`. */
export type FailpointName = (typeof failpointNames)[number]

/** Called when a point is reached; does not come back from the one that was chosen. */
export type Reach = (point: FailpointName) => void

/** Dies as a machine does at the chosen point: nothing is finished, flushed or closed. */
export function createFailpoints(chosen: FailpointName | undefined): Reach {
  return point => {
    if (point === chosen) process.kill(process.pid, 'SIGKILL')
  }
}

/** Passes by two points around work. */
export function between<Input, Output>(
  reach: Reach,
  [before, after]: readonly [FailpointName, FailpointName],
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async input => {
    reach(before)
    const output = await work(input)
    reach(after)
    return output
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

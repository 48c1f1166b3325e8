import type { BoundHistogram } from '@mtg/observability'
import type { CallMove, HoldOutcome, HoldRequest, SettleOutcome, SettleRequest } from '../domain/call-move.ts'
import { createCallBatcher } from './call-batcher.ts'

/** Moves the money of calls, many to a statement. Rejects with `database_error`, or `overloaded` when too many wait. */
export interface CallMoves {
  /** Counts the meter and holds the price. */
  hold(request: HoldRequest): Promise<HoldOutcome>
  /** Resolves what is held. */
  settle(request: SettleRequest): Promise<SettleOutcome>
  /** Moves that wait for a statement or its answer. */
  readonly pending: number
}

/** What carries moves out, and who is told of it. */
export interface CallMovesOptions {
  /** Carries out a batch; outcomes in the order of the moves. */
  readonly run: (moves: CallMove[]) => Promise<(HoldOutcome | SettleOutcome)[]>
  /** Told of each batch's size. */
  readonly sizes: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

const LANES_MAX = 2
/** Fewer than that are better off in one statement with those that come until the one under way has ended. */
const ITEMS_FOR_NEXT_LANE = 64

/**
 * Holds and settlements share their statements: callers in step with each other then settle some calls while they reserve
 * others, and the database commits once for both.
 */
export function createCallMoves({ run, sizes, onSplit }: CallMovesOptions): CallMoves {
  const batcher = createCallBatcher<CallMove, HoldOutcome | SettleOutcome>({
    keyOf: move => move.callId,
    run,
    lanes: LANES_MAX,
    itemsForNextLane: ITEMS_FOR_NEXT_LANE,
    sizes,
    onSplit,
  })
  // The kind of a move says which outcome it has; the batcher carries both.
  return {
    hold: async request => (await batcher.add({ kind: 'hold', ...request })) as HoldOutcome,
    settle: async request => (await batcher.add({ kind: 'settle', ...request })) as SettleOutcome,
    get pending() {
      return batcher.pending
    },
  }
}

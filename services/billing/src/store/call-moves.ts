import type { BoundHistogram } from '@mtg/observability'
import { isRace } from '@mtg/postgres'
import { type KeyId, systemClock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import {
  type CallMove,
  type HoldOutcome,
  type HoldRequest,
  isCapture,
  type SettleOutcome,
  type SettleRequest,
} from '../domain/call-move.ts'
import { createCallBatcher } from './call-batcher.ts'
import { isOrdinary, type OrdinaryMove } from './move-one-call.ts'

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
  /** Carries out one that is ordinary by itself; undefined when nothing was moved and `run` has to decide. */
  readonly runAlone: (move: OrdinaryMove) => Promise<HoldOutcome | SettleOutcome | undefined>
  /** Told of each batch's size. */
  readonly sizes: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

const LANES_MAX = 2
/** Fewer than that are better off in one statement with those that come until the one under way has ended. */
const ITEMS_FOR_NEXT_LANE = 64

/** While no more moves are under way, each is a statement of its own: it waits for no other, and the disk takes them together. */
const ALONE_MAX = 4
/** Where so many shared a statement a moment ago, the next ones do as well: callers in step come back together. */
const CROWD = 16
const CROWD_MEMORY_MS = 10
/** A machine that is full is slow, and those who come back are too: a crowd is remembered for so many times its statement's duration. */
const CROWD_MEMORY_STATEMENTS = 4
/** A crowd waits so long for the rest of it: most of what a small statement costs is the same for a larger one. */
const GATHER_MS = 1
/** Keys that came to a limit a moment ago: the statement for one call would only say that it leaves them to the other. */
const FULL_MAX = 10_000
const FULL_MEMORY_MS = 1000

/** A move that waits for the end of the turn in which it was asked for. */
interface Arrival {
  readonly asked: CallMove
  readonly resolve: (outcome: HoldOutcome | SettleOutcome) => void
  readonly reject: (thrown: unknown) => void
}

/** Remembers whether many shared a statement a moment ago. */
function createCrowd() {
  let untilMs = 0
  return {
    isThere: () => systemClock.monotonicMs() < untilMs,
    /** Passes on what becomes of a batch of that size. */
    async note<Outcome>(size: number, running: Promise<Outcome>): Promise<Outcome> {
      const startedAtMs = systemClock.monotonicMs()
      const outcome = await running
      const endedAtMs = systemClock.monotonicMs()
      const memoryMs = Math.max(CROWD_MEMORY_MS, CROWD_MEMORY_STATEMENTS * (endedAtMs - startedAtMs))
      if (size >= CROWD) untilMs = endedAtMs + memoryMs
      return outcome
    },
  }
}

/**
 * A few moves at a time go each by itself, which is fastest; more share statements, which is cheapest, and so do captures of one
 * turn. Holds and settlements share them too: callers in step with each other then settle some calls while they reserve others, and
 * the database commits once for both.
 */
export function createCallMoves({ run, runAlone, sizes, onSplit }: CallMovesOptions): CallMoves {
  let alone = 0
  let arrived: Arrival[] = []
  const crowd = createCrowd()
  const fullKeys = new LRUCache<KeyId, true>({ max: FULL_MAX, ttl: FULL_MEMORY_MS })
  const batcher = createCallBatcher<CallMove, HoldOutcome | SettleOutcome>({
    keyOf: move => move.callId,
    run: batch => crowd.note(batch.length, run(batch)),
    lanes: LANES_MAX,
    itemsForNextLane: ITEMS_FOR_NEXT_LANE,
    gatherMs: () => (crowd.isThere() ? GATHER_MS : 0),
    sizes,
    onSplit,
  })

  /** What arrives in one turn of the event loop, such as with one message, is counted before any of it goes. */
  function move(asked: CallMove): Promise<HoldOutcome | SettleOutcome> {
    return new Promise((resolve, reject) => {
      arrived.push({ asked, resolve, reject })
      if (arrived.length === 1) setImmediate(sendArrived)
    })
  }

  function sendArrived(): void {
    const group = arrived
    arrived = []
    const isCrowded = alone + batcher.pending + group.length > ALONE_MAX || crowd.isThere()
    const areMany = group.filter(({ asked }) => isCapture(asked)).length > 1
    for (const { asked, resolve, reject } of group) {
      const isShared = isCrowded || (areMany && isCapture(asked))
      const moved = isShared || !isOrdinary(asked) ? batcher.add(asked) : moveOrdinary(asked)
      moved.then(resolve, reject)
    }
  }

  async function moveOrdinary(asked: OrdinaryMove): Promise<HoldOutcome | SettleOutcome> {
    const keyId = asked.kind === 'hold' ? asked.keyId : null
    if (keyId === null || !fullKeys.has(keyId)) {
      const outcome = await moveAlone(asked)
      if (outcome !== undefined) return outcome
    }
    const outcome = await batcher.add(asked)
    const isFull = 'isHeld' in outcome && !outcome.isHeld && outcome.breach !== undefined
    if (keyId !== null && isFull) fullKeys.set(keyId, true)
    return outcome
  }

  async function moveAlone(asked: OrdinaryMove): Promise<HoldOutcome | SettleOutcome | undefined> {
    alone += 1
    sizes.observe(1)
    try {
      return await runAlone(asked)
    } catch (thrown) {
      if (isRace(thrown)) return undefined
      throw thrown
    } finally {
      alone -= 1
    }
  }

  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of a move says which outcome it has
    hold: async request => (await move({ kind: 'hold', ...request })) as HoldOutcome,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    settle: async request => (await move({ kind: 'settle', ...request })) as SettleOutcome,
    get pending() {
      return arrived.length + alone + batcher.pending
    },
  }
}

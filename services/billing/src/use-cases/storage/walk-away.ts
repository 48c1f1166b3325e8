import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '@mtg/postgres'
import type { Reach } from '../../domain/failpoints.ts'
import { FIRST_ID, settleAway } from '../../store/settled/settle-away.ts'

/** How long calls stay, and when to stop. */
export interface WalkOptions {
  readonly keptHotMs: number
  readonly reach?: Reach
  /** Asked before each step. */
  readonly isOver?: () => boolean
  /** Calls to a step. */
  readonly limit?: number
}

/** What a buyer has many of in a step is added to its sums once. A step takes less than a fifth of a second. */
const CALLS_PER_STEP = 4000

/**
 * Goes through all calls that were settled long enough ago and moves them out of the tables of the call path; answers with how
 * many left. Between steps it rests as long as they take: a backlog of a year must not slow the calls of now.
 */
export async function walkAway(db: Queryable, options: WalkOptions): Promise<number> {
  const { keptHotMs, reach = () => {}, isOver = () => false, limit = CALLS_PER_STEP } = options
  let movedCount = 0
  let fromId: string | undefined = FIRST_ID
  while (fromId !== undefined && !isOver()) {
    const startedAtMs = performance.now()
    const step = await settleAway(db, keptHotMs, fromId, limit)
    if (step.movedCount > 0) reach('calls_left')
    movedCount += step.movedCount
    fromId = step.nextId
    if (fromId !== undefined) await pause(performance.now() - startedAtMs)
  }
  return movedCount
}

import type { Database } from '@mtg/postgres'
import type { HoldOutcome, HoldRequest } from '../domain/call-move.ts'
import { moveCalls } from './move-calls.ts'

/** Ends a transaction that must leave nothing behind. */
class Rehearsed extends Error {}

/**
 * What would become of a hold at this moment: the same statement decides as for a call, and everything it did is rolled back. So
 * there is no second copy of its rules; the price is that it waits for the buyer's locks as a call does.
 */
export async function rehearseHold(db: Database, feePpm: number, request: HoldRequest): Promise<HoldOutcome> {
  let rehearsed: HoldOutcome | undefined
  try {
    await db.transaction(async tx => {
      const [outcome] = await moveCalls(tx, feePpm, [{ kind: 'hold', ...request }])
      if (outcome !== undefined && 'isHeld' in outcome) rehearsed = outcome
      throw new Rehearsed()
    })
  } catch (thrown) {
    if (!(thrown instanceof Rehearsed)) throw thrown
  }
  if (rehearsed === undefined) throw new Error('a hold was rehearsed without an outcome')
  return rehearsed
}

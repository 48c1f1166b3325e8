import { setTimeout as delay } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { isUuid, systemClock } from '@mtg/primitives'
import { createBatcher } from '@mtg/runtime'
import type { Whereabouts } from '../../domain/buyer-move.ts'
import { findWhereabouts } from '../../store/cells/buyer-moves.ts'

/** Where buyers are who are not found here, or not as they were. */
export interface WhereaboutsOf {
  /** One who is on the way is waited for, a second at most unless less is asked for; then `cell_unavailable`, with when to ask again. */
  (buyerId: string, waitMs?: number): Promise<Pick<Whereabouts, 'away' | 'hasCome'>>
}

const ITEMS_MAX = 128
const QUEUE_MAX = 20_000
/** A move takes some hundredths of a second. Callers of other cells wait for 1.5 s. */
const WAIT_MAX_MS = 1_000
const ASK_AGAIN_AFTER_MS = 100
const POLL_MS = 20

/** Asks the database, many to a statement. */
export function createWhereabouts(db: Database): WhereaboutsOf {
  const lookups = createBatcher<string, Whereabouts>({
    run: buyerIds => findWhereabouts(db, buyerIds),
    itemsMax: ITEMS_MAX,
    queueMax: QUEUE_MAX,
    keyOf: buyerId => buyerId,
  })
  return async (asked, waitMs = WAIT_MAX_MS) => {
    const buyerId = asked.toLowerCase()
    if (!isUuid(buyerId)) return { away: undefined, hasCome: false }
    const giveUpAtMs = systemClock.monotonicMs() + waitMs
    for (;;) {
      const found = await lookups.add(buyerId)
      if (found.away === undefined || found.hasArrived) return found
      if (systemClock.monotonicMs() >= giveUpAtMs) {
        throw appError('cell_unavailable', {
          message: `The cell "${found.away}" of the gateway does not have what is moved there yet: nothing was charged. Try again.`,
          detail: { cell: found.away, reason: 'the buyer is on the way there', retryAfterMs: ASK_AGAIN_AFTER_MS },
        })
      }
      await delay(POLL_MS)
    }
  }
}

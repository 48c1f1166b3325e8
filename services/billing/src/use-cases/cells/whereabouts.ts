import { setTimeout as delay } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { isUuid, systemClock } from '@mtg/primitives'
import { createBatcher } from '@mtg/runtime'
import type { Whereabouts } from '../../domain/buyer-move.ts'
import { findWhereabouts } from '../../store/cells/buyer-moves.ts'

/** Where buyers are who are not found here, or not as they were. */
export interface WhereaboutsOf {
  /** One who is on the way is waited for; `cell_unavailable` when that takes long. */
  (buyerId: string): Promise<Pick<Whereabouts, 'away' | 'hasCome'>>
}

const ITEMS_MAX = 128
const QUEUE_MAX = 20_000
/** A move takes some hundredths of a second. Callers of other cells wait for 1.5 s, edges for longer. */
const WAIT_MAX_MS = 1_000
const POLL_MS = 20

/** Asks the database, many to a statement. */
export function createWhereabouts(db: Database): WhereaboutsOf {
  const lookups = createBatcher<string, Whereabouts>({
    run: buyerIds => findWhereabouts(db, buyerIds),
    itemsMax: ITEMS_MAX,
    queueMax: QUEUE_MAX,
    keyOf: buyerId => buyerId,
  })
  return async asked => {
    const buyerId = asked.toLowerCase()
    if (!isUuid(buyerId)) return { away: undefined, hasCome: false }
    const giveUpAtMs = systemClock.monotonicMs() + WAIT_MAX_MS
    for (;;) {
      const found = await lookups.add(buyerId)
      if (found.away === undefined || found.hasArrived) return found
      if (systemClock.monotonicMs() >= giveUpAtMs) {
        throw appError('cell_unavailable', {
          message: `The cell "${found.away}" of the gateway does not have what is moved there yet: nothing was charged. Try again.`,
          detail: { cell: found.away, reason: 'the buyer is on the way there' },
        })
      }
      await delay(POLL_MS)
    }
  }
}

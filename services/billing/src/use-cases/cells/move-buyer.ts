import { cellOf } from '@mtg/cells'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { type BuyerId, systemClock, uuidv7 } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import type { MoveWish } from '../../domain/buyer-move.ts'
import { readNewest } from '../../store/cells/cell-maps.ts'

/** The home cell's books, and how a cell is asked to send a buyer. */
export interface MoveDeps {
  readonly db: Database
  readonly send: (from: string, wish: MoveWish) => Promise<void>
}

/** A move that was unfinished may have led elsewhere, from where this one goes on. */
const ATTEMPTS_MAX = 3
/** Whoever routes calls has the whole map in memory, and fetches it after each change. */
const MOVED_MAX = 10_000

/** Moves a buyer; answers when the map says so, with the cell that was left and the map's version. */
export async function moveBuyer(
  { db, send }: MoveDeps,
  buyerId: BuyerId,
  cell: string,
): Promise<{ readonly from: string; readonly mapVersion: bigint }> {
  let from: string | undefined
  for (let attempt = 0; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const map = await readNewest(db)
    if (map === undefined) break
    if (!map.names.includes(cell)) throw invalidField('cell', `must be one of ${map.names.join(', ')}`)
    const owner = cellOf(map, buyerId)
    from ??= owner
    // The first time, a move from there that was cut off is finished before: then the buyer is elsewhere.
    if (owner === cell && attempt > 0) return { from, mapVersion: map.version }
    if (owner !== cell && map.moved.size >= MOVED_MAX && !map.moved.has(buyerId)) {
      throw invalidField('buyer_id', `would be one more than the ${MOVED_MAX} buyers that can be moved by name`)
    }
    if (attempt < ATTEMPTS_MAX) await send(owner, { id: uuidv7(systemClock.nowMs()), buyerId, cell })
  }
  throw appError('cell_unavailable', { detail: { cell, reason: 'the buyer has not arrived' } })
}

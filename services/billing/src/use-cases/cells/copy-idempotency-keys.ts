import type { Database } from '@mtg/postgres'
import type { MovesElsewhere, MoveWish } from '../../domain/buyer-move.ts'
import type { Reach } from '../../domain/failpoints.ts'
import {
  advanceIdempotencyCopy,
  beginIdempotencyCopy,
  endIdempotencyCopy,
  readIdempotencyPage,
} from '../../store/cells/idempotency-copies.ts'
import { untilFree } from './until-free.ts'

/** This cell's books, and the other cells. */
export interface CopyDeps {
  readonly db: Database
  readonly elsewhere: Pick<MovesElsewhere, 'takeIdempotencyCopies'>
  readonly reach: Reach
}

/**
 * Has the other cell know a buyer's Idempotency-Keys before the buyer leaves, page by page, while calls go on. What was copied is never
 * changed; the rest leaves with the buyer. What was cut off is gone on with.
 */
export async function copyIdempotencyKeys(
  { db, elsewhere, reach }: CopyDeps,
  { id, buyerId, cell }: MoveWish,
): Promise<void> {
  const copy = await untilFree(() => beginIdempotencyCopy(db, id, buyerId, cell))
  if (copy.isWhole) return
  for (let after = copy.position; ; ) {
    const page = await readIdempotencyPage(db, buyerId, after)
    if (page === undefined) break
    await elsewhere.takeIdempotencyCopies(cell, buyerId, page.rows)
    reach('buyer_copied')
    await advanceIdempotencyCopy(db, copy.id, page.position)
    after = page.position
  }
  await endIdempotencyCopy(db, copy.id)
}

import type { Database } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { Departure, MovesElsewhere, MoveWish } from '../../domain/buyer-move.ts'
import type { Reach } from '../../domain/failpoints.ts'
import type { MoveCounts } from '../../observe/move-counts.ts'
import {
  departBuyer,
  departRest,
  findDeparture,
  forgetLateParts,
  listRests,
  listUnfinished,
  noteArrived,
  noteDone,
  readPart,
} from '../../store/cells/buyer-moves.ts'
import { forgetIdempotencyCopies } from '../../store/cells/idempotency-copies.ts'
import { copyIdempotencyKeys } from './copy-idempotency-keys.ts'
import { untilFree } from './until-free.ts'

/** This cell's books, and the other cells. */
export interface SendDeps {
  readonly db: Database
  readonly elsewhere: MovesElsewhere
  /** Name of this cell. */
  readonly own: string
  readonly reach: Reach
  readonly counts: MoveCounts
}

/**
 * Has a buyer leave, and sees it through. One who has left already is seen to where that move led; one who is to go to this very cell
 * stays.
 */
export async function sendBuyer(deps: SendDeps, { id, buyerId, cell }: MoveWish): Promise<void> {
  const { db, elsewhere, own, reach, counts } = deps
  if (cell !== own && (await findDeparture(db, buyerId)) === undefined) {
    try {
      await elsewhere.prepare(cell)
      await copyIdempotencyKeys(deps, { id, buyerId, cell })
      reach('buyer_leaving')
      await untilFree(() => departBuyer(db, id, buyerId, cell))
    } catch (thrown) {
      counts.moved('kept')
      throw thrown
    }
    reach('buyer_left')
  }
  const departure = await findDeparture(db, buyerId)
  if (departure !== undefined) await finish(deps, departure)
}

/** From here on each step may be done again, by this process or another one. */
async function finish(deps: SendDeps, departure: Departure): Promise<void> {
  if (departure.state === 'done') return
  try {
    await takeSteps(deps, departure)
  } catch (thrown) {
    deps.counts.moved('cut_off')
    throw thrown
  }
  if (departure.isWhole) deps.counts.moved('done')
}

async function takeSteps({ db, elsewhere, reach }: SendDeps, departure: Departure): Promise<void> {
  const { id, cell, isWhole, partCount, state } = departure
  if (state === 'leaving') {
    for (let part = 0; part < partCount; part += 1) {
      const rows = await readPart(db, id, part)
      // Somebody else has seen to it meanwhile.
      if (rows === undefined) break
      await elsewhere.takePart(cell, id, part, rows)
    }
    reach('buyer_sent')
    await elsewhere.admit(cell, departure)
    reach('buyer_admitted')
    await noteArrived(db, id)
    reach('buyer_arrived')
  }
  if (isWhole) await elsewhere.noteMoved(departure)
  reach('buyer_mapped')
  await noteDone(db, id)
}

/** Whose way could not be gone on with. */
type Failed = Pick<Departure, 'id' | 'buyerId' | 'cell'>

/** Sees through what was begun a while ago, and sends after those who are away what came in for them. */
export async function finishMoves(
  deps: SendDeps,
  afterMs: number,
  onFailure: (thrown: unknown, failed: Failed) => void,
): Promise<void> {
  const attempt = async (failed: Failed, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (thrown) {
      onFailure(thrown, failed)
    }
  }
  for (const { buyerId, cell } of await listRests(deps.db)) {
    const id = uuidv7(systemClock.nowMs())
    await attempt({ id, buyerId, cell }, () => departRest(deps.db, id, buyerId, cell))
  }
  for (const departure of await listUnfinished(deps.db, afterMs)) {
    await attempt(departure, () => finish(deps, departure))
  }
  await forgetLateParts(deps.db)
  await forgetIdempotencyCopies(deps.db)
  deps.counts.unfinished((await listUnfinished(deps.db, afterMs)).length)
}

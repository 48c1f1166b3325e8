import type { Queryable } from '@mtg/postgres'

const HOLD = { name: 'hold-moves', text: 'SELECT hold_moves()' }

/** Keeps every buyer in this cell until the transaction ends, which may add rows of as many buyers as it likes. */
export async function holdMoves(tx: Queryable): Promise<void> {
  await tx.query(HOLD)
}

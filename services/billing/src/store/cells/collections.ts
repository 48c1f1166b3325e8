import type { Queryable } from '@mtg/postgres'

/** What another cell owes a publisher, on its way to the home cell. */
export interface Collection {
  readonly id: string
  readonly publisherId: string
  readonly cell: string
  readonly amountMicros: bigint
}

type Row = Omit<Collection, 'amountMicros'> & { readonly amountMicros: string } & Record<string, unknown>

const INSERT = {
  name: 'insert-collection',
  text: 'INSERT INTO collections (id, publisher_id, cell, amount_micros) VALUES ($1, $2, $3, $4)',
}

/** Notes a collection before the cell is asked. */
export async function insertCollection(db: Queryable, collection: Collection): Promise<void> {
  const { id, publisherId, cell, amountMicros } = collection
  await db.query(INSERT, [id, publisherId, cell, amountMicros.toString()])
}

const RESOLVE = {
  name: 'resolve-collection',
  text: `UPDATE collections SET state = $2::collection_state WHERE id = $1 AND state = 'requested' RETURNING 1`,
}

/** Notes what became of it, once; false when that was known. */
export async function resolveCollection(tx: Queryable, id: string, state: 'entered' | 'refused'): Promise<boolean> {
  return (await tx.query(RESOLVE, [id, state])).length > 0
}

const REQUESTED = {
  name: 'requested-collections',
  text: `SELECT id, publisher_id AS "publisherId", cell, amount_micros AS "amountMicros" FROM collections
         WHERE state = 'requested' AND created_at < clock_timestamp() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT 100`,
}

/** Those of which it is not known whether the cell has handed them over. */
export async function listRequestedCollections(db: Queryable, afterMs: number): Promise<Collection[]> {
  const rows = await db.query<Row>(REQUESTED, [afterMs])
  return rows.map(row => ({ ...row, amountMicros: BigInt(row.amountMicros) }))
}

import { type CellMap, cellOf, packBuckets, spreadBuckets, unpackBuckets } from '@mtg/cells'
import type { Database, Queryable } from '@mtg/postgres'

interface Row extends Record<string, unknown> {
  version: string
  names: string[]
  buckets: Buffer
  moved: Record<string, string>
}

const NEWEST = {
  name: 'newest-cell-map',
  text: 'SELECT version, names, buckets, moved FROM cell_maps ORDER BY version DESC LIMIT 1',
}

const VERSION = { name: 'newest-cell-map-version', text: 'SELECT max(version)::text AS version FROM cell_maps' }

const INSERT = {
  name: 'insert-cell-map',
  text: `INSERT INTO cell_maps (version, names, buckets, moved) VALUES ($1, $2::text[], $3, $4::jsonb) ON CONFLICT DO NOTHING`,
}

// Whoever changes the map reads it under this lock first; readers go on.
const LOCK = { name: 'lock-cell-maps', text: 'LOCK TABLE cell_maps IN SHARE ROW EXCLUSIVE MODE' }

const HAS_BUYERS = {
  name: 'has-buyers',
  text: 'SELECT EXISTS (SELECT FROM wallets) OR EXISTS (SELECT FROM purchases) AS "has"',
}

/** The newest map, if it is newer than the one that is known; undefined otherwise. */
export async function readNewerMap(db: Queryable, knownVersion: bigint): Promise<CellMap | undefined> {
  const [newest] = await db.query<{ version: string | null }>(VERSION)
  if (newest === undefined || newest.version === null || BigInt(newest.version) <= knownVersion) return undefined
  return await readNewest(db)
}

/** The newest map that is kept here. */
export async function readNewest(db: Queryable): Promise<CellMap | undefined> {
  const [row] = await db.query<Row>(NEWEST)
  if (row === undefined) return undefined
  const { version, names, buckets, moved } = row
  return { version: BigInt(version), names, buckets: unpackBuckets(buckets), moved: new Map(Object.entries(moved)) }
}

// Nobody reads older ones; each has the cells of all buckets.
const FORGET = { name: 'forget-cell-maps', text: 'DELETE FROM cell_maps WHERE version < $1::bigint - 10' }

/** Keeps a map that was made elsewhere; one of the same version stays. */
export async function keepMap(db: Queryable, { version, names, buckets, moved }: CellMap): Promise<void> {
  const values = [version.toString(), [...names], packBuckets(buckets), JSON.stringify(Object.fromEntries(moved))]
  await db.query(INSERT, values)
  await db.query(FORGET, [version.toString()])
}

/**
 * Makes the first map where there is none, and a further one where cells were added. The first one spreads the buckets evenly, unless
 * there are buyers already: all of those are here, and so are all buckets. A cell that is added takes none by itself.
 */
export async function makeMap(db: Database, names: readonly string[]): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(LOCK)
    const known = await readNewest(tx)
    if (known === undefined) return await keepMap(tx, await firstMap(tx, names))
    const added = names.filter(name => !known.names.includes(name))
    if (added.length === 0) return
    await keepMap(tx, { ...known, version: known.version + 1n, names: [...known.names, ...added] })
  })
}

async function firstMap(tx: Queryable, names: readonly string[]): Promise<CellMap> {
  const [row] = await tx.query<{ has: boolean }>(HAS_BUYERS)
  const buckets = spreadBuckets(row?.has === true ? 1 : names.length)
  return { version: 1n, names, buckets, moved: new Map() }
}

// A cell that died before it noted the end of a move tells of it again, after its buyer has come back perhaps.
const NOTE = { name: 'note-move', text: 'INSERT INTO noted_moves (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1' }

/** A buyer who has gone from one cell to another, in which move. */
export interface Moved {
  readonly id: string
  readonly buyerId: string
  readonly from: string
  readonly to: string
}

/** Has the map say it, once for each move, and unless the buyer is not in the first cell by the newest map. */
export async function noteMoved(db: Database, { id, buyerId, from, to }: Moved): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(LOCK)
    if ((await tx.query(NOTE, [id])).length === 0) return
    const known = await readNewest(tx)
    if (known === undefined || !known.names.includes(to) || cellOf(known, buyerId) !== from) return
    await keepMap(tx, { ...known, version: known.version + 1n, moved: new Map(known.moved).set(buyerId, to) })
  })
}

const COUNT_BUYERS = {
  name: 'count-buyers-of-cell',
  text: `SELECT count(*)::text AS "count" FROM (SELECT buyer_id FROM wallets UNION SELECT buyer_id FROM purchases) AS known
         WHERE NOT EXISTS (SELECT FROM departures d WHERE d.buyer_id = known.buyer_id AND d.is_away)`,
}

/** How many buyers have a wallet or a purchase here. */
export async function countBuyersHere(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ count: string }>(COUNT_BUYERS)
  return BigInt(row?.count ?? 0)
}

import type { Database, Queryable } from '@mtg/postgres'
import type { Departure, MovePart, MoveState, Transfer, Whereabouts } from '../../domain/buyer-move.ts'

const WHEREABOUTS = {
  name: 'whereabouts-of-buyers',
  text: `SELECT asked.id, d.cell AS away, coalesce(d.state <> 'leaving', false) AS "hasArrived",
           EXISTS (SELECT FROM arrivals a WHERE a.buyer_id = asked.id AND a.is_whole) AS "hasCome"
         FROM unnest($1::uuid[]) AS asked (id) LEFT JOIN departures d ON d.buyer_id = asked.id AND d.is_away`,
}

type WhereRow = Omit<Whereabouts, 'away'> & { readonly id: string; readonly away: string | null } & Record<
    string,
    unknown
  >

/** Where some buyers have gone or come from, in their order. */
export async function findWhereabouts(db: Queryable, buyerIds: readonly string[]): Promise<Whereabouts[]> {
  const rows = await db.query<WhereRow>(WHEREABOUTS, [[...buyerIds]])
  const byId = new Map(rows.map(row => [row.id, row]))
  return buyerIds.map(id => {
    const { away = null, hasArrived = false, hasCome = false } = byId.get(id) ?? {}
    return { away: away ?? undefined, hasArrived, hasCome }
  })
}

const MOVED_LATELY = {
  name: 'moved-lately',
  text: `SELECT EXISTS (SELECT FROM departures WHERE state = 'leaving'::departure_state)
             OR EXISTS (SELECT FROM departures WHERE is_whole AND left_at > clock_timestamp() - interval '30 seconds')
             OR EXISTS (SELECT FROM arrivals WHERE is_whole AND arrived_at > clock_timestamp() - interval '30 seconds') AS "has"`,
}

/** Whether a buyer has just left or come, or is on the way: what is not found may be in the other cell. */
export async function hasAnyoneMovedLately(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(MOVED_LATELY)
  return row?.has === true
}

const DEPART = { name: 'depart-buyer', text: 'SELECT depart_buyer($1, $2, $3)' }

/** Has a buyer leave. Rejects when somebody else works on the buyer for long: then nothing has happened. */
export async function departBuyer(db: Queryable, id: string, buyerId: string, cell: string): Promise<void> {
  await db.query(DEPART, [id, buyerId, cell])
}

const DEPART_REST = { name: 'depart-rest', text: 'SELECT depart_rest($1, $2, $3) AS "hasLeft"' }

/** Has money leave that came in for a buyer who is away; false when there is none. */
export async function departRest(db: Queryable, id: string, buyerId: string, cell: string): Promise<boolean> {
  const [row] = await db.query<{ hasLeft: boolean }>(DEPART_REST, [id, buyerId, cell])
  return row?.hasLeft === true
}

const RESTS = {
  name: 'money-of-those-away',
  text: `SELECT w.buyer_id AS "buyerId", d.cell FROM departures d JOIN wallets w ON w.buyer_id = d.buyer_id
         WHERE d.is_away AND d.state = 'done' AND w.posted > 0 LIMIT 100`,
}

/** Buyers who are away and have got money here since. */
export async function listRests(db: Queryable): Promise<{ readonly buyerId: string; readonly cell: string }[]> {
  return await db.query(RESTS)
}

const COLUMNS = `id, buyer_id AS "buyerId", cell, is_whole AS "isWhole", state, wallet_micros AS "walletMicros",
  owed_micros AS "owedMicros", had_opening AS "hadOpening", part_count AS "partCount"`

type Row = Omit<Departure, 'walletMicros' | 'owedMicros'> & {
  readonly walletMicros: string
  readonly owedMicros: string
} & Record<string, unknown>

const toDeparture = (row: Row): Departure => ({
  ...row,
  walletMicros: BigInt(row.walletMicros),
  owedMicros: BigInt(row.owedMicros),
})

const OF_BUYER = {
  name: 'departure-of-buyer',
  text: `SELECT ${COLUMNS} FROM departures WHERE buyer_id = $1 AND is_away`,
}

/** How a buyer left, who is away. */
export async function findDeparture(db: Queryable, buyerId: string): Promise<Departure | undefined> {
  const [row] = await db.query<Row>(OF_BUYER, [buyerId])
  return row && toDeparture(row)
}

const UNFINISHED = {
  name: 'unfinished-departures',
  text: `SELECT ${COLUMNS} FROM departures WHERE state <> 'done'::departure_state
           AND left_at < clock_timestamp() - $1 * interval '1 millisecond' ORDER BY left_at LIMIT 100`,
}

/** Departures of some time ago that are not done. */
export async function listUnfinished(db: Queryable, afterMs: number): Promise<Departure[]> {
  return (await db.query<Row>(UNFINISHED, [afterMs])).map(toDeparture)
}

const PART = {
  name: 'move-part',
  text: 'SELECT target, rows::text AS rows FROM move_parts WHERE move_id = $1 AND part = $2',
}

/** A part of what has left. */
export async function readPart(db: Queryable, id: string, part: number): Promise<MovePart | undefined> {
  const [row] = await db.query<{ target: string; rows: string }>(PART, [id, part])
  return row
}

const TAKE_PART = {
  name: 'take-move-part',
  text: `INSERT INTO move_parts (move_id, part, target, rows) SELECT $1::uuid, $2, $3, $4::jsonb
         WHERE NOT EXISTS (SELECT FROM arrivals WHERE id = $1::uuid) ON CONFLICT DO NOTHING`,
}

/** Keeps a part of what is to arrive. */
export async function takePart(db: Queryable, id: string, part: number, { target, rows }: MovePart): Promise<void> {
  await db.query(TAKE_PART, [id, part, target, rows])
}

const ADMIT = { name: 'admit-buyer', text: 'SELECT admit_buyer($1, $2, $3, $4, $5, $6, $7, $8)' }

/** What has left another cell, as it arrives. */
type Arriving = Omit<Departure, 'cell' | 'state'>

/** Takes in what all parts of a move and its money are, once; `from` is the cell that it left. */
export async function admitBuyer(db: Queryable, from: string, departure: Arriving): Promise<void> {
  const { id, buyerId, isWhole, walletMicros, owedMicros, hadOpening, partCount } = departure
  const amounts = [walletMicros.toString(), owedMicros.toString()]
  await db.query(ADMIT, [id, buyerId, from, isWhole, ...amounts, hadOpening, partCount])
}

// Two who send the same part at once may be late with it.
const FORGET_LATE_PARTS = {
  name: 'forget-late-move-parts',
  text: 'DELETE FROM move_parts p WHERE EXISTS (SELECT FROM arrivals a WHERE a.id = p.move_id)',
}

/** Removes parts that came after all of their move had been taken in. */
export async function forgetLateParts(db: Queryable): Promise<void> {
  await db.query(FORGET_LATE_PARTS)
}

const FORGET_PARTS = { name: 'forget-move-parts', text: 'DELETE FROM move_parts WHERE move_id = $1' }
const ARRIVED = {
  name: 'note-arrived',
  text: `UPDATE departures SET state = 'arrived' WHERE id = $1 AND state = 'leaving'`,
}
const DONE = { name: 'note-move-done', text: `UPDATE departures SET state = 'done' WHERE id = $1` }

/** Notes that the other cell has it all. */
export async function noteArrived(db: Database, id: string): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(ARRIVED, [id])
    await tx.query(FORGET_PARTS, [id])
  })
}

/** Notes that nothing is left to do. */
export async function noteDone(db: Queryable, id: string): Promise<void> {
  await db.query(DONE, [id])
}

const TRANSFERS = {
  name: 'transfers',
  text: `
    SELECT id, "isOut", "hasArrived", wallet AS "walletMicros", owed AS "owedMicros" FROM (
      SELECT id, true AS "isOut", state <> 'leaving' AS "hasArrived", wallet_micros AS wallet, owed_micros AS owed FROM departures
      UNION ALL SELECT id, false, true, wallet_micros, owed_micros FROM arrivals) AS moved
    WHERE (id, "isOut") > ($1::uuid, $2::boolean) ORDER BY id, "isOut" LIMIT $3`,
}

type TransferRow = Omit<Transfer, 'walletMicros' | 'owedMicros'> & {
  readonly walletMicros: string
  readonly owedMicros: string
} & Record<string, unknown>

/** What has left and arrived here, in the order of its ids, after one of them. */
export async function listTransfers(
  db: Queryable,
  after: { readonly id: string; readonly isOut: boolean },
  limit: number,
): Promise<Transfer[]> {
  const rows = await db.query<TransferRow>(TRANSFERS, [after.id, after.isOut, limit])
  return rows.map(row => ({ ...row, walletMicros: BigInt(row.walletMicros), owedMicros: BigInt(row.owedMicros) }))
}

const MOVE_STATE = {
  name: 'move-state',
  text: `SELECT (SELECT count(*) FROM departures)::text AS "departureCount",
           (SELECT count(*) FROM departures WHERE state = 'leaving'::departure_state)::text AS "leavingCount"`,
}

/** How many have left this cell, ever and without having arrived yet. */
export async function readMoveState(db: Queryable): Promise<MoveState> {
  const [row] = await db.query<MoveState & Record<string, unknown>>(MOVE_STATE)
  return row ?? { departureCount: '0', leavingCount: '0' }
}

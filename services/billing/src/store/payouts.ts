import type { Queryable } from '@mtg/postgres'
import type { PagePosition } from '../domain/page.ts'
import type { Payout } from '../domain/payout.ts'
import { newestFirst } from './newest-first.ts'

const COLUMNS = `
  id, publisher_id AS "publisherId", state, amount_micros AS "amountMicros", account, transfer_id AS "transferId",
  created_at AS "createdAt"`

type Row = Omit<Payout, 'amountMicros'> & { readonly amountMicros: string } & Record<string, unknown>

const toPayout = (row: Row): Payout => ({ ...row, amountMicros: BigInt(row.amountMicros) })

const OF_REQUEST = {
  name: 'payout-of-request',
  text: `SELECT ${COLUMNS} FROM payouts WHERE publisher_id = $1 AND request_id = $2`,
}

/** A payout by the request that asked for it. */
export async function findPayout(tx: Queryable, publisherId: string, requestId: string): Promise<Payout | undefined> {
  const [row] = await tx.query<Row>(OF_REQUEST, [publisherId, requestId])
  return row && toPayout(row)
}

const INSERT = {
  name: 'insert-payout',
  text: `INSERT INTO payouts (id, publisher_id, amount_micros, account, request_id) VALUES ($1, $2, $3, $4, $5)
         RETURNING ${COLUMNS}`,
}

/** Stores a new payout. */
export async function insertPayout(
  tx: Queryable,
  payout: Pick<Payout, 'id' | 'publisherId' | 'amountMicros' | 'account'> & { readonly requestId: string },
): Promise<Payout> {
  const { id, publisherId, amountMicros, account, requestId } = payout
  const [row] = await tx.query<Row>(INSERT, [id, publisherId, amountMicros.toString(), account, requestId])
  if (row === undefined) throw new Error(`payout ${id} was not stored`)
  return toPayout(row)
}

const RESOLVE = {
  name: 'resolve-payout',
  text: `UPDATE payouts SET state = $2, transfer_id = $3 WHERE id = $1 AND state = 'requested' RETURNING ${COLUMNS}`,
}

/** Sets the outcome, once; undefined when there is one already. */
export async function resolvePayout(
  tx: Queryable,
  id: string,
  answer: { readonly accepted: true; readonly ref: string } | { readonly accepted: false },
): Promise<Payout | undefined> {
  const values = answer.accepted ? ['paid', answer.ref] : ['returned', null]
  const [row] = await tx.query<Row>(RESOLVE, [id, ...values])
  return row && toPayout(row)
}

const TAKE_RETURNED = {
  name: 'take-returned-payout',
  text: `UPDATE payouts SET state = 'paid', transfer_id = $2 WHERE id = $1 AND state = 'returned' RETURNING ${COLUMNS}`,
}

/** Notes that a payout was sent although it had been given back; undefined when it had not. */
export async function takeReturnedPayout(tx: Queryable, id: string, transferId: string): Promise<Payout | undefined> {
  const [row] = await tx.query<Row>(TAKE_RETURNED, [id, transferId])
  return row && toPayout(row)
}

const readPage = newestFirst<Row>({ name: 'list-payouts', columns: COLUMNS, table: 'payouts', owner: 'publisher_id' })

/** Payouts of a publisher, newest first. */
export async function listPayouts(
  db: Queryable,
  publisherId: string,
  after: PagePosition | undefined,
  limit: number,
): Promise<Payout[]> {
  return (await readPage(db, publisherId, after, limit)).map(toPayout)
}

// The processor forgets after a day that it was asked before; then only a person can tell what became of it.
const UNFINISHED = {
  name: 'unfinished-payouts',
  text: `SELECT ${COLUMNS} FROM payouts WHERE state = 'requested'
           AND created_at BETWEEN clock_timestamp() - interval '23 hours' AND clock_timestamp() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT 100`,
}

/** Payouts that the processor has not confirmed for a while. */
export async function listUnfinishedPayouts(db: Queryable, afterMs: number): Promise<Payout[]> {
  return (await db.query<Row>(UNFINISHED, [afterMs])).map(toPayout)
}

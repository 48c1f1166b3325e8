import type { Queryable } from '@mtg/postgres'
import type { PagePosition } from '../domain/page.ts'
import type { TopUp } from '../domain/top-up.ts'
import { newestFirst } from './newest-first.ts'

const COLUMNS = `
  id, buyer_id AS "buyerId", amount_micros AS "amountMicros", reversed_micros AS "reversedMicros", state, processor,
  checkout_url AS "checkoutUrl", payment_id AS "paymentId", created_at AS "createdAt", paid_at AS "paidAt"`

type Row = Omit<TopUp, 'amountMicros' | 'reversedMicros'> & {
  readonly amountMicros: string
  readonly reversedMicros: string
} & Record<string, unknown>

function toTopUp(row: Row): TopUp {
  return { ...row, amountMicros: BigInt(row.amountMicros), reversedMicros: BigInt(row.reversedMicros) }
}

const FIND = { name: 'find-top-up', text: `SELECT ${COLUMNS} FROM top_ups WHERE id = $1` }

/** A top-up by its id. */
export async function findTopUp(db: Queryable, id: string): Promise<TopUp | undefined> {
  const [row] = await db.query<Row>(FIND, [id])
  return row && toTopUp(row)
}

const LOCK = { name: 'lock-top-up', text: `SELECT ${COLUMNS} FROM top_ups WHERE id = $1 FOR UPDATE` }

/** As `findTopUp`, for a transaction that changes it. Locked before the wallet, everywhere. */
export async function lockTopUp(tx: Queryable, id: string): Promise<TopUp | undefined> {
  const [row] = await tx.query<Row>(LOCK, [id])
  return row && toTopUp(row)
}

const readPage = newestFirst<Row>({ name: 'list-top-ups', columns: COLUMNS, table: 'top_ups', owner: 'buyer_id' })

/** Top-ups of a buyer, newest first. */
export async function listTopUps(
  db: Queryable,
  buyerId: string,
  after: PagePosition | undefined,
  limit: number,
): Promise<TopUp[]> {
  return (await readPage(db, buyerId, after, limit)).map(toTopUp)
}

const LOCK_OF_PAYMENT = {
  name: 'top-up-of-payment',
  text: `SELECT ${COLUMNS} FROM top_ups WHERE processor = $1 AND payment_id = $2 FOR UPDATE`,
}

/** As `lockTopUp`, by the processor's name of its payment. */
export async function lockTopUpOfPayment(
  tx: Queryable,
  processor: string,
  paymentId: string,
): Promise<TopUp | undefined> {
  const [row] = await tx.query<Row>(LOCK_OF_PAYMENT, [processor, paymentId])
  return row && toTopUp(row)
}

const INSERT = {
  name: 'insert-top-up',
  text: `
    INSERT INTO top_ups (id, buyer_id, amount_micros, processor, request_id) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (buyer_id, request_id) DO NOTHING`,
}

const OF_REQUEST = {
  name: 'known-top-up',
  text: `SELECT ${COLUMNS} FROM top_ups WHERE buyer_id = $1 AND request_id = $2`,
}

/** A top-up to store. */
export type NewTopUp = Pick<TopUp, 'id' | 'buyerId' | 'amountMicros' | 'processor'> & { readonly requestId: string }

/** Stores a top-up unless there is one of that request already; answers with the one there is then. */
export async function insertTopUpOnce(tx: Queryable, topUp: NewTopUp): Promise<TopUp> {
  const { id, buyerId, amountMicros, processor, requestId } = topUp
  await tx.query(INSERT, [id, buyerId, amountMicros.toString(), processor, requestId])
  const [row] = await tx.query<Row>(OF_REQUEST, [buyerId, requestId])
  if (row === undefined) throw new Error(`top-up ${id} has vanished`)
  return toTopUp(row)
}

const SET_URL = {
  name: 'set-checkout-url',
  text: 'UPDATE top_ups SET checkout_url = $2 WHERE id = $1 AND checkout_url IS NULL',
}

/** Notes where a top-up is paid, unless it was noted before. */
export async function setCheckoutUrl(db: Queryable, id: string, url: string): Promise<void> {
  await db.query(SET_URL, [id, url])
}

const PAID = {
  name: 'top-up-paid',
  text: `UPDATE top_ups SET state = 'paid', paid_at = clock_timestamp(), payment_id = $2, amount_micros = $3 WHERE id = $1`,
}

/** Notes that a top-up was paid, and how much. */
export async function setTopUpPaid(tx: Queryable, id: string, paymentId: string, amountMicros: bigint): Promise<void> {
  await tx.query(PAID, [id, paymentId, amountMicros.toString()])
}

const FAIL = { name: 'fail-top-up', text: `UPDATE top_ups SET state = 'failed' WHERE id = $1 AND state = 'pending'` }

/** Notes that a top-up will not be paid, unless it was. */
export async function setTopUpFailed(tx: Queryable, id: string): Promise<void> {
  await tx.query(FAIL, [id])
}

const ADD_REVERSED = {
  name: 'add-reversed',
  text: 'UPDATE top_ups SET reversed_micros = reversed_micros + $2 WHERE id = $1',
}

/** Adds to what was sent back of a top-up; less than zero when it came back. */
export async function addReversed(tx: Queryable, id: string, amountMicros: bigint): Promise<void> {
  await tx.query(ADD_REVERSED, [id, amountMicros.toString()])
}

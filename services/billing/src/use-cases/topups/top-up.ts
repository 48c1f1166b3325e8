import { type billing } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { type PageEnd, toTimestamp } from '@mtg/rpc'

/** A top-up as it stands. */
export interface TopUp extends PageEnd {
  readonly buyerId: string
  readonly amountMicros: bigint
  readonly reversedMicros: bigint
  readonly state: 'pending' | 'paid' | 'failed'
  readonly processor: string
  readonly checkoutUrl: string | null
  readonly paymentId: string | null
  readonly paidAt: Date | null
}

/** Columns of a top-up, for `toTopUp`. */
export const TOP_UP_COLUMNS = `
  id, buyer_id AS "buyerId", amount_micros AS "amountMicros", reversed_micros AS "reversedMicros", state, processor,
  checkout_url AS "checkoutUrl", payment_id AS "paymentId", created_at AS "createdAt", paid_at AS "paidAt"`

/** A row of `TOP_UP_COLUMNS` as the driver gives it. */
export type TopUpRow = Omit<TopUp, 'amountMicros' | 'reversedMicros'> & {
  readonly amountMicros: string
  readonly reversedMicros: string
} & Record<string, unknown>

/** The row with its amounts as bigint. */
export function toTopUp(row: TopUpRow): TopUp {
  return { ...row, amountMicros: BigInt(row.amountMicros), reversedMicros: BigInt(row.reversedMicros) }
}

const FIND = { name: 'find-top-up', text: `SELECT ${TOP_UP_COLUMNS} FROM top_ups WHERE id = $1` }

/** A top-up by its id. */
export async function findTopUp(db: Queryable, id: string): Promise<TopUp | undefined> {
  const [row] = await db.query<TopUpRow>(FIND, [id])
  return row && toTopUp(row)
}

const LOCK = { name: 'lock-top-up', text: `SELECT ${TOP_UP_COLUMNS} FROM top_ups WHERE id = $1 FOR UPDATE` }

/** As `findTopUp`, for a transaction that changes it. Locked before the wallet, everywhere. */
export async function lockTopUp(tx: Queryable, id: string): Promise<TopUp | undefined> {
  const [row] = await tx.query<TopUpRow>(LOCK, [id])
  return row && toTopUp(row)
}

const LIST = {
  name: 'list-top-ups',
  text: `
    SELECT ${TOP_UP_COLUMNS} FROM top_ups
    WHERE buyer_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $4`,
}

/** Top-ups of a buyer, newest first. */
export async function listTopUps(
  db: Queryable,
  buyerId: string,
  after: PageEnd | undefined,
  limit: number,
): Promise<TopUp[]> {
  const rows = await db.query<TopUpRow>(LIST, [buyerId, after?.createdAt ?? null, after?.id ?? null, limit])
  return rows.map(toTopUp)
}

const STATES = { pending: 'TOP_UP_STATE_PENDING', paid: 'TOP_UP_STATE_PAID', failed: 'TOP_UP_STATE_FAILED' } as const

/** For the wire. */
export function toMessage(topUp: TopUp): billing.TopUp {
  return {
    topUpId: topUp.id,
    buyerId: topUp.buyerId,
    amountMicros: topUp.amountMicros.toString(),
    state: STATES[topUp.state],
    checkoutUrl: topUp.state === 'pending' ? (topUp.checkoutUrl ?? '') : '',
    processor: topUp.processor,
    createdAt: toTimestamp(topUp.createdAt),
    paidAt: topUp.paidAt === null ? null : toTimestamp(topUp.paidAt),
    reversedMicros: topUp.reversedMicros.toString(),
  }
}

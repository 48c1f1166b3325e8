import type { Queryable } from '@mtg/postgres'
import type { PagePosition } from '../domain/page.ts'
import type { Reversal } from '../domain/reversal.ts'

/** A refund or dispute with whose it is. */
export interface ListedReversal extends Reversal {
  readonly buyerId: string
  readonly createdAt: Date
}

type Row = Omit<ListedReversal, 'amountMicros' | 'fromWalletMicros'> & {
  readonly amountMicros: string
  readonly fromWalletMicros: string
} & Record<string, unknown>

const LIST = {
  name: 'list-reversals',
  text: `
    SELECT r.id, r.top_up_id AS "topUpId", r.kind, r.state, r.amount_micros AS "amountMicros",
           r.from_wallet_micros AS "fromWalletMicros", r.request_id AS "requestId", r.processor_ref AS "processorRef",
           r.taken_again AS "takenAgain", r.created_at AS "createdAt", t.buyer_id AS "buyerId"
    FROM reversals AS r JOIN top_ups AS t ON t.id = r.top_up_id
    WHERE ($1::reversal_kind IS NULL OR r.kind = $1)
      AND ($2::timestamptz IS NULL OR (r.created_at, r.id) < ($2, $3::uuid))
    ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
}

/** Refunds and disputes of all top-ups, newest first. */
export async function listReversals(
  db: Queryable,
  kind: string | null,
  after: PagePosition | undefined,
  limit: number,
): Promise<ListedReversal[]> {
  const rows = await db.query<Row>(LIST, [kind, after?.createdAt ?? null, after?.id ?? null, limit])
  return rows.map(row => ({
    ...row,
    amountMicros: BigInt(row.amountMicros),
    fromWalletMicros: BigInt(row.fromWalletMicros),
  }))
}

import type { Queryable } from '@mtg/postgres'
import type { BuyerId } from '@mtg/primitives'
import type { Wallet } from '../domain/wallet.ts'
import { heldOf, usedOf } from './calls-to-come.ts'

/** A wallet, and what tells whether its owner's purchases have changed. */
export interface WalletMark extends Wallet {
  readonly buyerId: BuyerId
  readonly purchasesMark: string
}

// Of each purchase what its owner is shown. Times that pass change nothing here: pages count those themselves.
const MARKS = {
  name: 'wallet-marks',
  text: `
    SELECT buyer.id, coalesce(wallet.posted, 0) AS posted,
           coalesce(${heldOf('wallet')}, 0) AS held,
           purchases.mark
    FROM unnest($1::uuid[]) AS buyer (id)
    LEFT JOIN wallets AS wallet ON wallet.buyer_id = buyer.id
    CROSS JOIN LATERAL (
      SELECT count(*) || '.' || coalesce(bit_xor(hashtextextended(
               concat_ws('.', id, tier, status, renews, window_index, ${usedOf('purchase')}), 0)), 0) AS mark
      FROM purchases AS purchase WHERE purchase.buyer_id = buyer.id
    ) AS purchases`,
}

interface Row {
  id: BuyerId
  posted: string
  held: string
  mark: string
}

/** The wallets of many buyers. */
export async function walletMarks(db: Queryable, buyerIds: readonly BuyerId[]): Promise<WalletMark[]> {
  const rows = await db.query<Row>(MARKS, [buyerIds])
  return rows.map(({ id, posted, held, mark }) => ({
    buyerId: id,
    postedMicros: BigInt(posted),
    heldMicros: BigInt(held),
    purchasesMark: mark,
  }))
}

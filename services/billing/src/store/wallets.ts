import type { Queryable } from '@mtg/postgres'
import type { Wallet } from '../domain/wallet.ts'

const WALLET = {
  name: 'wallet',
  text: 'SELECT posted, held FROM wallets WHERE buyer_id = $1',
}

/** A buyer's wallet; an empty one for who never had money. */
export async function findWallet(db: Queryable, buyerId: string): Promise<Wallet> {
  const [row] = await db.query<{ posted: string; held: string }>(WALLET, [buyerId])
  return { postedMicros: BigInt(row?.posted ?? 0), heldMicros: BigInt(row?.held ?? 0) }
}

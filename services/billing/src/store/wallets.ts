import type { Queryable } from '@mtg/postgres'
import type { BuyerId } from '@mtg/primitives'
import type { Wallet } from '../domain/wallet.ts'
import { heldOf } from './calls-to-come.ts'

const WALLET = {
  name: 'wallet',
  text: `SELECT posted, ${heldOf('wallets')} AS held FROM wallets WHERE buyer_id = $1`,
}

/** A buyer's wallet; an empty one for who never had money. What is held for calls that have not come is not shown as held. */
export async function findWallet(db: Queryable, buyerId: BuyerId): Promise<Wallet> {
  const [row] = await db.query<{ posted: string; held: string }>(WALLET, [buyerId])
  return { postedMicros: BigInt(row?.posted ?? 0), heldMicros: BigInt(row?.held ?? 0) }
}

const AVAILABLE = {
  name: 'lock-available',
  text: 'SELECT posted - held AS available FROM wallets WHERE buyer_id = $1 FOR UPDATE',
}

/** What a buyer could spend; stays so until the transaction ends. */
export async function lockAvailableMicros(tx: Queryable, buyerId: BuyerId): Promise<bigint> {
  const [row] = await tx.query<{ available: string }>(AVAILABLE, [buyerId])
  return BigInt(row?.available ?? 0)
}

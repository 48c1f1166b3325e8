import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { implement, uuidOf } from '@mtg/rpc'
import { listJournalEntries } from '../store/ledger/entries.ts'

const WALLET = {
  name: 'wallet',
  text: 'SELECT posted, held FROM wallets WHERE buyer_id = $1',
}

/** WalletService: balances and the journal, for internal services. */
export function walletService(deps: { readonly db: Database }) {
  return implement(services.billing.WalletService, {
    GetWallet: request => getWallet(deps.db, uuidOf(request.buyerId, 'buyer_id')),
    ListJournalEntries: request => listJournalEntries(deps.db, request),
  })
}

async function getWallet(db: Database, buyerId: string): Promise<billing.GetWalletResponse> {
  const [row] = await db.query<{ posted: string; held: string }>(WALLET, [buyerId])
  const posted = BigInt(row?.posted ?? 0)
  const held = BigInt(row?.held ?? 0)
  return {
    currency: 'USD',
    balanceMicros: posted.toString(),
    heldMicros: held.toString(),
    availableMicros: (posted - held).toString(),
  }
}

import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import type { BuyerId } from '@mtg/primitives'
import { buyerIdOf, implement, invalidField } from '@mtg/rpc'
import { listEntriesOfAccount } from '../store/ledger/entries.ts'
import { type WalletMark, walletMarks } from '../store/wallet-marks.ts'
import { findWallet } from '../store/wallets.ts'
import { pageOfEntries } from './wire/journal.ts'

const BUYERS_MAX = 500
const ALWAYS = { from: null, to: null }

/** WalletService: balances and the journal, for internal services. */
export function walletService({ db }: { readonly db: Database }) {
  return implement(services.billing.WalletService, {
    GetWallet: request => getWallet(db, buyerIdOf(request.buyerId)),
    async ListWalletMarks({ buyerIds }) {
      if (buyerIds.length > BUYERS_MAX) throw invalidField('buyer_ids', `must be at most ${BUYERS_MAX}`)
      return {
        marks: (
          await walletMarks(
            db,
            buyerIds.map(id => buyerIdOf(id)),
          )
        ).map(toWireMark),
      }
    },
    ListJournalEntries: request => listJournalEntries(db, request),
  })
}

const toWireMark = ({ buyerId, postedMicros, heldMicros, purchasesMark }: WalletMark): billing.WalletMark => ({
  buyerId,
  balanceMicros: postedMicros.toString(),
  heldMicros: heldMicros.toString(),
  purchasesMark,
})

async function getWallet(db: Database, buyerId: BuyerId): Promise<billing.GetWalletResponse> {
  const { postedMicros, heldMicros } = await findWallet(db, buyerId)
  return {
    currency: 'USD',
    balanceMicros: postedMicros.toString(),
    heldMicros: heldMicros.toString(),
    availableMicros: (postedMicros - heldMicros).toString(),
  }
}

function listJournalEntries(
  db: Database,
  request: billing.ListJournalEntriesRequest__Output,
): Promise<billing.ListJournalEntriesResponse> {
  const wallet = { type: 'wallet', owner: buyerIdOf(request.buyerId) } as const
  return pageOfEntries(request, range => listEntriesOfAccount(db, wallet, ALWAYS, range))
}

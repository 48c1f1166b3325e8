import { type billing, services } from '@mtg/contracts'
import type { BuyerId } from '@mtg/primitives'
import { buyerIdOf, createClient, fromTimestamp, toBigint } from '@mtg/rpc'
import type { WalletMark } from '../domain/live.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { JournalEntry, TopUp, TopUpStatus, Wallet } from '../domain/wallet.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/** Wallets, and money on its way into them. */
export interface Wallets {
  wallet(buyerId: BuyerId): Promise<Wallet>
  /** Those of many buyers, and what tells whether their purchases changed. */
  marks(buyerIds: readonly BuyerId[]): Promise<WalletMark[]>
  /** Newest first. */
  entries(buyerId: BuyerId, page: PageRequest): Promise<Page<JournalEntry>>
  /** Repeating a request id gives the same top-up; with another amount it is `invalid_argument`. */
  createTopUp(buyerId: BuyerId, amountMicros: bigint, requestId: string): Promise<TopUp>
  /** `not_found` when it is somebody else's. */
  topUp(buyerId: BuyerId, topUpId: string): Promise<TopUp>
  /** Newest first. */
  topUps(buyerId: BuyerId, page: PageRequest): Promise<Page<TopUp>>
  close(): void
}

/** Opens the connection to billing's wallets. */
export function openWallets({ address, token, timeoutMs }: ServiceOptions): Wallets {
  const wallets = createClient(services.billing.WalletService, { address, token })
  const topUps = createClient(services.billing.TopUpService, { address, token })
  const limits = { timeoutMs }
  return {
    async wallet(buyerId) {
      const { balanceMicros, heldMicros, availableMicros } = await wallets.GetWallet({ buyerId }, limits)
      return {
        balanceMicros: toBigint(balanceMicros),
        heldMicros: toBigint(heldMicros),
        availableMicros: toBigint(availableMicros),
      }
    },
    async marks(buyerIds) {
      const { marks } = await wallets.ListWalletMarks({ buyerIds: [...buyerIds] }, limits)
      return marks.map(toMark)
    },
    async entries(buyerId, page) {
      const { entries, nextPageToken } = await wallets.ListJournalEntries({ buyerId, ...page }, limits)
      return { items: entries.map(entry => toEntry(entry, buyerId)), nextPageToken: nextPageToken || null }
    },
    async createTopUp(buyerId, amountMicros, requestId) {
      const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros: String(amountMicros), requestId }, limits)
      return toTopUp(presentIn(topUp))
    },
    async topUp(buyerId, topUpId) {
      return toTopUp(presentIn((await topUps.GetTopUp({ topUpId, buyerId }, limits)).topUp))
    },
    async topUps(buyerId, page) {
      const { topUps: items, nextPageToken } = await topUps.ListTopUps({ buyerId, ...page }, limits)
      return { items: items.map(toTopUp), nextPageToken: nextPageToken || null }
    },
    close() {
      wallets.close()
      topUps.close()
    },
  }
}

function toMark(mark: billing.WalletMark__Output): WalletMark {
  const balanceMicros = toBigint(mark.balanceMicros)
  const heldMicros = toBigint(mark.heldMicros)
  const wallet = { balanceMicros, heldMicros, availableMicros: balanceMicros - heldMicros }
  return { buyerId: buyerIdOf(mark.buyerId), wallet, purchasesMark: mark.purchasesMark }
}

/** The other account of an entry is nobody's business but the gateway's. */
function toEntry(entry: billing.JournalEntry__Output, buyerId: BuyerId): JournalEntry {
  const amountMicros = toBigint(entry.amountMicros)
  return {
    id: entry.entryId,
    kind: entry.kind,
    amountMicros: entry.debitAccount === `wallet:${buyerId}` ? -amountMicros : amountMicros,
    callId: entry.callId || undefined,
    reference: entry.reference || undefined,
    createdAt: timeIn(entry.createdAt),
  }
}

const STATUS_OF: Readonly<Record<billing.TopUpState__Output, TopUpStatus>> = {
  TOP_UP_STATE_UNSPECIFIED: 'pending',
  TOP_UP_STATE_PENDING: 'pending',
  TOP_UP_STATE_PAID: 'paid',
  TOP_UP_STATE_FAILED: 'failed',
}

function toTopUp(topUp: billing.TopUp__Output): TopUp {
  return {
    id: topUp.topUpId,
    status: STATUS_OF[topUp.state],
    amountMicros: toBigint(topUp.amountMicros),
    reversedMicros: toBigint(topUp.reversedMicros),
    url: topUp.checkoutUrl || undefined,
    processor: topUp.processor,
    createdAt: timeIn(topUp.createdAt),
    paidAt: fromTimestamp(topUp.paidAt),
  }
}

import { type billing, services } from '@mtg/contracts'
import { createClient, toBigint } from '@mtg/rpc'
import type { Page, PageRequest } from '../domain/page.ts'
import type { Earnings, Payout } from '../domain/publisher.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/** The publishers' side of the money. */
export interface PublisherMoney {
  earnings(username: string): Promise<Earnings>
  connect(username: string, account: string): Promise<void>
  /** Newest first. */
  payouts(username: string, page: PageRequest): Promise<Page<Payout>>
  /** All that is payable when no amount is given. */
  payOut(username: string, amountMicros: bigint | undefined, requestId: string): Promise<Payout>
  close(): void
}

/** Opens the connection to billing's accounts of publishers. */
export function openPublisherMoney({ address, token, timeoutMs }: ServiceOptions): PublisherMoney {
  const client = createClient(services.billing.PublisherAccountService, { address, token })
  const limits = { timeoutMs }
  return {
    async earnings(username) {
      const sent = await client.GetEarnings({ username }, limits)
      return {
        payableMicros: toBigint(sent.payableMicros),
        earnedMicros: toBigint(sent.earnedMicros),
        paidOutMicros: toBigint(sent.paidOutMicros),
        isConnected: sent.payoutConnected,
        account: sent.payoutAccount || undefined,
      }
    },
    async connect(username, account) {
      await client.ConnectPayoutAccount({ username, account }, limits)
    },
    async payouts(username, page) {
      const { payouts, nextPageToken } = await client.ListPayouts({ username, ...page }, limits)
      return { items: payouts.map(toPayout), nextPageToken: nextPageToken || null }
    },
    async payOut(username, amountMicros = 0n, requestId) {
      const request = { username, amountMicros: String(amountMicros), requestId }
      return toPayout(presentIn((await client.CreatePayout(request, limits)).payout))
    },
    close: () => client.close(),
  }
}

const STATUS_OF: Readonly<Record<billing.PayoutState__Output, Payout['status']>> = {
  PAYOUT_STATE_UNSPECIFIED: 'requested',
  PAYOUT_STATE_REQUESTED: 'requested',
  PAYOUT_STATE_PAID: 'paid',
  PAYOUT_STATE_RETURNED: 'returned',
}

function toPayout(sent: billing.Payout__Output): Payout {
  const { payoutId, amountMicros, state, account, createdAt } = sent
  return {
    id: payoutId,
    amountMicros: toBigint(amountMicros),
    status: STATUS_OF[state],
    account,
    createdAt: timeIn(createdAt),
  }
}

import { type auth, type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import type { ActingOperator, BuyerSummary, PublisherSummary } from '../../domain/operations.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { ServiceOptions } from '../auth.ts'
import { timeIn } from '../service-times.ts'

/** Buyers and publishers, as those see them who run the gateway. */
export interface Accounts {
  /** By e-mail address. */
  buyers(as: ActingOperator, query: AccountQuery, page: PageRequest): Promise<Page<BuyerSummary>>
  /** By name. */
  publishers(as: ActingOperator, query: AccountQuery, page: PageRequest): Promise<Page<PublisherSummary>>
  /** The id of the buyer; `buyer_not_found`. */
  setBuyerSuspended(as: ActingOperator, email: string, suspended: boolean): Promise<string>
  setPublisherSuspended(as: ActingOperator, username: string, suspended: boolean): Promise<string>
  close(): void
}

interface AccountQuery {
  /** What it begins with; empty: all. */
  readonly search: string
  readonly isSuspendedOnly: boolean
}

interface AccountsOptions extends Omit<ServiceOptions, 'address'> {
  readonly addresses: Readonly<Record<'auth' | 'billing', string>>
}

/** Opens the connections to auth, which has buyers, and to billing, which has publishers. */
export function openAccounts({ addresses, token, timeoutMs }: AccountsOptions): Accounts {
  const buyers = createClient(services.auth.AccountAdminService, { address: addresses.auth, token })
  const catalogue = createClient(services.billing.CatalogAdminService, { address: addresses.billing, token })
  return {
    async buyers(actingFor, query, page) {
      const answer = await buyers.ListBuyers({ ...asked(query), ...page }, { timeoutMs, actingFor })
      return { items: answer.buyers.map(toBuyer), nextPageToken: answer.nextPageToken || null }
    },
    async publishers(actingFor, query, page) {
      const answer = await catalogue.ListPublishers({ ...asked(query), ...page }, { timeoutMs, actingFor })
      return { items: answer.publishers.map(toPublisher), nextPageToken: answer.nextPageToken || null }
    },
    setBuyerSuspended: async (actingFor, email, suspended) =>
      (await buyers.SetBuyerStatus({ email, suspended }, { timeoutMs, actingFor })).buyerId,
    setPublisherSuspended: async (actingFor, username, suspended) =>
      (await catalogue.SetPublisherStatus({ username, suspended }, { timeoutMs, actingFor })).publisherId,
    close() {
      buyers.close()
      catalogue.close()
    },
  }
}

const asked = ({ search, isSuspendedOnly }: AccountQuery) => ({ search, suspendedOnly: isSuspendedOnly })

const toBuyer = ({ buyerId, email, suspended, createdAt }: auth.BuyerSummary__Output): BuyerSummary => ({
  id: buyerId,
  email,
  suspended,
  createdAt: timeIn(createdAt),
})

const toPublisher = (sent: billing.PublisherSummary__Output): PublisherSummary => ({
  id: sent.publisherId,
  username: sent.username,
  suspended: sent.suspended,
  isPayable: sent.payoutConnected,
  appCount: sent.appCount,
  createdAt: timeIn(sent.createdAt),
})

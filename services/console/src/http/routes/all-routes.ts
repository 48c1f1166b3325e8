import type { ApiKeys } from '../../clients/api-keys.ts'
import type { Auth } from '../../clients/auth.ts'
import type { Billing } from '../../clients/billing.ts'
import type { Calls } from '../../clients/calls.ts'
import type { Documents } from '../../clients/documents.ts'
import type { Edges } from '../../clients/edges.ts'
import type { Gateway } from '../../clients/gateway.ts'
import type { OauthClients } from '../../clients/oauth-clients.ts'
import type { PublisherCalls } from '../../clients/publisher-calls.ts'
import type { Qualities } from '../../clients/quality.ts'
import type { LiveAccounts } from '../../use-cases/live/live-accounts.ts'
import type { Api } from '../api.ts'
import type { RateLimit } from '../rate-limits.ts'
import { accountRoutes } from './accounts.ts'
import { callRoutes } from './calls.ts'
import { catalogueRoutes } from './catalogue.ts'
import { eventRoutes } from './events.ts'
import { keyRoutes } from './keys.ts'
import { linkPages } from './link-pages.ts'
import { oauthClientRoutes } from './oauth-clients.ts'
import { type OperatorRouteDeps, operatorRoutes } from './operator/routes.ts'
import { playgroundRoutes } from './playground.ts'
import { publisherRoutes } from './publisher.ts'
import { publisherAppRoutes } from './publisher-apps.ts'
import { publisherCallRoutes } from './publisher-calls.ts'
import { purchaseRoutes } from './purchases.ts'
import { quoteRoutes } from './quotes.ts'
import { receiptRoutes } from './receipts.ts'
import { type SessionRouteDeps, sessionRoutes } from './sessions.ts'
import { statementRoutes } from './statements.ts'
import { usageRoutes } from './usage.ts'
import { walletRoutes } from './wallet.ts'

/** What the routes answer from. */
export interface RouteDeps {
  readonly accounts: SessionRouteDeps
  readonly auth: Auth
  readonly billing: Billing
  readonly apiKeys: ApiKeys
  readonly calls: Calls
  readonly publisherCalls: PublisherCalls
  readonly oauthClients: OauthClients
  readonly documents: Documents
  readonly gateway: Gateway
  readonly edges: Edges
  /** The gateway's own, where apps are called. */
  readonly baseUrl: string
  readonly qualities: Qualities
  readonly operators: OperatorRouteDeps
  readonly liveAccounts: LiveAccounts
  /** Of questions to publishers' servers, by account. */
  readonly probes: RateLimit
}

/** Every route of the API, below /api/v1. */
export function allRoutes(api: Api, deps: RouteDeps): void {
  const { accounts, auth, billing, apiKeys, calls, oauthClients, documents, edges, operators, baseUrl, qualities } =
    deps
  accountRoutes(api, accounts)
  linkPages(api, accounts)
  sessionRoutes(api, accounts)
  catalogueRoutes(api, { catalogue: billing.catalogue, qualities, baseUrl })
  walletRoutes(api, { wallets: billing.wallets, keyLimits: billing.keyLimits, auth })
  purchaseRoutes(api, billing.purchases)
  keyRoutes(api, { apiKeys, keyLimits: billing.keyLimits, calls, clock: accounts.clock })
  callRoutes(api, { calls, reservations: billing.reservations })
  receiptRoutes(api, { calls, reservations: billing.reservations, documents })
  statementRoutes(api, { statements: billing.statements, documents })
  usageRoutes(api, calls)
  eventRoutes(api, deps.liveAccounts)
  publisherRoutes(api, { auth, ownApps: billing.ownApps, money: billing.publisherMoney, edges })
  publisherAppRoutes(api, { ownApps: billing.ownApps, edges, baseUrl, probes: deps.probes })
  publisherCallRoutes(api, { publisherCalls: deps.publisherCalls, clock: accounts.clock })
  oauthClientRoutes(api, oauthClients)
  quoteRoutes(api, { quotes: billing.quotes, gateway: deps.gateway })
  playgroundRoutes(api, deps)
  operatorRoutes(api, operators)
}

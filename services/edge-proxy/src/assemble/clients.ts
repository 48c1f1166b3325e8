import { followCells } from '@mtg/cells'
import { type AttemptsClient, createAttemptsClient } from '../clients/attempts.ts'
import { type AuthClient, createAuthClient } from '../clients/auth.ts'
import { type BillingClient, createBillingClient } from '../clients/billing.ts'
import { BuyerIdentities } from '../clients/buyer-identity.ts'
import { type CredentialsClient, createCredentialsClient } from '../clients/credentials.ts'
import { attemptsInCells, billingInCells, purchasesInCells, quotesInCells, tasksInCells } from '../clients/in-cells.ts'
import { createMeteringClient, type MeteringClient } from '../clients/metering.ts'
import { createPurchasesClient, type PurchasesClient } from '../clients/purchases.ts'
import { createQuotesClient, type QuotesClient } from '../clients/quotes.ts'
import { createTasksClient, type TasksClient } from '../clients/tasks.ts'
import type { AssemblyContext } from './context.ts'

/** The services that the edge calls. */
export interface ServiceClients {
  readonly auth: AuthClient
  readonly billing: BillingClient
  readonly attempts: AttemptsClient
  readonly tasks: TasksClient
  readonly metering: MeteringClient
  readonly purchases: PurchasesClient
  readonly quotes: QuotesClient
  readonly credentials: CredentialsClient
  readonly buyerIdentities: BuyerIdentities
  close(): void
}

const QUERY_TIMEOUT_MS = 5_000

/** Connects to all services. Nothing waits: each works, or heals, whatever its service's state is. */
export function assembleClients(context: AssemblyContext): ServiceClients {
  const { config, log, clock, metrics } = context
  const token = config.GRPC_TOKEN
  const auth = createAuthClient({ address: config.AUTH_ADDR, token, timeoutMs: config.AUTH_TIMEOUT_MS, metrics })
  const routes = followCells({ address: config.BILLING_ADDR, token })
  const places = { routes, address: config.BILLING_ADDR }
  const { RESERVE_TIMEOUT_MS: reserveTimeoutMs, SETTLE_TIMEOUT_MS: settleTimeoutMs } = config
  const billing = billingInCells(places, address =>
    createBillingClient({ address, token, metrics, reserveTimeoutMs, settleTimeoutMs }),
  )
  const attempts = attemptsInCells(places, address =>
    createAttemptsClient({ address, token, timeoutMs: settleTimeoutMs }),
  )
  const tasks = tasksInCells(places, address => createTasksClient({ address, token, timeoutMs: settleTimeoutMs }))
  const metering = createMeteringClient({ address: config.METERING_ADDR, token, timeoutMs: QUERY_TIMEOUT_MS })
  const purchases = purchasesInCells(places, address =>
    createPurchasesClient({ address, token, timeoutMs: QUERY_TIMEOUT_MS }),
  )
  const quotes = quotesInCells(places, address => createQuotesClient({ address, token, timeoutMs: reserveTimeoutMs }))
  const credentials = createCredentialsClient({ address: config.BILLING_ADDR, token, timeoutMs: QUERY_TIMEOUT_MS })
  const buyerIdentities = new BuyerIdentities({
    address: config.OAUTH_ADDR,
    token,
    timeoutMs: config.IDENTITY_TIMEOUT_MS,
    clock,
    log,
    missing: metrics.counter('mtg_edge_missing_identities_total', 'Calls forwarded without a buyer identity.'),
  })
  return {
    auth,
    billing,
    attempts,
    tasks,
    metering,
    purchases,
    quotes,
    credentials,
    buyerIdentities,
    close() {
      const all = [routes, auth, billing, attempts, tasks, metering, purchases, quotes, credentials, buyerIdentities]
      for (const client of all) client.close()
    },
  }
}

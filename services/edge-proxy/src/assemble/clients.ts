import { type AttemptsClient, createAttemptsClient } from '../clients/attempts.ts'
import { type AuthClient, createAuthClient } from '../clients/auth.ts'
import { type BillingClient, createBillingClient } from '../clients/billing.ts'
import { BuyerIdentities } from '../clients/buyer-identity.ts'
import { type CredentialsClient, createCredentialsClient } from '../clients/credentials.ts'
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
  const billing = createBillingClient({
    address: config.BILLING_ADDR,
    token,
    metrics,
    reserveTimeoutMs: config.RESERVE_TIMEOUT_MS,
    settleTimeoutMs: config.SETTLE_TIMEOUT_MS,
  })
  const attempts = createAttemptsClient({ address: config.BILLING_ADDR, token, timeoutMs: config.SETTLE_TIMEOUT_MS })
  const tasks = createTasksClient({ address: config.BILLING_ADDR, token, timeoutMs: config.SETTLE_TIMEOUT_MS })
  const metering = createMeteringClient({ address: config.METERING_ADDR, token, timeoutMs: QUERY_TIMEOUT_MS })
  const purchases = createPurchasesClient({ address: config.BILLING_ADDR, token, timeoutMs: QUERY_TIMEOUT_MS })
  const quotes = createQuotesClient({ address: config.BILLING_ADDR, token, timeoutMs: config.RESERVE_TIMEOUT_MS })
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
      const all = [auth, billing, attempts, tasks, metering, purchases, quotes, credentials, buyerIdentities]
      for (const client of all) client.close()
    },
  }
}

import type { Logger, Metrics } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { Closable } from '@mtg/runtime'
import { openProcessor } from './clients/processor/open-processor.ts'
import type { PaymentProcessor } from './clients/processor/processor.ts'
import type { TestProcessor } from './clients/processor/test-processor.ts'
import { withFailpoints } from './clients/processor/with-failpoints.ts'
import type { BillingConfig } from './config.ts'
import type { Reach } from './domain/failpoints.ts'
import { checkoutRoutes, DONE_PATH, doneRoutes } from './http/checkout.ts'
import { type HttpServer, type Routes, serveHttp } from './http/server.ts'
import { webhookPath, webhookRoutes } from './http/webhook.ts'
import { startDelivery } from './jobs/deliver-test-events.ts'
import { startFinishing } from './jobs/finish-transfers.ts'
import { type Job, repeat } from './jobs/repeat.ts'
import { rollUpJournal } from './use-cases/ledger/roll-up.ts'

/** Money in and out: the processor, its webhook and pages, and the jobs that see things through. */
export interface Payments extends Closable {
  readonly processor: PaymentProcessor | undefined
  /** Where buyers go from a checkout page. */
  readonly returnUrl: () => string
}

/** What payments stand on. */
export interface PaymentsDeps {
  readonly config: BillingConfig
  readonly db: Database
  readonly reach: Reach
  readonly metrics: Metrics
  readonly log: Logger
}

const DELIVERY_INTERVAL_MS = 500

/** Starts all that has to do with money coming in and going out. */
export async function startPayments(deps: PaymentsDeps): Promise<Payments> {
  const { config, db, reach, metrics, log } = deps
  let http: HttpServer | undefined
  let delivery: Job | undefined
  const baseUrl = () => config.BASE_URL?.replace(/\/$/, '') ?? http?.origin ?? ''
  const { processor: plain, test } = openProcessor({ config, db, baseUrl, onTestEvent: () => delivery?.wake() })
  const processor = plain && withFailpoints(plain, reach)
  if (config.HTTP_LISTEN !== undefined)
    http = await serveHttp({ listen: config.HTTP_LISTEN, routes: routesOf(processor, test?.processor, deps), log })

  const jobs: Job[] = [
    repeat({
      name: 'roll up the journal',
      intervalMs: config.ROLL_UP_INTERVAL_MS,
      work: () => rollUpJournal(db),
      log,
    }),
  ]
  if (processor !== undefined) {
    const intervalMs = config.TRANSFER_RETRY_MS
    const unfinished = metrics.gauge(
      'mtg_billing_unfinished_transfers',
      'Refunds and payouts that the payment processor has not confirmed; 0 when healthy.',
    )
    jobs.push(startFinishing({ db, processor, log, intervalMs, afterMs: intervalMs, unfinished }))
  }
  if (test !== undefined) {
    const webhookUrl = () => `${baseUrl()}${webhookPath('test')}`
    const { webhookSecret } = test
    delivery = startDelivery({ db, webhookUrl, webhookSecret, intervalMs: DELIVERY_INTERVAL_MS, log })
    jobs.push(delivery)
  }

  return {
    processor,
    returnUrl: () => `${baseUrl()}${DONE_PATH}`,
    async close() {
      await Promise.all(jobs.map(job => job.close()))
      await http?.close()
    },
  }
}

function routesOf(
  processor: PaymentProcessor | undefined,
  test: TestProcessor | undefined,
  deps: PaymentsDeps,
): Routes[] {
  const { db, reach, log } = deps
  return [
    doneRoutes,
    ...(processor === undefined ? [] : [webhookRoutes({ db, log, processor, reach })]),
    ...(test === undefined ? [] : [checkoutRoutes(test)]),
  ]
}

import type { Logger, Metrics } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Closable, ConfigError, type PeriodicJob } from '@mtg/runtime'
import { openProcessor } from './clients/processor/open-processor.ts'
import type { PaymentProcessor } from './clients/processor/processor.ts'
import type { BillingConfig } from './config.ts'
import type { Reach } from './domain/failpoints.ts'
import { withFailpoints } from './clients/processor/with-failpoints.ts'
import { DONE_PATH } from './http/checkout.ts'
import { servePayments } from './http/serve-payments.ts'
import type { HttpServer } from './http/server.ts'
import { webhookPath } from './http/webhook.ts'
import { startDelivery } from './jobs/deliver-test-events.ts'
import { startFinishing } from './jobs/finish-transfers.ts'
import { startRollUp } from './jobs/roll-up-journal.ts'
import { createTestBooks } from './store/test-books.ts'

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

/** Starts all that has to do with money coming in and going out. */
export async function startPayments({ config, db, reach, metrics, log }: PaymentsDeps): Promise<Payments> {
  requireProcessorSettings(config)
  let http: HttpServer | undefined
  let delivery: PeriodicJob | undefined
  // Where nothing else is set, pages are where they are served: known once they are.
  const baseUrl = () => config.BASE_URL?.replace(/\/$/, '') ?? http?.origin ?? ''
  const { processor: plain, test } = openProcessor({
    name: config.PAYMENT_PROCESSOR,
    stripe: {
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      apiUrl: new URL(config.STRIPE_API_URL),
    },
    test: {
      books: createTestBooks(db),
      encryptionKey: config.ENCRYPTION_KEY,
      baseUrl,
      onEvent: () => void delivery?.wake(),
    },
  })
  const processor = plain && withFailpoints(plain, reach)
  if (config.HTTP_LISTEN !== undefined) {
    const testProcessor = test?.processor
    http = await servePayments({ listen: config.HTTP_LISTEN, processor, testProcessor, db, reach, log })
  }

  const jobs = [startRollUp({ db, intervalMs: config.ROLL_UP_INTERVAL_MS, log })]
  if (processor !== undefined)
    jobs.push(startFinishing({ db, processor, intervalMs: config.TRANSFER_RETRY_MS, metrics, log }))
  if (test !== undefined) {
    const webhookUrl = () => `${baseUrl()}${webhookPath('test')}`
    delivery = startDelivery({ db, webhookUrl, webhookSecret: test.webhookSecret, log })
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

function requireProcessorSettings(config: BillingConfig): void {
  if (config.PAYMENT_PROCESSOR === 'none') return
  if (config.HTTP_LISTEN === undefined)
    throw new ConfigError(['HTTP_LISTEN: is not set, but the payment processor must reach the webhook'])
  if (config.PAYMENT_PROCESSOR !== 'stripe') return
  const missing = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter(name => config[name] === '')
  if (missing.length > 0) throw new ConfigError(missing.map(name => `${name}: is not set`))
}

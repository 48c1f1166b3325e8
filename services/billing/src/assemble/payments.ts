import type { Database } from '@mtg/postgres'
import type { Closable, PeriodicJob, ServiceContext } from '@mtg/runtime'
import type { PaymentsElsewhere } from '../clients/cells/payments.ts'
import { openProcessor } from '../clients/processor/open-processor.ts'
import type { PaymentProcessor } from '../clients/processor/processor.ts'
import type { TestProcessor } from '../clients/processor/test-processor.ts'
import { withFailpoints } from '../clients/processor/with-failpoints.ts'
import { type BillingConfig, chosenProcessor, requireProcessorSettings } from '../config.ts'
import type { Reach } from '../domain/failpoints.ts'
import { DONE_PATH } from '../http/checkout.ts'
import { servePayments } from '../http/serve-payments.ts'
import type { HttpServer } from '../http/server.ts'
import { webhookPath } from '../http/webhook.ts'
import { startDelivery } from '../jobs/deliver-test-events.ts'
import { startFinishing } from '../jobs/finish-transfers.ts'
import { createTestBooks } from '../store/test-books.ts'

type Context = ServiceContext<BillingConfig>

/** Money in and out: the processor, its webhook and pages, and the jobs that see transfers and events through. */
export interface Payments extends Closable {
  readonly processor: PaymentProcessor | undefined
  /** Where buyers go from a checkout page. */
  readonly returnUrl: () => string
  /** Set when it is the built-in one. */
  readonly testProcessor: TestProcessor | undefined
}

/** Starts them, as far as a processor is configured. */
export async function startPayments(
  context: Context,
  db: Database,
  reach: Reach,
  elsewhere?: PaymentsElsewhere,
): Promise<Payments> {
  const { config, log, metrics } = context
  let http: HttpServer | undefined
  let delivery: PeriodicJob | undefined
  // Where nothing else is set, pages are where they are served, which is known once they are.
  const baseUrl = () => config.BASE_URL?.replace(/\/$/, '') ?? http?.origin ?? ''
  const { processor: opened, test } = await openConfiguredProcessor(config, db, baseUrl, () => void delivery?.wake())
  const processor = opened && withFailpoints(opened, reach)
  if (config.HTTP_LISTEN !== undefined) {
    const testProcessor = test && (elsewhere?.withAllPages(test.processor) ?? test.processor)
    const takeElsewhere = elsewhere && ((body: Buffer, signature: string) => elsewhere.takeEvent(body, signature))
    const listen = config.HTTP_LISTEN
    http = await servePayments({ listen, processor, testProcessor, db, reach, log, takeElsewhere })
  }

  const jobs: Closable[] = []
  if (processor !== undefined) {
    jobs.push(
      startFinishing({
        db,
        processor,
        metrics,
        log,
        intervalMs: config.TRANSFER_RETRY_MS,
        leaseMs: config.TRANSFER_LEASE_MS,
      }),
    )
  }
  if (test !== undefined) {
    const webhookUrl = () => `${baseUrl()}${webhookPath('test')}`
    delivery = startDelivery({ db, webhookUrl, webhookSecret: test.webhookSecret, log })
    jobs.push(delivery)
  }
  return {
    processor,
    testProcessor: test?.processor,
    returnUrl: () => `${baseUrl()}${DONE_PATH}`,
    async close() {
      await Promise.all(jobs.map(job => job.close()))
      await http?.close()
    },
  }
}

function openConfiguredProcessor(config: BillingConfig, db: Database, baseUrl: () => string, onEvent: () => void) {
  requireProcessorSettings(config)
  return openProcessor({
    ...chosenProcessor(config),
    test: { books: createTestBooks(db), encryptionKey: config.ENCRYPTION_KEY, baseUrl, onEvent },
  })
}

import type { PaymentProcessor } from '../clients/processor/processor.ts'
import type { TestProcessor } from '../clients/processor/test-processor.ts'
import type { Reach } from '../domain/failpoints.ts'
import type { EventDeps } from '../use-cases/top-ups/apply-event.ts'
import { checkoutRoutes, doneRoutes } from './checkout.ts'
import { type HttpServer, type Routes, serveHttp } from './server.ts'
import { type WebhookDeps, webhookRoutes } from './webhook.ts'

/** Where to serve, and for which processor. */
export interface ServePaymentsOptions extends Omit<EventDeps, 'processor'> {
  /** host:port */
  readonly listen: string
  /** Undefined: none is configured, and nobody sends events. */
  readonly processor: PaymentProcessor | undefined
  /** Set when it is the processor. */
  readonly testProcessor: TestProcessor | undefined
  readonly reach: Reach
  readonly takeElsewhere?: WebhookDeps['takeElsewhere']
}

/** Serves the processor's webhook, the pages of the test processor, and the page that buyers are sent to after paying. */
export function servePayments(options: ServePaymentsOptions): Promise<HttpServer> {
  const { listen, processor, testProcessor, db, reach, log, takeElsewhere } = options
  const routes: Routes[] = [doneRoutes]
  if (processor !== undefined) routes.push(webhookRoutes({ db, log, processor, reach, takeElsewhere }))
  if (testProcessor !== undefined) routes.push(checkoutRoutes(testProcessor))
  return serveHttp({ listen, routes, log })
}

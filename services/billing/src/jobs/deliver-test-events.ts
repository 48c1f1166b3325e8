import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { signTestEvent } from '../clients/processor/test-processor.ts'
import {
  findNextTestEventMs,
  listDueTestEvents,
  postponeTestEvent,
  setTestEventDelivered,
  type TestEvent,
} from '../store/test-events.ts'

/** Where to deliver, and what with. */
export interface DeliveryOptions {
  readonly db: Database
  readonly webhookUrl: () => string
  /** Signs the events. */
  readonly webhookSecret: string
  readonly log: Logger
}

/** Who makes an event wakes the job; another process's are found like this when that has died. */
const INTERVAL_MS = 5_000
const RETRY_MIN_MS = 500
const BATCH_MAX = 50
const TIMEOUT_MS = 5000

/** Sends the test processor's events to the webhook until it takes them, as a real processor does; wakes itself when the next is due. */
export function startDelivery({ db, webhookUrl, webhookSecret, log }: DeliveryOptions): PeriodicJob {
  let retry: NodeJS.Timeout | undefined

  async function send({ payload }: TestEvent): Promise<void> {
    const response = await fetch(webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': await signTestEvent(payload, webhookSecret) },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
  }

  async function deliver(event: TestEvent): Promise<void> {
    try {
      await send(event)
      await setTestEventDelivered(db, event.id)
    } catch (err) {
      log.warn({ err, eventId: event.id }, 'a test event could not be delivered')
      await postponeTestEvent(db, event.id)
    }
  }

  async function run(): Promise<void> {
    clearTimeout(retry)
    for (const event of await listDueTestEvents(db, BATCH_MAX)) await deliver(event)
    const nextMs = await findNextTestEventMs(db)
    if (nextMs === undefined || nextMs >= INTERVAL_MS) return
    retry = setTimeout(() => void job.wake(), Math.max(nextMs, RETRY_MIN_MS)).unref()
  }

  const job = startPeriodicJob({
    name: 'deliver test events',
    intervalMs: INTERVAL_MS,
    firstAfterMs: RETRY_MIN_MS,
    retryMs: RETRY_MIN_MS,
    run,
    log,
  })
  return job
}

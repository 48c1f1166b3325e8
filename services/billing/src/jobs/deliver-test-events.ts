import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { signTestEvent } from '../clients/processor/test-processor.ts'
import { type Job, repeat } from './repeat.ts'

/** What the job needs. */
export interface DeliveryOptions {
  readonly db: Database
  readonly webhookUrl: () => string
  readonly webhookSecret: string
  readonly intervalMs: number
  readonly log: Logger
}

const BATCH_MAX = 50
const TIMEOUT_MS = 5000

const PENDING = {
  name: 'pending-test-events',
  text: `SELECT id, payload FROM test_events WHERE delivered_at IS NULL AND next_attempt_at <= clock_timestamp()
         ORDER BY next_attempt_at LIMIT $1`,
}

const DELIVERED = {
  name: 'test-event-delivered',
  text: 'UPDATE test_events SET delivered_at = clock_timestamp(), attempts = attempts + 1 WHERE id = $1',
}

const POSTPONE = {
  name: 'postpone-test-event',
  text: `UPDATE test_events SET attempts = attempts + 1,
           next_attempt_at = clock_timestamp() + least(power(2, least(attempts, 10)), 60) * interval '500 milliseconds'
         WHERE id = $1`,
}

/** Sends the test processor's events to the webhook until it takes them, as a real processor does. */
export function startDelivery(options: DeliveryOptions): Job {
  const { db, log } = options

  async function deliver({ id, payload }: { id: string; payload: string }): Promise<void> {
    try {
      const response = await fetch(options.webhookUrl(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signTestEvent(payload, options.webhookSecret),
        },
        body: payload,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
      await db.query(DELIVERED, [id])
    } catch (err) {
      log.warn({ err, eventId: id }, 'a test event could not be delivered')
      await db.query(POSTPONE, [id])
    }
  }

  async function work(): Promise<void> {
    const events = await db.query<{ id: string; payload: string }>(PENDING, [BATCH_MAX])
    for (const event of events) await deliver(event)
  }

  return repeat({ name: 'deliver test events', intervalMs: options.intervalMs, work, log })
}

import { appError } from '@mtg/errors'
import type { ProcessorEvent } from '../clients/processor/processor.ts'
import { between, type Reach } from '../domain/failpoints.ts'
import { applyEvent, type EventDeps, isEventHere } from '../use-cases/top-ups/apply-event.ts'
import type { Routes } from './server.ts'

/** The books, and other cells with books of their own. */
export interface WebhookDeps extends EventDeps {
  readonly reach: Reach
  /** Hands an event to the cell whose top-up it is about; false when there is none. Undefined: there are no other cells. */
  readonly takeElsewhere?: ((body: Buffer, signature: string) => Promise<boolean>) | undefined
}

/** Where the payment processor sends its events: `/v1-beta/webhooks/` and its name. */
export function webhookRoutes(deps: WebhookDeps): Routes {
  const { reach } = deps
  const apply = between(reach, ['webhook_received', 'webhook_committed'], (event: ProcessorEvent) =>
    applyEvent(deps, event),
  )
  const path = webhookPath(deps.processor.name)
  return app => {
    app.post(path, async request => {
      const signature = request.headers['stripe-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw appError('webhook_signature_invalid')
      // A failure is answered with an error, so that the processor sends the event again.
      const event = await deps.processor.readWebhook(request.body, signature)
      const isElsewhere = deps.takeElsewhere !== undefined && !(await isEventHere(deps, event))
      if (isElsewhere && (await deps.takeElsewhere?.(request.body, signature))) return { received: true }
      await apply(event)
      return { received: true }
    })
  }
}

/** The path of a processor's webhook. */
export function webhookPath(processor: string): string {
  return `/v1-beta/webhooks/${processor}`
}

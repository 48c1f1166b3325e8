import { appError } from '@mtg/errors'
import type { ProcessorEvent } from '../clients/processor/processor.ts'
import { between, type Reach } from '../domain/failpoints.ts'
import { applyEvent, type EventDeps } from '../use-cases/top-ups/apply-event.ts'
import type { Routes } from './server.ts'

/** Where the payment processor sends its events: `/v1-beta/webhooks/` and its name. */
export function webhookRoutes(deps: EventDeps & { readonly reach: Reach }): Routes {
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
      await apply(await deps.processor.readWebhook(request.body, signature))
      return { received: true }
    })
  }
}

/** The path of a processor's webhook. */
export function webhookPath(processor: string): string {
  return `/v1-beta/webhooks/${processor}`
}

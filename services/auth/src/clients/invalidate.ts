import { type NatsLink, publishInvalidation } from '@mtg/events'
import type { Logger } from '@mtg/observability'
import type { BuyerId, KeyId } from '@mtg/primitives'

/** Tells the edges that what they cached of a key or buyer is stale. Never fails: their cache is short anyway. */
export type Invalidate = (...stale: ['key', KeyId] | ['buyer', BuyerId]) => void

/** Pushes invalidations over NATS. */
export function createInvalidate(options: { nats: NatsLink; prefix: string; log: Logger }): Invalidate {
  return (...[kind, id]) => {
    try {
      publishInvalidation(options.nats, options.prefix, { kind, id })
    } catch (err) {
      options.log.warn({ err, kind, id }, 'invalidation could not be published')
    }
  }
}

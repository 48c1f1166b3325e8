import { type NatsLink, publishInvalidation } from '@mtg/events'
import type { Logger } from '@mtg/observability'

/** Tells the edges that what they cached of a key or buyer is stale. Never fails: their cache is short anyway. */
export type Invalidate = (kind: 'key' | 'buyer', id: string) => void

/** Pushes invalidations over NATS. */
export function createInvalidate(options: { nats: NatsLink; prefix: string; log: Logger }): Invalidate {
  return (kind, id) => {
    try {
      publishInvalidation(options.nats, options.prefix, { kind, id })
    } catch (err) {
      options.log.warn({ err, kind, id }, 'invalidation could not be published')
    }
  }
}

import type { NatsConnection } from 'nats'
import { z } from 'zod'
import type { NatsLink } from './nats-link.ts'

const invalidationSchema = z.object({
  kind: z.enum(['key', 'buyer', 'catalogue', 'purchases', 'key_limits']),
  id: z.string(),
})

/**
 * Something that others may have cached is stale: an API key (id: key id), a buyer (id: buyer id), what a publisher offers (id:
 * its username; empty: of any), purchases of a buyer (id: buyer id; empty: of any), or limits of a buyer's keys (likewise). Best
 * effort: whoever caches also lets entries grow old.
 */
export type Invalidation = z.infer<typeof invalidationSchema>

/** Where they travel. */
export const invalidationSubject = (prefix: string) => `${prefix}invalidation.v1`

/** Tells every process. Does nothing while NATS is away: those who missed it hear of the gap and forget everything. */
export function publishInvalidation(nats: NatsLink, prefix: string, invalidation: Invalidation): void {
  if (nats.isConnected()) nats.current()?.publish(invalidationSubject(prefix), JSON.stringify(invalidation))
}

/**
 * Listens. `onGap` is called whenever invalidations may have been missed (at the first connect and each reconnect),
 * once the server is known to pass on later ones: then everything cached before is suspect.
 */
export function subscribeInvalidations(
  nats: NatsLink,
  prefix: string,
  onInvalidation: (invalidation: Invalidation) => void,
  onGap: () => void,
): { close(): void } {
  let subscribed: { readonly on: NatsConnection; unsubscribe(): void } | undefined
  let closed = false

  function receive(data: Uint8Array): void {
    const parsed = invalidationSchema.safeParse(parseJson(data))
    if (parsed.success) onInvalidation(parsed.data)
    else onGap()
  }

  function subscribe(connection: NatsConnection): void {
    const subscription = connection.subscribe(invalidationSubject(prefix), {
      // The link logs what the server refuses.
      callback: (err, message) => (err === null ? receive(message.data) : undefined),
    })
    subscribed = { on: connection, unsubscribe: () => subscription.unsubscribe() }
  }

  function listen(): void {
    const connection = nats.current()
    if (connection === undefined || connection.isClosed() || connection.isDraining()) return
    // A reconnect keeps its subscriptions; another connection has none.
    if (subscribed?.on !== connection) subscribe(connection)
    const confirmed = () => {
      if (!closed) onGap()
    }
    // The server handles in order: its answer says that the subscription stands. Without one, the next connect asks.
    void connection.flush().then(confirmed, () => {})
  }

  const stopListening = nats.onChange(connected => {
    if (connected) listen()
  })
  if (nats.isConnected()) listen()
  return {
    close() {
      closed = true
      stopListening()
      if (subscribed !== undefined && !subscribed.on.isClosed()) subscribed.unsubscribe()
    },
  }
}

function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'))
  } catch {
    return undefined
  }
}

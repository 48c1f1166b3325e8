import { z } from 'zod'
import type { NatsLink } from './nats-link.ts'

const invalidationSchema = z.object({
  kind: z.enum(['key', 'buyer', 'catalogue']),
  id: z.string(),
})

/**
 * Something that others may have cached is stale: an API key (id: key id), a buyer (id: buyer id), or the catalogue
 * with its purchases (id empty). Best effort: whoever caches also lets entries grow old.
 */
export type Invalidation = z.infer<typeof invalidationSchema>

const subjectOf = (prefix: string) => `${prefix}invalidation.v1`

/** Tells every process. Does nothing while NATS is away: those who missed it hear of the gap and forget everything. */
export function publishInvalidation(nats: NatsLink, prefix: string, invalidation: Invalidation): void {
  if (nats.isConnected()) nats.current()?.publish(subjectOf(prefix), JSON.stringify(invalidation))
}

/**
 * Listens. `onGap` is called whenever invalidations may have been missed (at the first connect and each reconnect):
 * then everything cached is suspect.
 */
export function subscribeInvalidations(
  nats: NatsLink,
  prefix: string,
  onInvalidation: (invalidation: Invalidation) => void,
  onGap: () => void,
): { close(): void } {
  let closed = false
  const stopListening = nats.onChange(connected => {
    if (connected) onGap()
  })

  async function follow(): Promise<void> {
    const connection = await nats.connection()
    if (closed) return
    const subscription = connection.subscribe(subjectOf(prefix))
    for await (const message of subscription) {
      const parsed = invalidationSchema.safeParse(parseJson(message.data))
      if (parsed.success) onInvalidation(parsed.data)
      else onGap()
    }
    // The subscription ends only with its connection: a new one needs a new subscription.
    if (!closed) void follow()
  }

  follow().catch(() => {})
  return {
    close() {
      closed = true
      stopListening()
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

import { randomUUID } from 'node:crypto'
import { connectNats, createUsagePublisher, packStages, type UsagePublisher, type UsageRecorded } from '@mtg/events'
import { createLogger, createMetrics } from '@mtg/observability'
import { uuidv7 } from '@mtg/primitives'

const FLUSH_TIMEOUT_MS = 120_000
/** What a run publishes at once must find room. */
const BUFFER_BYTES_MAX = 2 ** 31

const stages = packStages(
  ['check_origin', 'authenticate', 'read_body', 'parse', 'authorize_scope', 'reserve', 'forward', 'deliver'].map(
    (name, index) => ({ name, durationUs: 17 * index * index, note: '' }),
  ),
)

/** New calls of now, spread over so many buyers, with 5 apps. */
export function makeEvents(count: number, buyerCount: number): UsageRecorded[] {
  const buyers = Array.from({ length: buyerCount }, () => randomUUID())
  const ids = { keyId: randomUUID(), purchaseId: randomUUID(), appId: randomUUID() }
  const nowMs = Date.now()
  return Array.from({ length: count }, (_, index) => ({
    ...ids,
    callId: uuidv7(nowMs),
    occurredAt: new Date(nowMs - (index % 60_000)).toISOString(),
    buyerId: buyers[index % buyerCount] ?? '',
    publisherUsername: 'acme',
    appName: `app${index % 5}`,
    adapter: 'mcp',
    operation: 'tools/call',
    name: 'search',
    tier: 'paid',
    chargedMicros: '2000',
    totalTokens: '0',
    durationMs: 12,
    code: 'ok',
    status: 200,
    stages,
  }))
}

/** Publishes all at once. */
export async function publish(natsUrl: string, events: readonly UsageRecorded[]): Promise<void> {
  await withPublisher(natsUrl, events.length, async publisher => {
    for (const event of events) publisher.record(event)
    await publisher.flush(FLUSH_TIMEOUT_MS)
  })
}

/** Lends a publisher that takes so many events at a time. */
export async function withPublisher(natsUrl: string, count: number, use: (publisher: UsagePublisher) => Promise<void>) {
  const log = createLogger({ service: 'bench', level: 'silent' })
  const nats = connectNats({ url: natsUrl, name: 'bench', log })
  await nats.connection()
  const metrics = createMetrics('bench')
  const publisher = createUsagePublisher({
    nats,
    prefix: '',
    log,
    metrics,
    bufferMax: count + 1,
    bufferBytesMax: BUFFER_BYTES_MAX,
  })
  await use(publisher)
  await publisher.close()
  await nats.close()
}

import { AckPolicy, DiscardPolicy, type NatsConnection, RetentionPolicy, StorageType } from 'nats'
import type { UsageKind } from './usage-events.ts'

const NANOS_PER_MS = 1_000_000
const MAX_AGE_MS = 7 * 86_400_000
const STREAM_BYTES_MAX = 1024 * 1024 * 1024
const STREAM_REPLICAS = 1
const DUPLICATE_WINDOW_MS = 120_000
const ACK_WAIT_MS = 10_000

/** How the stream of usage events is made when it is not there. */
export interface UsageStreamOptions {
  /** Bytes it may hold; 1 GiB when left out. Each server that keeps it must have as much storage. */
  readonly bytesMax?: number
  /** Servers of a cluster that keep each event: 1 when left out, 3 to survive the loss of one. */
  readonly replicas?: number
}

/** Where usage events travel. */
export interface UsageNames {
  readonly stream: string
  readonly consumer: string
  subjectOf(kind: UsageKind): string
  kindOf(subject: string): UsageKind | undefined
}

/** Names on a NATS that may be shared: the prefix keeps instances apart. */
export function usageNames(prefix: string): UsageNames {
  const base = `${prefix}usage.v1`
  return {
    // Stream names may have no dots.
    stream: `${prefix.replaceAll(/[^A-Za-z0-9_-]/g, '_')}USAGE`,
    consumer: 'metering',
    subjectOf: kind => `${base}.${kind}`,
    kindOf(subject) {
      if (subject === `${base}.recorded`) return 'recorded'
      return subject === `${base}.observed` ? 'observed' : undefined
    },
  }
}

/**
 * Makes the stream if it is not there (first start, or a wiped server). `discard: new` refuses further events when it
 * is full, instead of silently dropping those nobody has read. A stream that is there is left as its operator made it.
 */
export async function ensureUsageStream(
  connection: NatsConnection,
  prefix: string,
  options: UsageStreamOptions = {},
): Promise<void> {
  const names = usageNames(prefix)
  const manager = await connection.jetstreamManager()
  try {
    await manager.streams.info(names.stream)
  } catch {
    await manager.streams.add({
      name: names.stream,
      subjects: [`${prefix}usage.v1.>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      max_age: MAX_AGE_MS * NANOS_PER_MS,
      max_bytes: options.bytesMax ?? STREAM_BYTES_MAX,
      num_replicas: options.replicas ?? STREAM_REPLICAS,
      duplicate_window: DUPLICATE_WINDOW_MS * NANOS_PER_MS,
    })
  }
}

/** Makes the stream and the durable consumer that all metering processes share. */
export async function ensureUsageConsumer(
  connection: NatsConnection,
  prefix: string,
  options: UsageStreamOptions = {},
): Promise<void> {
  await ensureUsageStream(connection, prefix, options)
  const names = usageNames(prefix)
  const manager = await connection.jetstreamManager()
  await manager.consumers.add(names.stream, {
    durable_name: names.consumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * NANOS_PER_MS,
    // Poison is handled by the consumer itself, which knows an outage from a bad message.
    max_deliver: -1,
    max_ack_pending: 2000,
  })
}

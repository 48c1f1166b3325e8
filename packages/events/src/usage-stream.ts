import { fieldOf } from '@mtg/primitives'
import {
  AckPolicy,
  type ConsumerConfig,
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { type UsageKind, usageKinds } from './usage-events.ts'

const NANOS_PER_MS = 1_000_000
const RECORD_AGE_MAX_MS = 7 * 86_400_000
const OBSERVATION_AGE_MAX_MS = 3_600_000
const MEBIBYTE = 1024 * 1024
const RECORD_BYTES_MAX = 1024 * MEBIBYTE
const OBSERVATION_BYTES_MAX = 64 * MEBIBYTE
/** Of one message: twice what a publisher of ours makes, and so few that a consumer can hold what it asks for. */
const MESSAGE_BYTES_MAX = MEBIBYTE
const STREAM_REPLICAS = 1
const DUPLICATE_WINDOW_MS = 120_000
const ACK_WAIT_MS = 10_000
const NOT_FOUND = 404

/** How the streams of usage events are to be. */
export interface UsageStreamOptions {
  /** Bytes of records that nobody has stored yet; 1 GiB when left out. Each server that keeps them must have as much storage. */
  readonly bytesMax?: number
  /** Bytes of observations that nobody has stored yet; 64 MiB when left out. */
  readonly observationBytesMax?: number
  /** Servers of a cluster that keep each event: 1 when left out, 3 to survive the loss of one. */
  readonly replicas?: number
}

/** Where usage events travel. */
export interface UsageNames {
  /** One stream each, so that nothing that is best effort takes a record's place. */
  readonly streamOf: (kind: UsageKind) => string
  /** The one stream of earlier releases, which kept what was consumed. */
  readonly formerStream: string
  readonly consumer: string
  readonly subjectOf: (kind: UsageKind) => string
  readonly kindOf: (subject: string) => UsageKind | undefined
}

/** Names on a NATS that may be shared: the prefix keeps instances apart. */
export function usageNames(prefix: string): UsageNames {
  const base = `${prefix}usage.v1`
  // Stream names may have no dots.
  const stem = `${prefix.replaceAll(/[^A-Za-z0-9_-]/g, '_')}USAGE`
  return {
    streamOf: kind => (kind === 'recorded' ? `${stem}_RECORDS` : `${stem}_OBSERVATIONS`),
    formerStream: stem,
    consumer: 'metering',
    subjectOf: kind => `${base}.${kind}`,
    kindOf: subject => usageKinds.find(kind => subject === `${base}.${kind}`),
  }
}

/**
 * How the stream of a kind is to be. What was consumed is gone (work queue), so its size is what nobody has stored yet. A full
 * stream refuses further records, which their edges keep, and lets the oldest observations go.
 */
function wantedStream(prefix: string, kind: UsageKind, options: UsageStreamOptions) {
  const isRecord = kind === 'recorded'
  return {
    subjects: [usageNames(prefix).subjectOf(kind)],
    discard: isRecord ? DiscardPolicy.New : DiscardPolicy.Old,
    max_age: (isRecord ? RECORD_AGE_MAX_MS : OBSERVATION_AGE_MAX_MS) * NANOS_PER_MS,
    max_bytes: isRecord
      ? (options.bytesMax ?? RECORD_BYTES_MAX)
      : (options.observationBytesMax ?? OBSERVATION_BYTES_MAX),
    max_msg_size: MESSAGE_BYTES_MAX,
    num_replicas: options.replicas ?? STREAM_REPLICAS,
    duplicate_window: DUPLICATE_WINDOW_MS * NANOS_PER_MS,
  } satisfies Partial<StreamConfig>
}

/** Makes those streams that are not there (first start, or a wiped server); what is there is left to its consumers to change. */
export async function ensureUsageStreams(
  connection: NatsConnection,
  prefix: string,
  options: UsageStreamOptions = {},
): Promise<void> {
  const manager = await connection.jetstreamManager()
  for (const kind of usageKinds) {
    if ((await findStream(manager, usageNames(prefix).streamOf(kind))) === undefined) {
      await addStream(manager, prefix, kind, options)
    }
  }
}

/** Something about a stream that is there could not be made as it is wanted. */
export type OnUnapplied = (stream: string, reason: unknown) => void

/**
 * Makes streams and consumers as they are wanted, changing those that are there; what the server will not change stays, and is
 * told. Safe to run at any time and by several processes.
 */
export async function applyUsageStreams(
  connection: NatsConnection,
  prefix: string,
  options: UsageStreamOptions,
  onUnapplied: OnUnapplied,
): Promise<void> {
  const names = usageNames(prefix)
  const manager = await connection.jetstreamManager()
  await parkFormerStream(manager, prefix)
  for (const kind of usageKinds) {
    const name = names.streamOf(kind)
    const existing = await findStream(manager, name)
    if (existing === undefined) await addStream(manager, prefix, kind, options)
    else await changeStream(manager, existing, wantedStream(prefix, kind, options)).catch(err => onUnapplied(name, err))
    await addConsumer(manager, name, names.consumer)
  }
}

/** Whether the former stream is there; then its consumer is, too. */
export async function openFormerStream(connection: NatsConnection, prefix: string): Promise<boolean> {
  const { formerStream, consumer } = usageNames(prefix)
  const manager = await connection.jetstreamManager()
  if ((await findStream(manager, formerStream)) === undefined) return false
  await addConsumer(manager, formerStream, consumer)
  return true
}

/** Removes the former stream once all of it is stored, and says whether it is gone. */
export async function removeDrainedStream(connection: NatsConnection, prefix: string): Promise<boolean> {
  const { formerStream, consumer } = usageNames(prefix)
  const manager = await connection.jetstreamManager()
  const stream = await findStream(manager, formerStream)
  if (stream === undefined) return true
  const { num_pending: unread, num_ack_pending: unstored } = await manager.consumers.info(formerStream, consumer)
  if (unread + unstored > 0 || !isParked(stream, prefix)) return false
  return await manager.streams.delete(formerStream)
}

/**
 * No server turns a stream of limits into a work queue. So the former stream gives its subjects up to the new ones, and keeps
 * what is in it until that is stored; edges of before go on publishing as they did.
 */
async function parkFormerStream(manager: JetStreamManager, prefix: string): Promise<void> {
  const { formerStream } = usageNames(prefix)
  const stream = await findStream(manager, formerStream)
  if (stream === undefined || isParked(stream, prefix)) return
  await manager.streams.update(formerStream, { subjects: [parkedSubject(prefix)] })
}

const parkedSubject = (prefix: string) => `${prefix}usage.former`

const isParked = ({ subjects }: StreamConfig, prefix: string) =>
  subjects?.length === 1 && subjects[0] === parkedSubject(prefix)

async function addStream(
  manager: JetStreamManager,
  prefix: string,
  kind: UsageKind,
  options: UsageStreamOptions,
): Promise<void> {
  await manager.streams.add({
    name: usageNames(prefix).streamOf(kind),
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    ...wantedStream(prefix, kind, options),
  })
}

async function changeStream(
  manager: JetStreamManager,
  existing: StreamConfig,
  wanted: ReturnType<typeof wantedStream>,
): Promise<void> {
  if (existing.retention !== RetentionPolicy.Workqueue) throw new Error(`its retention is ${existing.retention}`)
  const differs = Object.entries(wanted).some(
    ([key, value]) => JSON.stringify(fieldOf(existing, key)) !== JSON.stringify(value),
  )
  if (differs) await manager.streams.update(existing.name, wanted)
}

async function addConsumer(manager: JetStreamManager, stream: string, consumer: string): Promise<void> {
  const wanted: Partial<ConsumerConfig> = {
    durable_name: consumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * NANOS_PER_MS,
    // Poison is handled by the consumer itself, which knows an outage from a bad message.
    max_deliver: -1,
    max_ack_pending: 2000,
  }
  await manager.consumers.add(stream, wanted)
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamConfig | undefined> {
  try {
    return (await manager.streams.info(name)).config
  } catch (err) {
    if (err instanceof NatsError && err.api_error?.code === NOT_FOUND) return undefined
    throw err
  }
}

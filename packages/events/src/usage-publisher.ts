import { randomUUID } from 'node:crypto'
import { type Logger, type Metrics } from '@mtg/observability'
import { type Clock, systemClock } from '@mtg/primitives'
import type { NatsConnection } from 'nats'
import { boundEvent } from './event-bounds.ts'
import type { NatsLink } from './nats-link.ts'
import { createObservationShares } from './observation-shares.ts'
import { createUsageBuffer, type DropReason, dropReasons, PARCEL_EVENTS_MAX, type Parcel } from './usage-buffer.ts'
import { type CallObserved, type UsageKind, type UsageRecorded, usageKinds } from './usage-events.ts'
import { ensureUsageStreams, type UsageStreamOptions, usageNames } from './usage-stream.ts'

/** Publishes usage events off the path of calls: nothing here blocks or fails a call. */
export interface UsagePublisher {
  record(event: UsageRecorded): void
  observe(event: CallObserved): void
  /** Resolves when all that was given so far is acknowledged, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
  /** Whether events arrive: false once one of them has waited for ten seconds. */
  isFlowing(): boolean
  /** Flushes (bounded) and stops. */
  close(): Promise<void>
}

/** What a publisher needs. */
export interface UsagePublisherOptions {
  readonly nats: NatsLink
  readonly prefix: string
  readonly log: Logger
  readonly metrics: Metrics
  /** Events kept while NATS is away; more are dropped and counted. Records are dropped last: billing repairs them. */
  readonly bufferMax: number
  /** Bytes of these; 8 MiB when left out. */
  readonly bufferBytesMax?: number
  /** Observations of one buyer in a second; 20 when left out. */
  readonly observationsPerSecond?: number
  /** How the streams are made when this side has to make them. */
  readonly stream?: UsageStreamOptions
  readonly clock?: Clock
}

interface Message {
  readonly id: string
  readonly parcel: Parcel
  readonly payload: Buffer
}

const BUFFER_BYTES_MAX = 8 * 1024 * 1024
const OBSERVATIONS_PER_SECOND = 20
/** Of all that may wait, what one buyer's observations may take. */
const BUYER_PART = 1 / 16
const HEADER_BYTES_MAX = 1024
/** Nobody waits for an event; what an edge that dies has not published by then, billing's reconciler does. */
const LINGER_MS = 100
const MESSAGES_UNDER_WAY_MAX = 4
const ACK_TIMEOUT_MS = 5000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2000
const CLOSE_TIMEOUT_MS = 5000
const FLOWING_WITHIN_MS = 10_000

/** Makes a publisher: many events to a message, one acknowledgement, bounded memory. */
export function createUsagePublisher(options: UsagePublisherOptions): UsagePublisher {
  const names = usageNames(options.prefix)
  const clock = options.clock ?? systemClock
  const bytesMax = options.bufferBytesMax ?? BUFFER_BYTES_MAX
  const { published, dropped } = countEvents(options.metrics)
  const perSecond = options.observationsPerSecond ?? OBSERVATIONS_PER_SECOND
  const shares = createObservationShares({ bytesMax: bytesMax * BUYER_PART, perSecond }, clock)
  const buffer = createUsageBuffer({ bytesMax, eventsMax: options.bufferMax }, shares, clock, dropped)
  const retries: Message[] = []
  let underWay = 0
  let retryMs = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let idleWaiters: (() => void)[] = []
  showBuffer(options.metrics, { buffer, eventsMax: options.bufferMax, bytesMax })
  const stopListening = options.nats.onChange(connected => {
    if (connected) pump()
  })

  function add(kind: UsageKind, event: UsageRecorded | CallObserved): void {
    if (closed) return dropped(kind, 'closed')
    buffer.add(kind, JSON.stringify(boundEvent(event)), event.buyerId)
    timer ??= setTimeout(pump, LINGER_MS)
  }

  function nextMessage(parcelBytesMax: number): Message | undefined {
    const again = retries.shift()
    if (again !== undefined) return again
    const parcel = buffer.take(parcelBytesMax)
    return parcel && { id: randomUUID(), parcel, payload: Buffer.from(`[${parcel.events.join(',')}]`) }
  }

  function pump(): void {
    clearTimeout(timer)
    timer = undefined
    const connection = options.nats.current()
    // While disconnected everything waits: the next connect calls again.
    if (connection !== undefined && options.nats.isConnected()) sendAll(connection)
    if (buffer.count > 0) return
    for (const resolve of idleWaiters) resolve()
    idleWaiters = []
  }

  function sendAll(connection: NatsConnection): void {
    const payloadBytesMax = connection.info?.max_payload ?? Number.POSITIVE_INFINITY
    while (underWay < MESSAGES_UNDER_WAY_MAX) {
      const message = nextMessage(payloadBytesMax - HEADER_BYTES_MAX)
      if (message === undefined) return
      underWay += 1
      void send(connection, message)
    }
  }

  async function send(connection: NatsConnection, message: Message): Promise<void> {
    const { kind, events } = message.parcel
    try {
      await publish(connection, message)
      published(kind, events.length)
      buffer.done(message.parcel)
      retryMs = 0
    } catch (err) {
      // The message keeps its id, so that one that had arrived after all is not stored twice.
      retries.push(message)
      retryMs = Math.min(Math.max(retryMs * 2, RETRY_MIN_MS), RETRY_MAX_MS)
      options.log.warn({ err, kind, eventCount: events.length }, 'usage events could not be published yet')
    }
    underWay -= 1
    if (retryMs === 0) pumpWhenWorthwhile()
    else if (!closed) timer ??= setTimeout(pump, retryMs)
  }

  /** A message for every event that came while the last one travelled would cost all sides more than it brings. */
  function pumpWhenWorthwhile(): void {
    const isWanted = idleWaiters.length > 0 || retries.length > 0 || buffer.waiting >= PARCEL_EVENTS_MAX
    if (isWanted || buffer.waiting === 0) pump()
    else timer ??= setTimeout(pump, LINGER_MS)
  }

  async function publish(connection: NatsConnection, { id, parcel, payload }: Message): Promise<void> {
    const subject = names.subjectOf(parcel.kind)
    const send = () => connection.jetstream().publish(subject, payload, { msgID: id, timeout: ACK_TIMEOUT_MS })
    try {
      await send()
    } catch (err) {
      if (!isNoStream(err)) throw err
      await ensureUsageStreams(connection, options.prefix, options.stream)
      await send()
    }
  }

  function flush(timeoutMs: number): Promise<void> {
    return new Promise(resolve => {
      const limit = setTimeout(resolve, timeoutMs)
      idleWaiters.push(() => {
        clearTimeout(limit)
        resolve()
      })
      pump()
    })
  }

  return {
    record: event => add('recorded', event),
    observe: event => add('observed', event),
    flush,
    isFlowing: () => buffer.oldestMs() < FLOWING_WITHIN_MS,
    async close() {
      await flush(CLOSE_TIMEOUT_MS)
      closed = true
      stopListening()
      clearTimeout(timer)
      if (buffer.count > 0) options.log.warn({ lost: buffer.count }, 'usage events were not published before the stop')
    },
  }
}

function countEvents(metrics: Metrics) {
  const published = metrics.counter('mtg_usage_events_published_total', 'Usage events acknowledged by NATS.', ['kind'])
  const dropped = metrics.counter(
    'mtg_usage_events_dropped_total',
    'Usage events given up: the buffer was full, a buyer had its share, the event was too large, the publisher closed.',
    ['kind', 'reason'],
  )
  // Alerts watch them grow, so they are told before there is anything to count.
  for (const kind of usageKinds) for (const reason of dropReasons) dropped.bind({ kind, reason })
  return {
    published: (kind: UsageKind, count: number) => published.inc({ kind }, count),
    dropped: (kind: UsageKind, reason: DropReason) => dropped.inc({ kind, reason }),
  }
}

interface Shown {
  readonly buffer: ReturnType<typeof createUsageBuffer>
  readonly eventsMax: number
  readonly bytesMax: number
}

function showBuffer(metrics: Metrics, { buffer, eventsMax, bytesMax }: Shown): void {
  metrics.gauge('mtg_usage_events_buffered', 'Usage events not acknowledged by NATS.', [], () => buffer.count)
  metrics.gauge('mtg_usage_events_buffer_max', 'Usage events that may wait.', [], () => eventsMax)
  metrics.gauge('mtg_usage_buffer_bytes', 'Bytes of usage events not acknowledged by NATS.', [], () => buffer.bytes)
  metrics.gauge('mtg_usage_buffer_max_bytes', 'Bytes of usage events that may wait.', [], () => bytesMax)
  metrics.gauge('mtg_usage_buffer_oldest_seconds', 'Age of the oldest of them; 0 when there is none.', [], () =>
    Math.round(buffer.oldestMs() / 1000),
  )
}

/** Nobody listens on the subject: the stream is not there. */
function isNoStream(err: unknown): boolean {
  return err instanceof Error && 'code' in err && (err.code === '503' || err.code === 'NO_RESPONDERS')
}

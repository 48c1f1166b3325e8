import { randomUUID } from 'node:crypto'
import type { Logger, Metrics } from '@mtg/runtime'
import type { NatsConnection } from 'nats'
import type { NatsLink } from './nats-link.ts'
import type { CallObserved, UsageKind, UsageRecorded } from './usage-events.ts'
import { ensureUsageStream, type UsageStreamOptions, usageNames } from './usage-stream.ts'

/** Publishes usage events off the path of calls: nothing here blocks or fails a call. */
export interface UsagePublisher {
  record(event: UsageRecorded): void
  observe(event: CallObserved): void
  /** Resolves when all that was given so far is acknowledged, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
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
  /** How the stream is made when this side has to make it. */
  readonly stream?: UsageStreamOptions
}

interface Message {
  readonly id: string
  readonly kind: UsageKind
  readonly payload: Buffer
  readonly eventCount: number
}

const EVENTS_PER_MESSAGE_MAX = 1000
/** Half of what a server takes by default, and a batch of such messages still fits into a consumer's memory. */
const MESSAGE_BYTES_MAX = 512 * 1024
const HEADER_BYTES_MAX = 1024
/** Of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3
/** Nobody waits for an event; what an edge that dies has not published by then, billing's reconciler does. */
const LINGER_MS = 100
const MESSAGES_UNDER_WAY_MAX = 4
const ACK_TIMEOUT_MS = 5000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2000
const CLOSE_TIMEOUT_MS = 5000

/** Makes a publisher: many events to a message, one acknowledgement, bounded memory. */
export function createUsagePublisher(options: UsagePublisherOptions): UsagePublisher {
  const names = usageNames(options.prefix)
  const published = options.metrics.counter('mtg_usage_events_published_total', 'Usage events acknowledged by NATS.', [
    'kind',
  ])
  const dropped = options.metrics.counter(
    'mtg_usage_events_dropped_total',
    'Usage events dropped because the buffer was full, the event too large, or the publisher closed.',
    ['kind'],
  )
  // Alerts watch it grow, so it is told before there is anything to count.
  for (const kind of ['recorded', 'observed']) dropped.bind({ kind })
  // As JSON at once: an event and its parts would hold several times as much memory until it is sent.
  const queues: Record<UsageKind, string[]> = { recorded: [], observed: [] }
  const retries: Message[] = []
  let underWay = 0
  let retryMs = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let idleWaiters: (() => void)[] = []
  options.metrics.gauge('mtg_usage_events_buffered', 'Usage events waiting for NATS.', [], () => buffered())
  options.metrics.gauge('mtg_usage_events_buffer_max', 'Usage events that may wait.', [], () => options.bufferMax)
  const stopListening = options.nats.onChange(connected => {
    if (connected) pump()
  })

  const buffered = () =>
    queues.recorded.length + queues.observed.length + retries.reduce((sum, message) => sum + message.eventCount, 0)

  function add(kind: UsageKind, event: unknown): void {
    if (closed || (buffered() >= options.bufferMax && !makeRoomFor(kind))) return dropped.inc({ kind })
    queues[kind].push(JSON.stringify(event))
    timer ??= setTimeout(pump, LINGER_MS)
  }

  /** A record takes the place of an observation; nothing takes the place of a record. */
  function makeRoomFor(kind: UsageKind): boolean {
    if (kind === 'observed' || queues.observed.length === 0) return false
    // The newest one, because taking from the front of a long array moves all of it.
    queues.observed.pop()
    dropped.inc({ kind: 'observed' })
    return true
  }

  function nextMessage(bytesMax: number): Message | undefined {
    const again = retries.shift()
    if (again !== undefined) return again
    for (const kind of ['recorded', 'observed'] as const) {
      const events = takeEvents(kind, bytesMax)
      if (events.length === 0) continue
      return { id: randomUUID(), kind, payload: Buffer.from(`[${events.join(',')}]`), eventCount: events.length }
    }
    return undefined
  }

  /** Takes as many events as fit into one message. */
  function takeEvents(kind: UsageKind, bytesMax: number): string[] {
    const queue = queues[kind]
    const events: string[] = []
    let bytes = 2
    let taken = 0
    for (const event of queue) {
      if (events.length === EVENTS_PER_MESSAGE_MAX) break
      const eventBytes = bytesOf(event, bytesMax - bytes) + 1
      if (eventBytes + 2 > bytesMax) {
        // It would be refused for ever, and everything behind it would wait.
        dropped.inc({ kind })
        options.log.error({ kind, eventBytes, bytesMax }, 'usage event is too large to be published')
      } else if (bytes + eventBytes > bytesMax) break
      else {
        events.push(event)
        bytes += eventBytes
      }
      taken += 1
    }
    queue.splice(0, taken)
    return events
  }

  function pump(): void {
    clearTimeout(timer)
    timer = undefined
    const connection = options.nats.current()
    // While disconnected everything waits: the next connect calls again.
    if (connection !== undefined && options.nats.isConnected()) sendAll(connection)
    if (underWay > 0 || buffered() > 0) return
    for (const resolve of idleWaiters) resolve()
    idleWaiters = []
  }

  function sendAll(connection: NatsConnection): void {
    const payloadBytesMax = connection.info?.max_payload ?? Number.POSITIVE_INFINITY
    const bytesMax = Math.min(MESSAGE_BYTES_MAX, payloadBytesMax - HEADER_BYTES_MAX)
    while (underWay < MESSAGES_UNDER_WAY_MAX) {
      const message = nextMessage(bytesMax)
      if (message === undefined) return
      underWay += 1
      void send(connection, message)
    }
  }

  async function send(connection: NatsConnection, message: Message): Promise<void> {
    try {
      await publish(connection, message)
      published.inc({ kind: message.kind }, message.eventCount)
      retryMs = 0
    } catch (err) {
      // The message keeps its id, so that one that had arrived after all is not stored twice.
      retries.push(message)
      retryMs = Math.min(Math.max(retryMs * 2, RETRY_MIN_MS), RETRY_MAX_MS)
      options.log.warn(
        { err, kind: message.kind, eventCount: message.eventCount },
        'usage events could not be published yet',
      )
    }
    underWay -= 1
    if (retryMs === 0) pumpWhenWorthwhile()
    else if (!closed) timer ??= setTimeout(pump, retryMs)
  }

  /** A message for every event that came while the last one travelled would cost all sides more than it brings. */
  function pumpWhenWorthwhile(): void {
    const isWanted = idleWaiters.length > 0 || retries.length > 0 || buffered() >= EVENTS_PER_MESSAGE_MAX
    if (isWanted || buffered() === 0) pump()
    else timer ??= setTimeout(pump, LINGER_MS)
  }

  async function publish(connection: NatsConnection, message: Message): Promise<void> {
    const send = () =>
      connection
        .jetstream()
        .publish(names.subjectOf(message.kind), message.payload, { msgID: message.id, timeout: ACK_TIMEOUT_MS })
    try {
      await send()
    } catch (err) {
      if (!isNoStream(err)) throw err
      await ensureUsageStream(connection, options.prefix, options.stream)
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
    async close() {
      await flush(CLOSE_TIMEOUT_MS)
      closed = true
      stopListening()
      clearTimeout(timer)
      const lost = buffered()
      if (lost > 0) options.log.warn({ lost }, 'usage events were not published before the stop')
    },
  }
}

/** An upper bound where that is enough: to count the bytes of a text is to read it once more. */
function bytesOf(text: string, bytesMax: number): number {
  const most = text.length * UTF8_BYTES_MAX
  return most < bytesMax ? most : Buffer.byteLength(text)
}

/** Nobody listens on the subject: the stream is not there. */
function isNoStream(err: unknown): boolean {
  return err instanceof Error && 'code' in err && (err.code === '503' || err.code === 'NO_RESPONDERS')
}

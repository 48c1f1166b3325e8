import { AppError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import { endsWithin } from '@mtg/primitives'
import type { ConsumerMessages, JsMsg, NatsConnection } from 'nats'
import type { NatsLink } from './nats-link.ts'
import type { UsageKind } from './usage-events.ts'
import {
  applyUsageStreams,
  openFormerStream,
  removeDrainedStream,
  type UsageStreamOptions,
  usageNames,
} from './usage-stream.ts'
import { watchUsageStreams } from './usage-stream-state.ts'

/** One message: events that were published together, not yet checked. */
export interface UsageMessage {
  readonly kind: UsageKind
  readonly events: readonly unknown[]
}

/** A message that can never be handled. */
export interface PoisonMessage {
  readonly subject: string
  readonly data: Uint8Array
  readonly reason: string
}

/** A running batch. */
export interface Delivery {
  /** The message stands alone and has been tried so often that whatever of it fails now is to be put aside. */
  readonly isLast: boolean
}

/** What a consumer needs. */
export interface UsageConsumerOptions {
  readonly nats: NatsLink
  readonly prefix: string
  readonly log: Logger
  readonly metrics: Metrics
  /**
   * Stores the messages; they are acknowledged only after it has resolved. May be given the same message again.
   * `database_error` means later; any other failure counts against the message.
   */
  readonly handle: (messages: readonly UsageMessage[], delivery: Delivery) => Promise<void>
  /** Takes a message that is not JSON, of an unknown subject, or that failed too often. */
  readonly onPoison: (poison: PoisonMessage) => Promise<void>
  /** How the streams are to be; those that are there are changed. */
  readonly stream?: UsageStreamOptions
}

/** A running consumer. */
export interface UsageConsumer {
  /** Finishes the batch under way, acknowledges it, and stops. */
  close(): Promise<void>
}

const BATCH_MESSAGES_MAX = 32
/** Asked for at a time: what is on its way must fit into memory, too. */
const MESSAGES_UNDER_WAY_MAX = 64
const BATCH_BYTES_MAX = 4 * 1024 * 1024
const DELIVERIES_MAX = 8
const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000]
const RESTART_DELAY_MS = 500
// The request for messages is lost with the server that led the consumer; two missed heartbeats tell.
const REQUEST_TTL_MS = 5000
const HEARTBEAT_MS = 500
const CLOSE_TIMEOUT_MS = 10_000
const DRAINED_CHECK_MS = 1000

/**
 * Consumes usage events: persist, then acknowledge. Everything that is there is handled as one batch; records and observations
 * each have a loop of their own, so that neither waits for the other. Streams and consumers are made again whenever the server
 * has lost them.
 */
export function createUsageConsumer(options: UsageConsumerOptions): UsageConsumer {
  const names = usageNames(options.prefix)
  const consumed = options.metrics.counter('mtg_usage_messages_total', 'Usage messages by outcome.', ['outcome'])
  let closed = false
  let stopLoops = () => {}
  watchUsageStreams(options)

  async function run(): Promise<void> {
    const connection = await options.nats.connection()
    const { prefix } = options
    await applyUsageStreams(connection, prefix, options.stream ?? {}, (stream, reason) =>
      options.log.warn({ err: reason, stream }, 'usage stream could not be changed to its settings'),
    )
    const isFormerThere = await openFormerStream(connection, prefix)
    const loops = createLoops()
    stopLoops = () => loops.stop()
    if (closed) loops.stop()
    const ending = [
      consume(connection, names.streamOf('recorded'), loops),
      consume(connection, names.streamOf('observed'), loops),
      ...(isFormerThere ? [drain(connection, loops)] : []),
    ]
    // One that ends has lost its stream: all start again, with the streams made anew.
    await Promise.race(ending).finally(() => loops.stop())
    await Promise.all(ending)
  }

  async function consume(connection: NatsConnection, stream: string, loops: Loops): Promise<void> {
    const consumer = await connection.jetstream().consumers.get(stream, names.consumer)
    const consuming = await consumer.consume({
      max_messages: MESSAGES_UNDER_WAY_MAX,
      abort_on_missing_resource: true,
      expires: REQUEST_TTL_MS,
      idle_heartbeat: HEARTBEAT_MS,
    })
    loops.add(consuming)
    // The loop would wait on a closed connection for ever; the link opens another one.
    void connection.closed().then(() => consuming.close())
    await workOff(consuming)
  }

  async function workOff(consuming: ConsumerMessages): Promise<void> {
    let batch: JsMsg[] = []
    let batchBytes = 0
    for await (const message of consuming) {
      batch.push(message)
      batchBytes += message.data.length
      const isFull = batch.length >= BATCH_MESSAGES_MAX || batchBytes >= BATCH_BYTES_MAX
      // A batch ends where waiting for the network would begin.
      if (!isFull && consuming.getReceived() > consuming.getProcessed()) continue
      await work(batch)
      batch = []
      batchBytes = 0
    }
  }

  /** What the stream of an earlier release still holds; then it is removed. Ends only with its own or another loop. */
  async function drain(connection: NatsConnection, loops: Loops): Promise<void> {
    const check = async () => {
      try {
        if (!(await removeDrainedStream(connection, options.prefix))) return
        options.log.info({ stream: names.formerStream }, 'former usage stream is drained and removed')
        clearInterval(timer)
      } catch (err) {
        options.log.warn({ err }, 'former usage stream could not be looked at')
      }
    }
    const timer = setInterval(() => void check(), DRAINED_CHECK_MS).unref()
    try {
      await consume(connection, names.formerStream, loops)
    } finally {
      clearInterval(timer)
    }
  }

  async function work(batch: JsMsg[]): Promise<void> {
    const readable: { raw: JsMsg; message: UsageMessage }[] = []
    for (const raw of batch) {
      const message = readMessage(raw)
      if (typeof message === 'string') await bury(raw, message)
      else readable.push({ raw, message })
    }
    if (readable.length === 0) return
    const isLast = batch.length === 1 && (batch[0]?.info.redeliveryCount ?? 0) >= DELIVERIES_MAX
    try {
      await options.handle(
        readable.map(({ message }) => message),
        { isLast },
      )
    } catch (thrown) {
      if (readable.length > 1 && !isOutage(thrown)) {
        // One bad message must not hold up its neighbours.
        for (const { raw } of readable) await work([raw])
        return
      }
      for (const { raw } of readable) await failed(raw, thrown)
      return
    }
    for (const { raw } of readable) acknowledge(raw)
  }

  function readMessage(raw: JsMsg): UsageMessage | string {
    const kind = names.kindOf(raw.subject)
    if (kind === undefined) return 'unknown subject'
    try {
      const events: unknown = raw.json()
      return Array.isArray(events) ? { kind, events } : 'not an array of events'
    } catch {
      return 'not JSON'
    }
  }

  function acknowledge(raw: JsMsg): void {
    raw.ack()
    consumed.inc({ outcome: 'stored' })
  }

  async function failed(raw: JsMsg, thrown: unknown): Promise<void> {
    const { redeliveryCount } = raw.info
    if (!isOutage(thrown) && redeliveryCount >= DELIVERIES_MAX) {
      return await bury(raw, thrown instanceof Error ? thrown.message : String(thrown))
    }
    const delay = RETRY_DELAYS_MS[Math.min(redeliveryCount, RETRY_DELAYS_MS.length) - 1] ?? RETRY_DELAYS_MS[0]
    options.log.warn({ err: thrown, redeliveryCount }, 'usage message will be tried again')
    raw.nak(delay)
    consumed.inc({ outcome: 'retried' })
  }

  async function bury(raw: JsMsg, reason: string): Promise<void> {
    try {
      await options.onPoison({ subject: raw.subject, data: raw.data, reason })
      raw.term(reason)
      consumed.inc({ outcome: 'poison' })
    } catch (err) {
      options.log.warn({ err }, 'poison message could not be put aside yet')
      raw.nak(RETRY_DELAYS_MS[0])
    }
  }

  async function runForEver(): Promise<void> {
    for (;;) {
      try {
        await run()
      } catch (err) {
        if (closed) return
        options.log.warn({ err }, 'usage consumer starts again')
      }
      if (closed) return
      await new Promise(resolve => setTimeout(resolve, RESTART_DELAY_MS))
    }
  }

  const running = runForEver()
  return {
    async close() {
      closed = true
      // Without a connection there is nothing under way to wait for.
      if (options.nats.current() === undefined) return
      stopLoops()
      // What is not acknowledged by then comes again; a stop must not wait for a server that has stopped answering.
      await endsWithin(running, CLOSE_TIMEOUT_MS)
    },
  }
}

/** Loops that end together. */
interface Loops {
  add(loop: ConsumerMessages): void
  stop(): void
}

function createLoops(): Loops {
  const loops: ConsumerMessages[] = []
  let stopped = false
  return {
    add(loop) {
      loops.push(loop)
      // The stop came before there was anything to stop.
      if (stopped) void loop.close()
    },
    stop() {
      stopped = true
      for (const loop of loops) void loop.close()
    },
  }
}

function isOutage(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'database_error'
}

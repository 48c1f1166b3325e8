import type { Logger, Metrics } from '@mtg/observability'
import { endsWithin } from '@mtg/primitives'
import type { ConsumerMessages, JsMsg, NatsConnection } from 'nats'
import type { NatsLink } from './nats-link.ts'
import { createUsageDeliveries, type UsageHandlers } from './usage-deliveries.ts'
import {
  applyUsageStreams,
  openFormerStream,
  removeDrainedStream,
  type UsageNames,
  type UsageStreamOptions,
  usageNames,
} from './usage-stream.ts'
import { watchUsageStreams } from './usage-stream-state.ts'

/** Where the messages are, and who takes them. */
export interface UsageConsumerOptions extends UsageHandlers {
  readonly nats: NatsLink
  readonly prefix: string
  readonly log: Logger
  readonly metrics: Metrics
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
  watchUsageStreams(options)
  return new RestartingConsumer(options)
}

type Deliver = (batch: readonly JsMsg[]) => Promise<void>

/** Begins again whenever it has lost the server or a stream, until it is closed. */
class RestartingConsumer implements UsageConsumer {
  readonly #options: UsageConsumerOptions
  readonly #names: UsageNames
  readonly #deliver: Deliver
  readonly #running: Promise<void>
  #loops = createLoops()
  #isClosed = false

  constructor(options: UsageConsumerOptions) {
    this.#options = options
    this.#names = usageNames(options.prefix)
    this.#deliver = createUsageDeliveries({ ...options, kindOf: this.#names.kindOf })
    this.#running = this.#runForEver()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // Without a connection there is nothing under way to wait for.
    if (this.#options.nats.current() === undefined) return
    this.#loops.stop()
    // What is not acknowledged by then comes again; a stop must not wait for a server that has stopped answering.
    await endsWithin(this.#running, CLOSE_TIMEOUT_MS)
  }

  async #runForEver(): Promise<void> {
    for (;;) {
      try {
        await this.#run()
      } catch (err) {
        if (this.#isClosed) return
        this.#options.log.warn({ err }, 'usage consumer starts again')
      }
      if (this.#isClosed) return
      await new Promise(resolve => setTimeout(resolve, RESTART_DELAY_MS))
    }
  }

  async #run(): Promise<void> {
    const { nats, prefix, stream = {}, log } = this.#options
    const connection = await nats.connection()
    await applyUsageStreams(connection, prefix, stream, (name, reason) =>
      log.warn({ err: reason, stream: name }, 'usage stream could not be changed to its settings'),
    )
    const isFormerThere = await openFormerStream(connection, prefix)
    const loops = createLoops()
    this.#loops = loops
    if (this.#isClosed) loops.stop()
    const ending = [
      this.#consume(connection, this.#names.streamOf('recorded'), loops),
      this.#consume(connection, this.#names.streamOf('observed'), loops),
      ...(isFormerThere ? [this.#drain(connection, loops)] : []),
    ]
    // One that ends has lost its stream: all start again, with the streams made anew.
    await Promise.race(ending).finally(() => loops.stop())
    await Promise.all(ending)
  }

  async #consume(connection: NatsConnection, stream: string, loops: Loops): Promise<void> {
    const consumer = await connection.jetstream().consumers.get(stream, this.#names.consumer)
    const consuming = await consumer.consume({
      max_messages: MESSAGES_UNDER_WAY_MAX,
      abort_on_missing_resource: true,
      expires: REQUEST_TTL_MS,
      idle_heartbeat: HEARTBEAT_MS,
    })
    loops.add(consuming)
    // The loop would wait on a closed connection for ever; the link opens another one.
    void connection.closed().then(() => consuming.close())
    await workOff(consuming, this.#deliver)
  }

  /** What the stream of an earlier release still holds; then it is removed. Ends only with its own or another loop. */
  async #drain(connection: NatsConnection, loops: Loops): Promise<void> {
    const { prefix, log } = this.#options
    const { formerStream } = this.#names
    const check = async () => {
      try {
        if (!(await removeDrainedStream(connection, prefix))) return
        log.info({ stream: formerStream }, 'former usage stream is drained and removed')
        clearInterval(timer)
      } catch (err) {
        log.warn({ err }, 'former usage stream could not be looked at')
      }
    }
    const timer = setInterval(() => void check(), DRAINED_CHECK_MS).unref()
    try {
      await this.#consume(connection, formerStream, loops)
    } finally {
      clearInterval(timer)
    }
  }
}

/** Delivers all messages that come, those that are there together as one batch. */
async function workOff(consuming: ConsumerMessages, deliver: Deliver): Promise<void> {
  let batch: JsMsg[] = []
  let batchBytes = 0
  for await (const message of consuming) {
    batch.push(message)
    batchBytes += message.data.length
    const isFull = batch.length >= BATCH_MESSAGES_MAX || batchBytes >= BATCH_BYTES_MAX
    // A batch ends where waiting for the network would begin.
    if (!isFull && consuming.getReceived() > consuming.getProcessed()) continue
    await deliver(batch)
    batch = []
    batchBytes = 0
  }
}

/** Loops that end together. */
interface Loops {
  add(loop: ConsumerMessages): void
  stop(): void
}

function createLoops(): Loops {
  const loops: ConsumerMessages[] = []
  let isStopped = false
  return {
    add(loop) {
      loops.push(loop)
      // The stop came before there was anything to stop.
      if (isStopped) void loop.close()
    },
    stop() {
      isStopped = true
      for (const loop of loops) void loop.close()
    },
  }
}

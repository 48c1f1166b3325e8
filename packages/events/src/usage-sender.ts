import type { Logger } from '@mtg/observability'
import type { NatsConnection } from 'nats'
import { boundEvent } from './event-bounds.ts'
import type { EventCounts } from './measure-publishing.ts'
import type { NatsLink } from './nats-link.ts'
import type { UsageBuffer } from './usage-buffer.ts'
import type { CallObserved, UsageKind, UsageRecorded } from './usage-events.ts'
import { createUsageOutbox, type OutgoingMessage, type UsageOutbox } from './usage-outbox.ts'
import { ensureUsageStreams, type UsageStreamOptions, usageNames } from './usage-stream.ts'

/** What is sent, and where to. */
export interface UsageSenderOptions {
  readonly nats: NatsLink
  readonly prefix: string
  readonly log: Logger
  readonly buffer: UsageBuffer
  readonly counts: EventCounts
  /** How the streams are made when this side has to make them. */
  readonly stream?: UsageStreamOptions
}

/** Of each message, for what the server counts beside the payload. */
const HEADER_BYTES_MAX = 1024
/** Nobody waits for an event; what an edge that dies has not published by then, billing's reconciler does. */
const LINGER_MS = 250
const ACK_TIMEOUT_MS = 5000
const CLOSE_TIMEOUT_MS = 5000

/** Sends what is in the buffer while NATS is there, and keeps it while it is not. */
export class UsageSender {
  readonly #options: UsageSenderOptions
  readonly #buffer: UsageBuffer
  readonly #outbox: UsageOutbox
  readonly #counts: EventCounts
  readonly #subjectOf: (kind: UsageKind) => string
  readonly #stopListening: () => void
  /** Called when nothing waits any more. */
  #idleWaiters: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: UsageSenderOptions) {
    this.#options = options
    this.#buffer = options.buffer
    this.#outbox = createUsageOutbox(options.buffer, LINGER_MS)
    this.#counts = options.counts
    this.#subjectOf = usageNames(options.prefix).subjectOf
    this.#stopListening = options.nats.onChange(isConnected => {
      if (isConnected) this.#pump()
    })
  }

  add(kind: UsageKind, event: UsageRecorded | CallObserved): void {
    if (this.#isClosed) return this.#counts.dropped(kind, 'closed')
    this.#buffer.add(kind, JSON.stringify(boundEvent(event)), event.buyerId)
    this.#pumpIn(LINGER_MS)
  }

  /** Resolves when all that was given so far is acknowledged, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return new Promise(resolve => {
      const limit = setTimeout(resolve, timeoutMs)
      this.#idleWaiters.push(() => {
        clearTimeout(limit)
        resolve()
      })
      this.#pump()
    })
  }

  /** Flushes (bounded) and stops. */
  async close(): Promise<void> {
    await this.flush(CLOSE_TIMEOUT_MS)
    this.#isClosed = true
    this.#stopListening()
    clearTimeout(this.#timer)
    const { count: lost } = this.#buffer
    if (lost > 0) this.#options.log.warn({ lost }, 'usage events were not published before the stop')
  }

  #pumpIn(pauseMs: number): void {
    this.#timer ??= setTimeout(() => this.#pump(), pauseMs)
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const connection = this.#options.nats.current()
    // While disconnected everything waits: the next connect calls again.
    if (connection !== undefined && this.#options.nats.isConnected()) this.#sendAll(connection)
    if (this.#buffer.count > 0) return
    for (const resolve of this.#idleWaiters) resolve()
    this.#idleWaiters = []
  }

  #sendAll(connection: NatsConnection): void {
    const payloadBytesMax = (connection.info?.max_payload ?? Number.POSITIVE_INFINITY) - HEADER_BYTES_MAX
    for (;;) {
      const message = this.#outbox.next(payloadBytesMax)
      if (message === undefined) return
      void this.#send(connection, message)
    }
  }

  async #send(connection: NatsConnection, message: OutgoingMessage): Promise<void> {
    const { kind, events } = message.parcel
    try {
      await this.#publish(connection, message)
      this.#counts.published(kind, events.length)
      this.#outbox.arrived(message)
    } catch (err) {
      this.#outbox.failed(message)
      this.#options.log.warn({ err, kind, eventCount: events.length }, 'usage events could not be published yet')
    }
    const pauseMs = this.#outbox.pauseMs(this.#idleWaiters.length > 0)
    if (pauseMs === 0) this.#pump()
    else if (!this.#isClosed) this.#pumpIn(pauseMs)
  }

  async #publish(connection: NatsConnection, { id, parcel, payload }: OutgoingMessage): Promise<void> {
    const subject = this.#subjectOf(parcel.kind)
    const publish = () => connection.jetstream().publish(subject, payload, { msgID: id, timeout: ACK_TIMEOUT_MS })
    try {
      await publish()
    } catch (err) {
      if (!isNoStream(err)) throw err
      await ensureUsageStreams(connection, this.#options.prefix, this.#options.stream)
      await publish()
    }
  }
}

/** Nobody listens on the subject: the stream is not there. */
function isNoStream(err: unknown): boolean {
  return err instanceof Error && 'code' in err && (err.code === '503' || err.code === 'NO_RESPONDERS')
}

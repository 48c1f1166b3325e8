import type { Logger } from '@mtg/observability'
import { connect, Events, type NatsConnection } from 'nats'
import { inboxPrefixOf, parseNatsUrls } from './nats-address.ts'

/** A connection to NATS that may be away: it starts without the server, and comes back by itself. */
export interface NatsLink {
  isConnected(): boolean
  /** The connection, also while it is reconnecting; undefined before the server was first reached. */
  current(): NatsConnection | undefined
  /** Resolves with the connection once the server was reached; rejects when the link is closed before. */
  connection(): Promise<NatsConnection>
  /** Called at each connect, reconnect and disconnect. Answers with what stops it. */
  onChange(listener: (connected: boolean) => void): () => void
  /** Rejects while not connected: the probe for readiness. */
  check(): Promise<void>
  /** Sends what is buffered, then closes. */
  close(): Promise<void>
}

/** How to reach NATS. */
export interface NatsOptions {
  /** One URL, or several with commas between; see `parseNatsUrls`. */
  readonly url: string
  /** Shown in the server's list of connections. */
  readonly name: string
  readonly log: Logger
}

const RECONNECT_WAIT_MS = 250
const FIRST_RETRY_MS = 500
const PING_INTERVAL_MS = 5000
const CLOSE_TIMEOUT_MS = 2000

/** Connects in the background and for ever. */
export function connectNats(options: NatsOptions): NatsLink {
  return new ReconnectingLink(options)
}

class ReconnectingLink implements NatsLink {
  readonly #options: NatsOptions
  readonly #listeners = new Set<(connected: boolean) => void>()
  readonly #first = Promise.withResolvers<NatsConnection>()
  #current: NatsConnection | undefined
  #isConnected = false
  #isClosed = false
  #isUnreachable = false
  #retry: NodeJS.Timeout | undefined

  constructor(options: NatsOptions) {
    this.#options = options
    // Nobody need wait for it.
    this.#first.promise.catch(() => {})
    void this.#open()
  }

  isConnected(): boolean {
    return this.#isConnected
  }

  current(): NatsConnection | undefined {
    return this.#current
  }

  connection(): Promise<NatsConnection> {
    return this.#current === undefined ? this.#first.promise : Promise.resolve(this.#current)
  }

  onChange(listener: (connected: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async check(): Promise<void> {
    if (!this.#isConnected) throw new Error('not connected')
    await this.#current?.flush()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#first.reject(new Error('the link was closed'))
    const connection = this.#current
    if (connection === undefined || connection.isClosed()) return
    // Draining waits for the server; one that is away must not hold up the stop.
    const limit = setTimeout(() => void connection.close(), CLOSE_TIMEOUT_MS)
    // Neither does a drain always end that a close has overtaken.
    await Promise.race([connection.drain().catch(() => connection.close()), connection.closed()])
    clearTimeout(limit)
  }

  /** Tries until it is closed; a connection that ends for good is followed by another. */
  async #open(): Promise<void> {
    try {
      await this.#connectOnce()
    } catch (err) {
      if (!this.#isUnreachable) this.#options.log.warn({ err }, 'nats is not reachable yet')
      this.#isUnreachable = true
    }
    if (!this.#isClosed) this.#retry = setTimeout(() => void this.#open(), FIRST_RETRY_MS)
  }

  async #connectOnce(): Promise<void> {
    const { url, name } = this.#options
    const connection = await connect({
      ...parseNatsUrls(url),
      name,
      inboxPrefix: inboxPrefixOf(name),
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
    })
    if (this.#isClosed) return await connection.close()
    this.#isUnreachable = false
    this.#current = connection
    this.#first.resolve(connection)
    this.#change(true)
    void this.#follow(connection)
    await connection.closed()
    this.#change(false)
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) this.#change(false)
      if (status.type === Events.Reconnect) this.#change(true)
      if (status.type === Events.Error) this.#options.log.warn({ reason: status.data }, 'nats refused something')
    }
  }

  #change(to: boolean): void {
    if (this.#isConnected === to) return
    this.#isConnected = to
    this.#options.log.info({ connected: to }, to ? 'nats connected' : 'nats disconnected')
    for (const listener of this.#listeners) listener(to)
  }
}

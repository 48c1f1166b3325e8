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
  const listeners = new Set<(connected: boolean) => void>()
  let current: NatsConnection | undefined
  let connected = false
  let closed = false
  let unreachable = false
  let retry: NodeJS.Timeout | undefined
  let resolveFirst: (connection: NatsConnection) => void
  let rejectFirst: (reason: Error) => void
  const first = new Promise<NatsConnection>((resolve, reject) => {
    resolveFirst = resolve
    rejectFirst = reject
  })
  first.catch(() => {})

  function change(to: boolean): void {
    if (connected === to) return
    connected = to
    options.log.info({ connected: to }, to ? 'nats connected' : 'nats disconnected')
    for (const listener of listeners) listener(to)
  }

  async function follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) change(false)
      if (status.type === Events.Reconnect) change(true)
      if (status.type === Events.Error) options.log.warn({ reason: status.data }, 'nats refused something')
    }
  }

  async function open(): Promise<void> {
    try {
      const connection = await connect({
        ...parseNatsUrls(options.url),
        name: options.name,
        inboxPrefix: inboxPrefixOf(options.name),
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_WAIT_MS,
        pingInterval: PING_INTERVAL_MS,
        maxPingOut: 2,
      })
      if (closed) {
        await connection.close()
        return
      }
      unreachable = false
      current = connection
      resolveFirst(connection)
      change(true)
      void follow(connection)
      await connection.closed()
      change(false)
    } catch (err) {
      if (!unreachable) options.log.warn({ err }, 'nats is not reachable yet')
      unreachable = true
    }
    if (closed) return
    retry = setTimeout(() => void open(), FIRST_RETRY_MS)
  }

  void open()
  return {
    isConnected: () => connected,
    current: () => current,
    connection: () => (current === undefined ? first : Promise.resolve(current)),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async check() {
      if (!connected) throw new Error('not connected')
      await current?.flush()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      rejectFirst(new Error('the link was closed'))
      const connection = current
      if (connection === undefined || connection.isClosed()) return
      // Draining waits for the server; one that is away must not hold up the stop.
      const limit = setTimeout(() => void connection.close(), CLOSE_TIMEOUT_MS)
      // Neither does a drain always end that a close has overtaken.
      await Promise.race([connection.drain().catch(() => connection.close()), connection.closed()])
      clearTimeout(limit)
    },
  }
}

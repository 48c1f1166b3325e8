import type { Clock } from '@mtg/primitives'
import type { buildConnector } from 'undici'
import { PublisherFailure } from './failure.ts'
import { IdleConnections } from './idle-connections.ts'
import { type Lane, laneKeyOf } from './lane.ts'
import { type Connection, type ConnectionOwner, LaneConnection } from './lane-connection.ts'
import { SocketCounts } from './socket-counts.ts'

/** Bounds of connections; those in use and those that are idle count alike unless said otherwise. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  readonly publisherConnectionsMax: number
  readonly appConnectionsMax: number
  readonly idleConnectionsMax: number
  readonly appIdleConnectionsMax: number
}

/** Between two looks for connections that have been idle for too long. None is used after its time, seen or not. */
const SWEEP_MS = 1_000

/**
 * Connections to publishers. An answer is matched to its request by order alone, so that one answer too many, or too late,
 * answers whoever asks next on that connection. Each connection therefore belongs to one buyer and one app for good.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #owner: ConnectionOwner
  readonly #sockets = new SocketCounts()
  readonly #clock: Clock
  readonly #idle = new IdleConnections<LaneConnection>()
  readonly #all = new Set<LaneConnection>()
  /** Runs while anything is idle. */
  #sweep: NodeJS.Timeout | undefined

  constructor(connect: buildConnector.connector, limits: ConnectionLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
    this.#owner = {
      connect,
      countSocket: lane => this.#sockets.add(lane),
      keep: (connection, idleMs) => this.#keep(connection, idleMs),
      drop: (connection, cause) => void this.#drop(connection, cause),
      lost: connection => {
        // Bytes that nobody asked for, or the other side's end: nobody is to find it here.
        if (this.#idle.has(connection)) void this.#drop(connection)
      },
    }
  }

  /** An idle connection of the lane, or a new one; throws a failure of the kind `crowded` when there may be no more. */
  take(lane: Lane, origin: string): Connection {
    const key = laneKeyOf(lane)
    for (let latest = this.#idle.latestOf(key); latest !== undefined; latest = this.#idle.latestOf(key)) {
      const isInTime = this.#clock.monotonicMs() < this.#idle.untilOf(latest)
      if (isInTime && latest.origin === origin) {
        this.#idle.remove(latest)
        return latest
      }
      // Its server may be closing it, or the app has moved.
      void this.#drop(latest)
    }
    this.#makeRoomFor(lane)
    const connection = new LaneConnection(lane, origin, this.#owner)
    this.#all.add(connection)
    return connection
  }

  /** Sockets that are open, or about to be. */
  open(): number {
    return this.#sockets.inAll
  }

  idle(): number {
    return this.#idle.count
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#all].map(connection => this.#drop(connection)))
  }

  #keep(connection: LaneConnection, idleMs: number): void {
    if (this.#idle.has(connection)) return
    if (idleMs === 0 || !connection.isUsable() || !this.#mayWait(connection)) {
      void this.#drop(connection)
      return
    }
    this.#idle.add(connection, this.#clock.monotonicMs() + idleMs)
    this.#sweep ??= setInterval(() => this.#closeLate(), SWEEP_MS).unref()
  }

  #closeLate(): void {
    for (const connection of this.#idle.lateAt(this.#clock.monotonicMs())) void this.#drop(connection)
    if (this.#idle.count > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** The place of the one idle for longest is taken: buyers who seldom call must not keep those who often do from waiting here. */
  #mayWait({ lane: { app } }: LaneConnection): boolean {
    const { appIdleConnectionsMax, idleConnectionsMax } = this.#limits
    const isAppFull = this.#idle.countOfApp(app) >= appIdleConnectionsMax
    if (isAppFull && !this.#evict(this.#idle.oldestOfApp(app))) return false
    return this.#idle.count < idleConnectionsMax || this.#evict(this.#idle.oldest(() => true))
  }

  #makeRoomFor({ app, publisher }: Lane): void {
    const { appConnectionsMax, publisherConnectionsMax, connectionsMax } = this.#limits
    this.#makeRoom('of the app', this.#sockets.ofApp(app), appConnectionsMax, () => this.#idle.oldestOfApp(app))
    this.#makeRoom('of the publisher', this.#sockets.ofPublisher(publisher), publisherConnectionsMax, () =>
      this.#idle.oldest(lane => lane.publisher === publisher),
    )
    this.#makeRoom('in all', this.#sockets.inAll, connectionsMax, () => this.#idle.oldest(() => true))
  }

  #makeRoom(whose: string, now: number, max: number, oldest: () => LaneConnection | undefined): void {
    if (now < max || this.#evict(oldest())) return
    throw new PublisherFailure('crowded', `${now} connections ${whose}`, { wasSent: false })
  }

  /** Closes the connection idle for longest among those that count for a bound; false when all are in use. */
  #evict(oldest: LaneConnection | undefined): boolean {
    if (oldest === undefined) return false
    void this.#drop(oldest)
    return true
  }

  async #drop(connection: LaneConnection, cause?: Error): Promise<void> {
    this.#idle.remove(connection)
    this.#all.delete(connection)
    await connection.end(cause)
  }
}

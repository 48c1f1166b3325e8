import type { Lane } from './lane.ts'

/** Something that waits for the next call of its lane. */
interface Waiting {
  readonly lane: Lane
  readonly laneKey: string
}

/** The connections that nobody uses: by their lanes, and in the order in which they fell idle. */
export class IdleConnections<Connection extends Waiting> {
  /** The last one of a lane was used last. */
  readonly #ofLanes = new Map<string, Connection[]>()
  /** Of all lanes, the one idle for longest first; and until when each may be used, by the same clock as in `lateAt`. */
  readonly #inOrder = new Map<Connection, number>()
  /** Of an app, likewise. */
  readonly #ofApps = new Map<string, Set<Connection>>()

  get count(): number {
    return this.#inOrder.size
  }

  countOfApp(app: string): number {
    return this.#ofApps.get(app)?.size ?? 0
  }

  /** The one idle for longest among the app's. */
  oldestOfApp(app: string): Connection | undefined {
    const [oldest] = this.#ofApps.get(app) ?? []
    return oldest
  }

  has(connection: Connection): boolean {
    return this.#inOrder.has(connection)
  }

  /** The one of the lane that was used last. */
  latestOf(laneKey: string): Connection | undefined {
    return this.#ofLanes.get(laneKey)?.at(-1)
  }

  /** The one idle for longest among those whose lane passes. */
  oldest(passes: (lane: Lane) => boolean): Connection | undefined {
    for (const connection of this.#inOrder.keys()) if (passes(connection.lane)) return connection
    return undefined
  }

  /** Until when one that is idle may be used. */
  untilOf(connection: Connection): number {
    return this.#inOrder.get(connection) ?? 0
  }

  /** Those that may not be used any more. */
  lateAt(nowMs: number): Connection[] {
    return [...this.#inOrder].filter(([, untilMs]) => untilMs <= nowMs).map(([connection]) => connection)
  }

  add(connection: Connection, untilMs: number): void {
    const { lane, laneKey } = connection
    this.#inOrder.set(connection, untilMs)
    const ofApp = this.#ofApps.get(lane.app)
    if (ofApp === undefined) this.#ofApps.set(lane.app, new Set([connection]))
    else ofApp.add(connection)
    const others = this.#ofLanes.get(laneKey)
    if (others === undefined) this.#ofLanes.set(laneKey, [connection])
    else others.push(connection)
  }

  /** Takes it out; nothing happens when it is not there. */
  remove(connection: Connection): void {
    if (!this.#inOrder.delete(connection)) return
    const { lane, laneKey } = connection
    const ofApp = this.#ofApps.get(lane.app)
    ofApp?.delete(connection)
    if (ofApp?.size === 0) this.#ofApps.delete(lane.app)
    const ofLane = this.#ofLanes.get(laneKey) ?? []
    const index = ofLane.lastIndexOf(connection)
    if (index !== -1) ofLane.splice(index, 1)
    if (ofLane.length === 0) this.#ofLanes.delete(laneKey)
  }
}

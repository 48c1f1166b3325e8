import { type buildConnector, Client, type Dispatcher } from 'undici'
import { PublisherFailure } from './failure.ts'

/** Whose calls a connection carries: those of one buyer to one app, and no others. */
export interface Lane {
  /** "publisher/app". */
  readonly app: string
  readonly publisher: string
  readonly buyerId: string
}

/** One connection to a publisher, in use by one exchange. */
export interface Connection {
  readonly dispatch: (request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
  /** Keeps it for the next exchange of its lane. */
  keep(): void
  /** Closes it, whatever it is doing. */
  destroy(cause: Error): void
}

/** Bounds of connections; those in use and those that are idle count alike unless said otherwise. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  readonly publisherConnectionsMax: number
  readonly appConnectionsMax: number
  readonly idleConnectionsMax: number
  readonly appIdleConnectionsMax: number
}

/**
 * Connections to publishers. An answer is matched to its request by order alone, so that one answer too many, or too late,
 * answers whoever asks next on that connection. Each connection therefore belongs to one buyer and one app for good.
 */
export interface Connections {
  /** An idle connection of the lane, or a new one; throws a failure of the kind `crowded` when there may be no more. */
  take(lane: Lane, origin: string): Connection
  open(): number
  idle(): number
  close(): Promise<void>
}

interface Tally {
  open: number
  idle: number
}

interface Kept {
  readonly connection: Connection
  readonly client: Client
  readonly origin: string
  readonly lane: Lane
  /** Its socket no longer counts. */
  forget: () => void
  /** It has no socket any more, so that no time would run out for it. */
  isLost: boolean
}

const HEADER_BYTES_MAX = 16 * 1024
/** Shorter than common servers keep idle connections, so that none is used in the moment the other side closes it. */
const KEEP_ALIVE_MS = 4_000

const clientOptions: Client.Options = {
  pipelining: 1,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // What a server suggests may only shorten it.
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: HEADER_BYTES_MAX,
  // The exchange keeps its own time.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/** Makes an empty set of connections, opened by `connect`. */
export function createConnections(connect: buildConnector.connector, limits: ConnectionLimits): Connections {
  let open = 0
  const apps = new Map<string, Tally>()
  const publishers = new Map<string, Tally>()
  /** The last one of a lane was used last. */
  const lanes = new Map<string, Kept[]>()
  /** Of all lanes, the one idle for longest first. */
  const idle = new Set<Kept>()
  const clients = new Set<Client>()

  function takeOut(kept: Kept): void {
    idle.delete(kept)
    tallyOf(apps, kept.lane.app).idle -= 1
    const key = keyOf(kept.lane)
    const lane = lanes.get(key) ?? []
    const index = lane.lastIndexOf(kept)
    if (index !== -1) lane.splice(index, 1)
    if (lane.length === 0) lanes.delete(key)
  }

  function drop(kept: Kept, cause?: Error): void {
    if (idle.has(kept)) takeOut(kept)
    kept.forget()
    clients.delete(kept.client)
    void kept.client.destroy(cause ?? null)
  }

  /** Closes the connection idle for longest among those that count for a bound; false when all are in use. */
  function evict(counts: (lane: Lane) => boolean): boolean {
    for (const kept of idle) {
      if (!counts(kept.lane)) continue
      drop(kept)
      return true
    }
    return false
  }

  function makeRoom(whose: string, now: number, max: number, counts: (lane: Lane) => boolean): void {
    if (now < max || evict(counts)) return
    throw new PublisherFailure('crowded', `${now} connections ${whose}`, { wasSent: false })
  }

  function makeRoomFor({ app, publisher }: Lane): void {
    makeRoom('of the app', apps.get(app)?.open ?? 0, limits.appConnectionsMax, lane => lane.app === app)
    const ofPublisher = publishers.get(publisher)?.open ?? 0
    makeRoom('of the publisher', ofPublisher, limits.publisherConnectionsMax, lane => lane.publisher === publisher)
    makeRoom('in all', open, limits.connectionsMax, () => true)
  }

  /** Counts a socket from its first packet to its end. */
  function count({ app, publisher }: Lane): () => void {
    const move = (by: 1 | -1) => {
      open += by
      for (const [tallies, name] of [
        [apps, app],
        [publishers, publisher],
      ] as const) {
        const tally = tallyOf(tallies, name)
        tally.open += by
        if (tally.open === 0 && tally.idle === 0) tallies.delete(name)
      }
    }
    move(1)
    let isCounted = true
    return () => {
      if (isCounted) move(-1)
      isCounted = false
    }
  }

  function openNew(lane: Lane, origin: string): Connection {
    makeRoomFor(lane)
    const counted: buildConnector.connector = (options, callback) => {
      const forget = count(lane)
      connect(options, (...result) => {
        const [failure, socket] = result
        if (failure !== null || socket === null) forget()
        else {
          kept.forget = forget
          kept.isLost = false
          socket.once('close', forget)
        }
        callback(...result)
      })
    }
    const client = new Client(origin, { ...clientOptions, connect: counted })
    const connection: Connection = {
      dispatch: (request, handler) => void client.dispatch(request, handler),
      keep: () => keep(kept),
      destroy: cause => drop(kept, cause),
    }
    const kept: Kept = { connection, client, origin, lane, forget: () => {}, isLost: true }
    clients.add(client)
    client.on('disconnect', () => {
      kept.isLost = true
      // Bytes that nobody asked for, the other side's end, or the time: nobody is to find it here.
      if (idle.has(kept)) drop(kept)
    })
    return connection
  }

  function keep(kept: Kept): void {
    if (idle.has(kept)) return
    const app = tallyOf(apps, kept.lane.app)
    const isFull = app.idle >= limits.appIdleConnectionsMax
    if (kept.isLost || kept.client.destroyed || isFull) return drop(kept)
    if (idle.size >= limits.idleConnectionsMax && !evict(() => true)) return drop(kept)
    idle.add(kept)
    app.idle += 1
    const key = keyOf(kept.lane)
    const lane = lanes.get(key)
    if (lane === undefined) lanes.set(key, [kept])
    else lane.push(kept)
  }

  return {
    take(lane, origin) {
      const key = keyOf(lane)
      for (let last = lanes.get(key)?.at(-1); last !== undefined; last = lanes.get(key)?.at(-1)) {
        if (last.origin === origin) {
          takeOut(last)
          return last.connection
        }
        // The app has moved.
        drop(last)
      }
      return openNew(lane, origin)
    },
    open: () => open,
    idle: () => idle.size,
    async close() {
      await Promise.all([...clients].map(client => client.destroy()))
      idle.clear()
      lanes.clear()
    },
  }
}

/** No name of an app has a space. */
const keyOf = ({ buyerId, app }: Lane) => `${buyerId} ${app}`

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const known = tallies.get(name)
  if (known !== undefined) return known
  const tally = { open: 0, idle: 0 }
  tallies.set(name, tally)
  return tally
}

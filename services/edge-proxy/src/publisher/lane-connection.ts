import { type buildConnector, Client, type Dispatcher } from 'undici'
import { IDLE_MAX_MS } from './keep-alive.ts'
import { type Lane, laneKeyOf } from './lane.ts'

/** One connection to a publisher, in use by one exchange. */
export interface Connection {
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Keeps it for the next exchange of its lane, for so long at most. */
  keep(idleMs: number): void
  /** Closes it, whatever it is doing. */
  destroy(cause: Error): void
}

/** Who opens and keeps connections, as a connection sees it. */
export interface ConnectionOwner {
  readonly connect: buildConnector.connector
  /** Counts a socket from its first packet on, until the answer is called. */
  readonly countSocket: (lane: Lane) => () => void
  readonly keep: (connection: LaneConnection, idleMs: number) => void
  readonly drop: (connection: LaneConnection, cause: Error) => void
  /** Its socket has ended, by whomever. */
  readonly lost: (connection: LaneConnection) => void
}

const HEADER_BYTES_MAX = 16 * 1024
/** undici's own time for idle connections ends after ours: it makes an error with its stack for each, which costs as much as closing it. */
const UNDICI_LATER_MS = 5_000
/** Made once: undici would make one for each connection that is closed. */
const NOT_NEEDED = new Error('nobody needs the connection any more')

const clientOptions: Client.Options = {
  pipelining: 1,
  keepAliveTimeout: IDLE_MAX_MS + UNDICI_LATER_MS,
  keepAliveMaxTimeout: IDLE_MAX_MS + UNDICI_LATER_MS,
  keepAliveTimeoutThreshold: -UNDICI_LATER_MS,
  maxHeaderSize: HEADER_BYTES_MAX,
  // The exchange keeps its own time.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/** A connection that belongs to one lane for good. Its socket opens with the first request. */
export class LaneConnection implements Connection {
  readonly lane: Lane
  readonly laneKey: string
  readonly origin: string
  readonly #owner: ConnectionOwner
  readonly #client: Client
  /** Without one no time would run out for it: it is not kept. */
  #hasSocket = false
  #forgetSocket = () => {}

  constructor(lane: Lane, origin: string, owner: ConnectionOwner) {
    this.lane = lane
    this.laneKey = laneKeyOf(lane)
    this.origin = origin
    this.#owner = owner
    this.#client = new Client(origin, {
      ...clientOptions,
      connect: (options, callback) => this.#openSocket(options, callback),
    })
    this.#client.on('disconnect', () => {
      this.#hasSocket = false
      owner.lost(this)
    })
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler)
  }

  keep(idleMs: number): void {
    this.#owner.keep(this, idleMs)
  }

  destroy(cause: Error): void {
    this.#owner.drop(this, cause)
  }

  /** Whether another exchange could use it. */
  isUsable(): boolean {
    return this.#hasSocket && !this.#client.destroyed
  }

  /** Closes it; from now on its socket counts no longer. */
  async end(cause?: Error): Promise<void> {
    this.#forgetSocket()
    await this.#client.destroy(cause ?? NOT_NEEDED)
  }

  #openSocket(options: buildConnector.Options, callback: buildConnector.Callback): void {
    const forget = this.#owner.countSocket(this.lane)
    this.#owner.connect(options, (...result) => {
      const [failure, socket] = result
      if (failure !== null || socket === null) forget()
      else {
        this.#forgetSocket = forget
        this.#hasSocket = true
        socket.once('close', forget)
      }
      callback(...result)
    })
  }
}

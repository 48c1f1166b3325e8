import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '@mtg/observability'
import { endsWithin, systemClock } from '@mtg/primitives'
import { Client, type ClientConfig } from 'pg'

/** What the watch reads of a connection: every answer of the server makes the count grow. */
interface Heard {
  readonly connection: { readonly stream: { readonly bytesRead?: number; destroy(reason?: Error): unknown } }
}

/** What is watched. */
interface WatchedConnections {
  /** Open connections, those that are being opened left out. */
  open(): Iterable<Heard>
  /** Whether anybody waits for an answer, or for a connection. */
  isBusy(): boolean
}

/** How to ask the server beside the pool, and what to tell. */
export interface SilenceWatchOptions {
  readonly connections: WatchedConnections
  readonly client: ClientConfig
  /** How long a connection may take to open; three quarters of it are for an answer to a question beside the pool. */
  readonly connectTimeoutMs: number
  readonly name: string
  readonly log: Logger
}

const SWEEP_INTERVAL_MS = 100
/** No connection has heard anything for so long, while somebody waits: the server is asked on a connection of its own. */
const SILENCE_MS = 500
const PROBE_SHARE = 0.75
/** A server that answers, but not those who wait (for locks, for much work), is not asked at every sweep. */
const BELIEVED_MS = 2000
const PROBE_AGAIN_MS = 250

/**
 * Tells a server that hangs from one that works: TCP and the kernel keep a frozen server's connections open, so what waits for
 * it would wait out its own time limit, and its callers theirs. Nothing is done per statement but to start the clock.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  /** Undefined while nobody waits: an idle process is not woken for it. */
  #sweeper: NodeJS.Timeout | undefined
  #heardBytes = 0
  #heardAtMs = 0
  #askAgainAtMs = 0
  #isProbing = false
  #silentSinceMs: number | undefined
  #isClosed = false

  constructor(options: SilenceWatchOptions) {
    this.#options = options
  }

  /** Why nothing should be asked now; undefined while the server answers. */
  refusal(): Error | undefined {
    return this.#silentSinceMs === undefined ? undefined : silenceError(systemClock.monotonicMs() - this.#silentSinceMs)
  }

  /** Something was asked. */
  asked(): void {
    if (this.#sweeper !== undefined || this.#isClosed) return
    this.#hear(this.#bytesRead())
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    this.#rest()
  }

  #rest(): void {
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }

  #sweep(): void {
    const isBusy = this.#options.connections.isBusy()
    if (!isBusy && this.#silentSinceMs === undefined) return this.#rest()
    const bytes = this.#bytesRead()
    if (this.#silentSinceMs === undefined && (bytes !== this.#heardBytes || !isBusy)) return this.#hear(bytes)
    const nowMs = systemClock.monotonicMs()
    if (this.#isProbing || nowMs < this.#askAgainAtMs || nowMs - this.#heardAtMs < SILENCE_MS) return
    this.#isProbing = true
    void this.#probe(bytes).finally(() => {
      this.#isProbing = false
    })
  }

  async #probe(bytesBefore: number): Promise<void> {
    const { log, name, client, connectTimeoutMs } = this.#options
    const isAnswered = await answers(client, connectTimeoutMs * PROBE_SHARE)
    // A process that was itself held up finds the answers that lie there only after its timers.
    await nextTurn()
    await nextTurn()
    if (this.#isClosed) return
    const wasSilent = this.#silentSinceMs !== undefined
    if (isAnswered || this.#bytesRead() !== bytesBefore) {
      this.#askAgainAtMs = systemClock.monotonicMs() + BELIEVED_MS
      if (wasSilent) log.info({ pool: name }, 'the database answers again')
      this.#silentSinceMs = undefined
      return this.#hear(this.#bytesRead())
    }
    this.#askAgainAtMs = systemClock.monotonicMs() + PROBE_AGAIN_MS
    if (!wasSilent) {
      this.#silentSinceMs = this.#heardAtMs
      log.warn({ pool: name }, 'the database does not answer: nothing waits for it until it does')
    }
    this.#giveUp()
  }

  /** What waits on a connection fails now; the pool opens others. */
  #giveUp(): void {
    const reason = this.refusal()
    for (const { connection } of this.#options.connections.open()) connection.stream.destroy(reason)
  }

  #hear(bytes: number): void {
    this.#heardBytes = bytes
    this.#heardAtMs = systemClock.monotonicMs()
  }

  #bytesRead(): number {
    let sum = 0
    for (const { connection } of this.#options.connections.open()) sum += connection.stream.bytesRead ?? 0
    return sum
  }
}

/** Whether the server says anything to a connection of its own, a refusal included. */
async function answers(config: ClientConfig, timeoutMs: number): Promise<boolean> {
  const client = new Client(config)
  // What breaks after the answer, or after nobody waits for it any more, is of no interest.
  client.on('error', () => {})
  const ask = client.connect().then(async () => await client.query('SELECT 1'))
  try {
    return await endsWithin(ask, timeoutMs)
  } catch {
    // Refused, no such host, too many connections: whoever asks is told so at once, and by what it is.
    return true
  } finally {
    ask.catch(() => {})
    client.connection.stream.destroy()
  }
}

/** As an operating system would tell a time-out: so both our own translation and Prisma's know it for an outage. */
function silenceError(silentMs: number): Error {
  const text = `PostgreSQL has not answered for ${(silentMs / 1000).toFixed(1)} s`
  return Object.assign(new Error(text), { code: 'ETIMEDOUT', errno: -110, syscall: 'read' })
}

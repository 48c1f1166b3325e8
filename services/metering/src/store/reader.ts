import { AppError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import { type Database, openDatabase, type Queryable } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'

/** Reads that may be a moment late: from a streaming replica while it keeps up, from the primary otherwise. */
export interface Reader extends Queryable {
  close(): Promise<void>
}

/** Where is read, and how late that may be. */
export interface ReaderOptions {
  readonly primary: Queryable
  /** The replica; undefined: everything is read from the primary. */
  readonly url: string | undefined
  readonly poolMax: number
  /** By how much the replica may be behind. */
  readonly lagMaxMs: number
  /** How often it is asked how far it is; default 500. */
  readonly lookIntervalMs?: number
  readonly clock: Clock
  readonly log: Logger
  readonly metrics?: Metrics
}

const LOOK_INTERVAL_MS = 500
const PRIMARY_POSITION = { name: 'primary-position', text: 'SELECT pg_current_wal_lsn()::text AS lsn' }
const REPLICA_POSITION = { name: 'replica-position', text: 'SELECT pg_last_wal_replay_lsn()::text AS lsn' }

/** Opens the reader. A query that fails at the replica is answered by the primary. */
export function openReader(options: ReaderOptions): Reader {
  const { primary, url, poolMax, log } = options
  if (url === undefined) {
    return { query: (statement, values) => primary.query(statement, values), close: async () => {} }
  }
  const measured = options.metrics === undefined ? {} : { metrics: options.metrics }
  const replica = openDatabase({ url, poolMax, applicationName: 'metering-read', log, ...measured })
  const watch = new ReplicaWatch(options, replica)
  return {
    async query(statement, values) {
      if (!watch.isFresh) return await primary.query(statement, values)
      try {
        return await replica.query(statement, values)
      } catch (thrown) {
        // Also a query that the replica gave up because it stood in the way of what it had to repeat.
        if (thrown instanceof AppError) watch.distrust()
        return await primary.query(statement, values)
      }
    },
    async close() {
      await watch.close()
      await replica.close()
    },
  }
}

/** Compares how far both servers are. While the primary is away, a replica that has all that was known of is late for nothing. */
class ReplicaWatch {
  readonly #options: ReaderOptions
  readonly #replica: Database
  readonly #looking: PeriodicJob
  readonly #lookIntervalMs: number
  #positions: readonly { readonly lsn: bigint; readonly atMs: number }[] = []
  #isFresh = false

  constructor(options: ReaderOptions, replica: Database) {
    this.#options = options
    this.#replica = replica
    this.#lookIntervalMs = options.lookIntervalMs ?? LOOK_INTERVAL_MS
    this.#looking = startPeriodicJob({
      name: 'watch-replica',
      intervalMs: this.#lookIntervalMs,
      firstAfterMs: 0,
      run: () => this.#look(),
      log: options.log,
    })
  }

  /** Whether the replica is late by no more than allowed. */
  get isFresh(): boolean {
    return this.#isFresh
  }

  /** Takes the replica for late until the next look. */
  distrust(): void {
    this.#change(false, 'a query failed')
  }

  async close(): Promise<void> {
    await this.#looking.close()
  }

  async #look(): Promise<void> {
    const { primary, clock, lagMaxMs } = this.#options
    const atMs = clock.monotonicMs()
    const [ahead, behind] = await Promise.all([
      positionOf(primary, PRIMARY_POSITION),
      positionOf(this.#replica, REPLICA_POSITION),
    ])
    if (behind === undefined) return this.#change(false, 'the replica does not answer')
    if (ahead === undefined) return this.#primaryIsAway(behind)
    const positions = [...this.#positions, { lsn: ahead, atMs }]
    // What the replica has repeated is as late as the newest position of the primary that it has reached.
    const reached = positions.findLast(({ lsn }) => lsn <= behind)
    this.#positions = positions.filter(position => position === reached || position.lsn > behind)
    const lagMs = reached === undefined ? Number.POSITIVE_INFINITY : clock.monotonicMs() - reached.atMs
    this.#change(lagMs <= lagMaxMs + this.#lookIntervalMs, 'how far it is behind')
  }

  /** Also one that was late a moment before: with the primary away, nobody else could answer until it is back. */
  #primaryIsAway(behind: bigint): void {
    const last = this.#positions.at(-1)
    if (last !== undefined && last.lsn <= behind) this.#change(true, 'the primary is away')
  }

  #change(isFresh: boolean, reason: string): void {
    const text = isFresh ? 'reading from the replica' : 'reading from the primary'
    if (this.#isFresh !== isFresh) this.#options.log.info({ replica: isFresh, reason }, text)
    this.#isFresh = isFresh
  }
}

type Position = typeof PRIMARY_POSITION | typeof REPLICA_POSITION

/** A place in the write-ahead log, "16/B374D848"; undefined when the server cannot tell. */
async function positionOf(server: Queryable, statement: Position): Promise<bigint | undefined> {
  try {
    const [row] = await server.query<{ lsn: string | null }>(statement)
    const [high, low] = row?.lsn?.split('/') ?? []
    if (high === undefined || low === undefined) return undefined
    return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
  } catch {
    return undefined
  }
}

import { AppError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import { type Database, openDatabase, type Queryable } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'

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
  if (url === undefined)
    return { query: (statement, values) => primary.query(statement, values), close: async () => {} }
  const measured = options.metrics === undefined ? {} : { metrics: options.metrics }
  const replica = openDatabase({ url, poolMax, applicationName: 'metering-read', log, ...measured })
  const watch = watchReplica(options, replica)
  return {
    async query(statement, values) {
      if (!watch.isFresh()) return await primary.query(statement, values)
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

/** Compares how far both are. While the primary is away there is nothing to be late for. */
function watchReplica(options: ReaderOptions, replica: Database) {
  const { primary, clock, log, lagMaxMs, lookIntervalMs = LOOK_INTERVAL_MS } = options
  let positions: { readonly lsn: bigint; readonly atMs: number }[] = []
  let fresh = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  function change(to: boolean, reason: string): void {
    if (fresh !== to) log.info({ replica: to, reason }, to ? 'reading from the replica' : 'reading from the primary')
    fresh = to
  }

  async function look(): Promise<void> {
    const atMs = clock.monotonicMs()
    const [ahead, behind] = await Promise.all([
      positionOf(primary, PRIMARY_POSITION),
      positionOf(replica, REPLICA_POSITION),
    ])
    if (behind === undefined) return change(false, 'the replica does not answer')
    if (ahead === undefined) return
    positions.push({ lsn: ahead, atMs })
    // What the replica has repeated is as late as the newest position of the primary that it has reached.
    const reached = positions.findLast(({ lsn }) => lsn <= behind)
    positions = positions.filter(position => position === reached || position.lsn > behind)
    const lagMs = reached === undefined ? Number.POSITIVE_INFINITY : clock.monotonicMs() - reached.atMs
    change(lagMs <= lagMaxMs + lookIntervalMs, 'how far it is behind')
  }

  let looking = Promise.resolve()
  const run = (): void => {
    looking = look().then(() => {
      if (!closed) timer = setTimeout(run, lookIntervalMs).unref()
    })
  }
  run()

  return {
    isFresh: () => fresh,
    distrust: () => change(false, 'a query failed'),
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
    },
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

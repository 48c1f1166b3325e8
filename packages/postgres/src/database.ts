import type { Logger, Metrics } from '@mtg/observability'
import type { ClientBase, Pool, PoolClient, QueryResultRow } from 'pg'
import { connectTimeoutMsOf } from './connect-timeout.ts'
import { measurePool } from './measure.ts'
import { translateDatabaseError } from './translate.ts'
import { WatchedPool } from './watched-pool.ts'

/** A prepared statement: the name identifies the text on each connection. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Its best plan depends on its values, or its text differs each time: it is not prepared, and the name is for metrics alone. */
  readonly isPlannedAnew?: boolean
}

/** Something that runs statements: the pool, or one transaction. */
export interface Queryable {
  /** Rows of a prepared statement. Throws `database_error` when the server is away or too slow. */
  query<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
}

/** A service's own way to PostgreSQL for what is too frequent for Prisma. */
export interface Database extends Queryable {
  /** Runs `work` on one connection between BEGIN and COMMIT; a throw rolls back. Never hold it across a network call. */
  transaction<T>(work: (queryable: Queryable) => Promise<T>): Promise<T>
  /** Rejects while the server cannot answer: the probe for readiness. */
  check(): Promise<void>
  close(): Promise<void>
}

/** How to reach PostgreSQL, and how long to wait for it. */
export interface DatabaseOptions {
  readonly url: string
  readonly poolMax: number
  /** Names the pool in `pg_stat_activity` and in metrics. */
  readonly applicationName: string
  readonly log: Logger
  readonly metrics?: Metrics
  /** Told of each statement that failed because the server is away or too slow. */
  readonly onAway?: () => void
  /** A statement that takes longer is ended by the server; default `STATEMENT_TIMEOUT_MS`. */
  readonly statementTimeoutMs?: number
  /** How long to wait for a connection; default `connectTimeoutMsOf` the URL. */
  readonly connectTimeoutMs?: number
}

const STATEMENT_TIMEOUT_MS = 5000
/** A process that hangs between two statements of a transaction keeps its locks no longer than one that waits for a statement. */
const IDLE_TRANSACTION_MS = STATEMENT_TIMEOUT_MS
/** A new connection has every plan to make anew: one that a burst needed is kept for the next burst. */
const IDLE_TIMEOUT_MS = 10 * 60_000

/**
 * Opens a pool. Connects when first used, and again by itself after an outage. Works through a pooler too: nothing is asked for
 * while connecting that one could refuse, and no bound of one pool is left behind on a connection that another one gets.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  // The common bound may stay on a connection that others get; any other one holds for its transaction alone.
  const ownBound = statementTimeoutMs === STATEMENT_TIMEOUT_MS ? undefined : statementTimeoutMs
  const begin = beginning(ownBound)
  const poolConfig = {
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMsOf(options.url),
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(ownBound === undefined && { onConnect: boundStatements }),
    // The client's own bound also covers a server that does not answer at all.
    query_timeout: statementTimeoutMs + 500,
    keepAlive: true,
  }
  const pool = new WatchedPool(poolConfig, { name: options.applicationName, log: options.log })

  const note = measurePool(options.metrics, options.applicationName, pool, options.poolMax)

  const failureOf = (thrown: unknown): unknown => {
    const failure = translateDatabaseError(thrown)
    if (failure !== thrown) options.onAway?.()
    return failure
  }

  const runOn = async <Row extends QueryResultRow>(
    target: Pool | PoolClient,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    const startedAtMs = performance.now()
    try {
      const { name, text, isPlannedAnew = false } = statement
      return (await target.query<Row>({ text, values: [...values], ...(!isPlannedAnew && { name }) })).rows
    } catch (thrown) {
      throw failureOf(thrown)
    } finally {
      note(statement.name, startedAtMs)
    }
  }

  const database: Database = {
    query: (statement, values) =>
      ownBound === undefined ? runOn(pool, statement, values) : database.transaction(tx => tx.query(statement, values)),
    async transaction(work) {
      const client = await pool.connect().catch((thrown: unknown) => {
        throw failureOf(thrown)
      })
      let broken: Error | undefined
      // A connection that breaks between two statements shows in the next one; without a listener it ends the process.
      const ignore = () => {}
      client.on('error', ignore)
      try {
        await client.query(begin)
        const result = await work({ query: (statement, values) => runOn(client, statement, values) })
        await client.query('COMMIT')
        return result
      } catch (thrown) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw failureOf(thrown)
      } finally {
        client.off('error', ignore)
        // A connection that could not even roll back is not given to anybody else.
        client.release(broken)
      }
    },
    async check() {
      await pool.query('SELECT 1')
    },
    close: () => pool.end(),
  }
  return database
}

/** Begins a transaction with its bounds, which end with it. */
function beginning(ownBound: number | undefined): string {
  const statementBound = ownBound === undefined ? '' : `; SET LOCAL statement_timeout = ${ownBound}`
  return `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${ownBound ?? IDLE_TRANSACTION_MS}${statementBound}`
}

/** Said after connecting, since poolers refuse the parameter while connecting. */
const boundStatements = async (client: ClientBase): Promise<void> => {
  await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
}

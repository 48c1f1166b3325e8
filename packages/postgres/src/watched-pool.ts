import type { Logger } from '@mtg/observability'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { SilenceWatch } from './silence.ts'

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/** A pool's configuration that says how long a connection may take to open. */
type WatchedPoolConfig = PoolConfig & { readonly connectionTimeoutMillis: number }

/** A pool that refuses at once while the server hangs, and takes back what waits for it. */
export class WatchedPool extends Pool {
  readonly #watch: SilenceWatch

  constructor(config: WatchedPoolConfig, { name, log }: { readonly name: string; readonly log: Logger }) {
    super(config)
    const open = new Set<PoolClient>()
    this.on('connect', client => {
      open.add(client)
      // Between the pool, which stops listening, and who asked for the connection, a break that came with the last answer finds nobody.
      client.on('error', () => {})
    })
    this.on('remove', client => open.delete(client))
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.on('error', err => log.warn({ err, pool: name }, 'idle database connection broke'))
    const { connectionString, ssl, application_name, connectionTimeoutMillis } = config
    this.#watch = new SilenceWatch({
      connections: { open: () => open, isBusy: () => this.totalCount > this.idleCount || this.waitingCount > 0 },
      client: { connectionString, ssl, application_name },
      connectTimeoutMs: connectionTimeoutMillis,
      name,
      log,
    })
  }

  // Pool.query asks for its connection here as well.
  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const refusal = this.#watch.refusal()
    this.#watch.asked()
    if (callback === undefined) return refusal === undefined ? super.connect() : Promise.reject(refusal)
    if (refusal === undefined) super.connect(callback)
    else process.nextTick(callback, refusal, undefined, () => {})
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | void {
    this.#watch.close()
    return callback === undefined ? super.end() : super.end(callback)
  }
}

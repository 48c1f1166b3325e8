import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { type CheckReport, DOUBTED_CACHE_MS, HealthChecks } from './health-checks.ts'
import { type OpsAnswer, type OpsServer, serveOps } from './ops-server.ts'

/** Whether the service can serve. */
interface HealthReport {
  readonly ready: boolean
  readonly checks: readonly CheckReport[]
}

/** Liveness, readiness and metrics of one service. */
export interface Ops {
  /** Adds a probe that rejects while the dependency is away; bounded to 500 ms and asked at most once a second. */
  addCheck(name: string, probe: () => Promise<unknown>, options: { readonly critical: boolean }): void
  /**
   * Cached. Not ready before `setStarted`, before every critical check has succeeded once, and while draining. What goes away
   * later does not take readiness with it: all replicas lose a database at the same moment, and a load balancer without any
   * could not even hand on the refusals, the keys and the pages that need none.
   */
  ready(): Promise<HealthReport>
  /**
   * Work has just failed for a dependency, which is news: the next look asks again, and whoever shows the state to others looks now.
   * May be called for every failure.
   */
  doubt(): void
  /** Called for doubts, ten times a second at most. */
  onDoubt(listener: () => void): void
  setStarted(): void
  setDraining(): void
  /** Called once, when `setDraining` is. */
  onDraining(listener: () => void): void
  /** Serves /livez (the event loop turns), /readyz (200 or 503) and /metrics. */
  listen(listen: string): Promise<{ readonly port: number }>
  close(): Promise<void>
}

/** What the operations port tells of, and the clock its probes are remembered by. */
export interface OpsOptions {
  readonly log: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  /** How long a request to the port may take to arrive; default 5,000. */
  readonly requestTimeoutMs?: number
}

/** Makes the ops side of a service. */
export function createOps(options: OpsOptions): Ops {
  return new ServiceOps(options)
}

class ServiceOps implements Ops {
  readonly #options: OpsOptions
  readonly #checks: HealthChecks
  readonly #drainListeners: (() => void)[] = []
  readonly #doubtListeners: (() => void)[] = []
  #doubtedAtMs = Number.NEGATIVE_INFINITY
  #isStarted = false
  #isDraining = false
  #server: OpsServer | undefined
  /** Writing the metrics takes longer the more there are: however many ask at once, it is done once. */
  #writing: Promise<string> | undefined

  constructor(options: OpsOptions) {
    this.#options = options
    this.#checks = new HealthChecks(options)
    const { metrics } = options
    metrics.gauge('mtg_service_ready', 'Whether the service takes work: 1 or 0.', [], async () =>
      (await this.ready()).ready ? 1 : 0,
    )
    metrics.gauge('mtg_dependency_up', 'Whether a dependency answers: 1 or 0.', ['dependency'], async () =>
      (await this.#checks.reports()).map(({ name, healthy }) => ({
        labels: { dependency: name },
        value: healthy ? 1 : 0,
      })),
    )
  }

  addCheck(name: string, probe: () => Promise<unknown>, { critical }: { readonly critical: boolean }): void {
    this.#checks.add(name, probe, critical)
  }

  async ready(): Promise<HealthReport> {
    const checks = await this.#checks.reports()
    const isServing = this.#isStarted && !this.#isDraining
    return { ready: isServing && this.#checks.wereReached(), checks }
  }

  doubt(): void {
    this.#checks.doubt()
    const nowMs = this.#options.clock.monotonicMs()
    if (nowMs - this.#doubtedAtMs < DOUBTED_CACHE_MS) return
    this.#doubtedAtMs = nowMs
    for (const listener of this.#doubtListeners) listener()
  }

  onDoubt(listener: () => void): void {
    this.#doubtListeners.push(listener)
  }

  setStarted(): void {
    this.#isStarted = true
    // What was never there is told of at once, not when somebody asks.
    void this.#checks.reports()
  }

  setDraining(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    for (const listener of this.#drainListeners) listener()
  }

  onDraining(listener: () => void): void {
    this.#drainListeners.push(listener)
  }

  async listen(listen: string): Promise<{ readonly port: number }> {
    const { log, requestTimeoutMs } = this.#options
    this.#server = await serveOps({ listen, log, requestTimeoutMs, answer: path => this.#answer(path) })
    return { port: this.#server.port }
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }

  async #answer(path: string): Promise<OpsAnswer | undefined> {
    if (path === '/livez') return { status: 200, type: 'text/plain', body: 'ok\n' }
    if (path === '/metrics') {
      return { status: 200, type: this.#options.metrics.contentType, body: await this.#metricsText() }
    }
    if (path !== '/readyz') return undefined
    const report = await this.ready()
    return { status: report.ready ? 200 : 503, type: 'application/json', body: `${JSON.stringify(report)}\n` }
  }

  #metricsText(): Promise<string> {
    this.#writing ??= this.#options.metrics.text().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }
}

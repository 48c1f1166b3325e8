import type { Logger, Metrics } from '@mtg/observability'
import { type Clock, endsWithin } from '@mtg/primitives'
import { type OpsAnswer, type OpsServer, serveOps } from './ops-server.ts'

/** One dependency's state. */
interface CheckReport {
  readonly name: string
  readonly healthy: boolean
  /** Whether the service cannot serve without it. */
  readonly critical: boolean
}

/** Whether the service can serve. */
interface HealthReport {
  readonly ready: boolean
  readonly checks: readonly CheckReport[]
}

/** Liveness, readiness and metrics of one service. */
export interface Ops {
  /** Adds a probe that rejects while the dependency is away; bounded to 500 ms and asked at most once a second. */
  addCheck(name: string, probe: () => Promise<unknown>, options: { readonly critical: boolean }): void
  /** Cached. Not ready before `setStarted`, while draining, or while a critical check fails. */
  ready(): Promise<HealthReport>
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
}

const PROBE_TIMEOUT_MS = 500
const PROBE_CACHE_MS = 1000

/** Makes the ops side of a service. */
export function createOps(options: OpsOptions): Ops {
  const checks: { name: string; critical: boolean; probe: () => Promise<unknown>; healthy: boolean }[] = []
  let started = false
  let draining = false
  const drainListeners: (() => void)[] = []
  let probedAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined
  let server: OpsServer | undefined
  let writing: Promise<string> | undefined
  options.metrics.gauge('mtg_service_ready', 'Whether the service takes work: 1 or 0.', [], async () =>
    (await ready()).ready ? 1 : 0,
  )
  options.metrics.gauge('mtg_dependency_up', 'Whether a dependency answers: 1 or 0.', ['dependency'], async () =>
    (await ready()).checks.map(({ name, healthy }) => ({ labels: { dependency: name }, value: healthy ? 1 : 0 })),
  )

  async function probeAll(): Promise<void> {
    await Promise.all(
      checks.map(async check => {
        const healthy = await answersInTime(check.probe)
        if (healthy !== check.healthy) {
          const line = healthy ? options.log.info : options.log.warn
          line({ check: check.name, critical: check.critical }, healthy ? 'dependency is back' : 'dependency is away')
        }
        check.healthy = healthy
      }),
    )
    probedAtMs = options.clock.monotonicMs()
    probing = undefined
  }

  async function ready(): Promise<HealthReport> {
    if (options.clock.monotonicMs() - probedAtMs > PROBE_CACHE_MS) {
      probing ??= probeAll()
      await probing
    }
    const reports = checks.map(({ name, critical, healthy }) => ({ name, critical, healthy }))
    return { ready: started && !draining && reports.every(check => check.healthy || !check.critical), checks: reports }
  }

  /** Writing the metrics takes longer the more there are: however many ask at once, it is done once. */
  function metricsText(): Promise<string> {
    writing ??= options.metrics.text().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function answer(path: string): Promise<OpsAnswer | undefined> {
    if (path === '/livez') return { status: 200, type: 'text/plain', body: 'ok\n' }
    if (path === '/metrics') return { status: 200, type: options.metrics.contentType, body: await metricsText() }
    if (path !== '/readyz') return undefined
    const report = await ready()
    return { status: report.ready ? 200 : 503, type: 'application/json', body: `${JSON.stringify(report)}\n` }
  }

  return {
    addCheck(name, probe, { critical }) {
      checks.push({ name, critical, probe, healthy: false })
      probedAtMs = Number.NEGATIVE_INFINITY
    },
    ready,
    setStarted() {
      started = true
    },
    setDraining() {
      if (draining) return
      draining = true
      for (const listener of drainListeners) listener()
    },
    onDraining(listener) {
      drainListeners.push(listener)
    },
    async listen(listen) {
      server = await serveOps({ listen, log: options.log, answer })
      return { port: server.port }
    },
    async close() {
      await server?.close()
    },
  }
}

async function answersInTime(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    return await endsWithin(probe(), PROBE_TIMEOUT_MS)
  } catch {
    return false
  }
}

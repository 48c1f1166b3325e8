import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

/** One dependency's state. */
export interface CheckReport {
  readonly name: string
  readonly healthy: boolean
  /** Whether the service cannot serve without it. */
  readonly critical: boolean
}

/** Whether the service can serve. */
export interface HealthReport {
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

/** What `createOps` needs. */
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
  let server: Server | undefined
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

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/livez') return send(response, 200, 'text/plain', 'ok\n')
    if (path === '/metrics') return send(response, 200, options.metrics.contentType, await options.metrics.text())
    if (path === '/readyz') {
      const report = await ready()
      return send(response, report.ready ? 200 : 503, 'application/json', `${JSON.stringify(report)}\n`)
    }
    return send(response, 404, 'text/plain', 'not found\n')
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
      const opened = createServer((request, response) => {
        answer(new URL(request.url ?? '/', 'http://ops').pathname, response).catch((error: unknown) => {
          options.log.error({ err: error }, 'ops request failed')
          response.destroy()
        })
      })
      server = opened
      const separator = listen.lastIndexOf(':')
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject)
        opened.listen(Number(listen.slice(separator + 1)), listen.slice(0, separator).replace(/^\[|\]$/g, ''), resolve)
      })
      const address = opened.address()
      return { port: typeof address === 'object' && address !== null ? address.port : 0 }
    },
    async close() {
      const opened = server
      if (opened === undefined) return
      opened.closeAllConnections()
      await new Promise(resolve => opened.close(resolve))
    },
  }
}

async function answersInTime(probe: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS)
  })
  const probed = (async () => {
    await probe()
    return true
  })()
  try {
    return await Promise.race([probed, timeout])
  } catch {
    return false
  } finally {
    probed.catch(() => {})
    clearTimeout(timer)
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

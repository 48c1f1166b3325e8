import { setTimeout as delay } from 'node:timers/promises'
import type * as grpc from '@grpc/grpc-js'
import { systemClock } from '@mtg/primitives'
import { HealthImplementation, type ServingStatusMap } from 'grpc-health-check'

/** Where health comes from: whether the service can serve, and each of its named checks. */
export interface HealthSource {
  /** Cached by the source, so it may be asked often. */
  ready(): Promise<{
    readonly ready: boolean
    readonly checks: readonly { readonly name: string; readonly healthy: boolean }[]
  }>
  /** Calls the listener when the service stops taking work. */
  onDraining?(listener: () => void): void
  /** Calls the listener when what was found of a dependency may hold no longer. */
  onDoubt?(listener: () => void): void
}

/** Longer than sources remember what they found: each look is at something new, and wakes the process for something. */
const REFRESH_INTERVAL_MS = 1_500
/** While it does not serve, callers wait for it. */
const NOT_SERVING_INTERVAL_MS = 250
const POLL_INTERVAL_MS = 50

/** Resolves when nothing is away, or after `timeoutMs`. */
export async function untilHealthy(source: HealthSource, timeoutMs: number): Promise<void> {
  const giveUpAtMs = systemClock.monotonicMs() + timeoutMs
  while (systemClock.monotonicMs() < giveUpAtMs) {
    const { checks } = await source.ready()
    if (checks.every(check => check.healthy)) return
    await delay(POLL_INTERVAL_MS)
  }
}

/**
 * grpc.health.v1: the empty name is the whole service, and each check of the source ("database", "redis", "nats") is
 * a name of its own, so that a caller can tell which dependency failed. `Watch` works too.
 */
export function serveHealth(server: grpc.Server, source: HealthSource): { close(): void } {
  const health = new HealthImplementation({ '': 'NOT_SERVING' })
  health.addToServer(server)
  const known: ServingStatusMap = { '': 'NOT_SERVING' }
  const set = (name: string, serving: boolean) => {
    const status = serving ? 'SERVING' : 'NOT_SERVING'
    if (known[name] === status) return
    known[name] = status
    health.setStatus(name, status)
  }
  const refresh = async () => {
    const report = await source.ready()
    set('', report.ready)
    for (const check of report.checks) set(check.name, check.healthy)
  }
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isClosed = false
  const look = async () => {
    if (isLooking || isClosed) return
    isLooking = true
    clearTimeout(timer)
    await refresh().catch(() => set('', false))
    isLooking = false
    const intervalMs = known[''] === 'SERVING' ? REFRESH_INTERVAL_MS : NOT_SERVING_INTERVAL_MS
    if (!isClosed) timer = setTimeout(() => void look(), intervalMs).unref()
  }
  void look()
  source.onDoubt?.(() => void look())
  source.onDraining?.(() => set('', false))
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const name of Object.keys(known)) set(name, false)
    },
  }
}

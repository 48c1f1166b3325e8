import type { Logger } from '@mtg/observability'
import { type Clock, endsWithin } from '@mtg/primitives'

/** One dependency's state. */
export interface CheckReport {
  readonly name: string
  readonly healthy: boolean
  /** Whether the service cannot serve without it. */
  readonly critical: boolean
}

interface Check {
  readonly name: string
  readonly critical: boolean
  readonly probe: () => Promise<unknown>
  healthy: boolean
}

const PROBE_TIMEOUT_MS = 500
const PROBE_CACHE_MS = 1000

/** Asks the dependencies of a service how they are: each within half a second, and at most once a second. */
export class HealthChecks {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #checks: Check[] = []
  #probedAtMs = Number.NEGATIVE_INFINITY
  #probing: Promise<void> | undefined

  constructor({ log, clock }: { readonly log: Logger; readonly clock: Clock }) {
    this.#log = log
    this.#clock = clock
  }

  /** `probe` rejects while the dependency is away. */
  add(name: string, probe: () => Promise<unknown>, critical: boolean): void {
    this.#checks.push({ name, critical, probe, healthy: false })
    this.#probedAtMs = Number.NEGATIVE_INFINITY
  }

  async reports(): Promise<CheckReport[]> {
    if (this.#clock.monotonicMs() - this.#probedAtMs > PROBE_CACHE_MS) {
      this.#probing ??= this.#probeAll()
      await this.#probing
    }
    return this.#checks.map(({ name, critical, healthy }) => ({ name, critical, healthy }))
  }

  async #probeAll(): Promise<void> {
    await Promise.all(this.#checks.map(check => this.#probe(check)))
    this.#probedAtMs = this.#clock.monotonicMs()
    this.#probing = undefined
  }

  async #probe(check: Check): Promise<void> {
    const { name, critical } = check
    const healthy = await answersInTime(check.probe)
    if (healthy !== check.healthy) {
      if (healthy) this.#log.info({ check: name, critical }, 'dependency is back')
      else this.#log.warn({ check: name, critical }, 'dependency is away')
    }
    check.healthy = healthy
  }
}

async function answersInTime(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    return await endsWithin(probe(), PROBE_TIMEOUT_MS)
  } catch {
    return false
  }
}

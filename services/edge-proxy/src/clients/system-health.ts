import type { Clock } from '@mtg/primitives'
import { createHealthClient, type HealthClient } from '@mtg/rpc'

/** The state of everything behind the gateway. */
export interface HealthReport {
  /** `degraded`: calls work, but something that is not critical is away. */
  readonly status: 'ok' | 'degraded' | 'unavailable'
  readonly checks: Readonly<Record<string, 'up' | 'down'>>
}

/** Addresses of the services. */
export interface HealthAddresses {
  readonly auth: string
  readonly billing: string
  readonly metering: string
  readonly oauth: string
}

/** What this process knows of itself, by name; calls go on without it. */
export type OwnChecks = Readonly<Record<string, () => boolean>>

interface Probe {
  readonly name: string
  readonly critical: boolean
  readonly isUp: () => Promise<boolean>
}

const PROBE_TIMEOUT_MS = 500
const CACHE_MS = 250

/**
 * Asks everything behind the gateway how it is. The database and the rate-limit cache are billing's to reach, so billing is
 * asked for them. Calls go on while metering (its records wait on the bus) or oauth-server (tokens are verified with known
 * keys) is away, so these are not critical; neither are usage events that nobody takes (billing rebuilds what is lost).
 */
export class SystemHealth {
  readonly #clients: Readonly<Record<keyof HealthAddresses, HealthClient>>
  readonly #probes: readonly Probe[]
  readonly #clock: Clock
  #cached: { readonly report: Promise<HealthReport>; readonly askedAtMs: number } | undefined

  constructor({ auth, billing, metering, oauth }: HealthAddresses, own: OwnChecks, clock: Clock) {
    this.#clock = clock
    this.#clients = {
      auth: createHealthClient({ address: auth }),
      billing: createHealthClient({ address: billing }),
      metering: createHealthClient({ address: metering }),
      oauth: createHealthClient({ address: oauth }),
    }
    this.#probes = [
      probe('database', true, this.#clients.billing, 'database'),
      probe('redis', true, this.#clients.billing, 'redis'),
      probe('auth', true, this.#clients.auth),
      probe('billing', true, this.#clients.billing),
      probe('metering', false, this.#clients.metering),
      probe('oauth', false, this.#clients.oauth),
      ...Object.entries(own).map(([name, isUp]) => ({ name, critical: false, isUp: async () => isUp() })),
    ]
  }

  /** Asked at most four times a second. */
  report(): Promise<HealthReport> {
    const nowMs = this.#clock.monotonicMs()
    if (this.#cached === undefined || nowMs - this.#cached.askedAtMs > CACHE_MS) {
      this.#cached = { report: ask(this.#probes), askedAtMs: nowMs }
    }
    return this.#cached.report
  }

  close(): void {
    for (const client of Object.values(this.#clients)) client.close()
  }
}

function probe(name: string, critical: boolean, client: HealthClient, check = ''): Probe {
  return { name, critical, isUp: () => client.isServing(check, PROBE_TIMEOUT_MS) }
}

async function ask(probes: readonly Probe[]): Promise<HealthReport> {
  const answers = await Promise.all(probes.map(async probe => ({ ...probe, up: await probe.isUp() })))
  const down = answers.filter(({ up }) => !up)
  const status = down.length === 0 ? 'ok' : down.some(({ critical }) => critical) ? 'unavailable' : 'degraded'
  return { status, checks: Object.fromEntries(answers.map(({ name, up }) => [name, up ? 'up' : 'down'])) }
}

import type { Clock } from '@mtg/primitives'
import { createHealthClient, type HealthClient } from '@mtg/rpc'

/** The state of everything behind the gateway. */
export interface HealthReport {
  /** `degraded`: calls work, but something that is not critical is away. */
  readonly status: 'ok' | 'degraded' | 'unavailable'
  readonly checks: Readonly<Record<string, 'up' | 'down'>>
}

/** Asks everything behind the gateway how it is. */
export interface SystemHealth {
  /** Asked at most once a second. */
  report(): Promise<HealthReport>
  close(): void
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
const CACHE_MS = 1_000

/**
 * Makes the probes. The database and the rate-limit cache are billing's to reach, so billing is asked for them. Calls go
 * on while metering (its records wait on the bus) or oauth-server (tokens are verified with known keys) is away, so
 * these are not critical; neither are usage events that nobody takes (billing rebuilds what is lost).
 */
export function createSystemHealth(addresses: HealthAddresses, own: OwnChecks, clock: Clock): SystemHealth {
  const clients: HealthClient[] = []
  const connect = (address: string) => {
    const client = createHealthClient({ address })
    clients.push(client)
    return client
  }
  const auth = connect(addresses.auth)
  const billing = connect(addresses.billing)
  const metering = connect(addresses.metering)
  const oauth = connect(addresses.oauth)
  const probe = (name: string, critical: boolean, client: HealthClient, check = ''): Probe => ({
    name,
    critical,
    isUp: () => client.isServing(check, PROBE_TIMEOUT_MS),
  })
  const probes = [
    probe('database', true, billing, 'database'),
    probe('redis', true, billing, 'redis'),
    probe('auth', true, auth),
    probe('billing', true, billing),
    probe('metering', false, metering),
    probe('oauth', false, oauth),
    ...Object.entries(own).map(([name, isUp]) => ({ name, critical: false, isUp: async () => isUp() })),
  ]
  let cached: { readonly report: Promise<HealthReport>; readonly askedAtMs: number } | undefined

  return {
    report() {
      const now = clock.monotonicMs()
      if (cached === undefined || now - cached.askedAtMs > CACHE_MS) cached = { report: ask(probes), askedAtMs: now }
      return cached.report
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}

async function ask(probes: readonly Probe[]): Promise<HealthReport> {
  const answers = await Promise.all(probes.map(async probe => ({ ...probe, up: await probe.isUp() })))
  const down = answers.filter(({ up }) => !up)
  const status = down.length === 0 ? 'ok' : down.some(({ critical }) => critical) ? 'unavailable' : 'degraded'
  return { status, checks: Object.fromEntries(answers.map(({ name, up }) => [name, up ? 'up' : 'down'])) }
}

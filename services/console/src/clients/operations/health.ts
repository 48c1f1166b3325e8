import { createHealthClient } from '@mtg/rpc'
import type { ServiceHealth } from '../../domain/operations.ts'

/** How the services are. */
export interface SystemHealth {
  report(): Promise<ServiceHealth[]>
  close(): void
}

/** Where the services are; undefined: not known here. */
export interface SystemHealthOptions {
  readonly addresses: Readonly<Record<keyof typeof CHECKS_OF, string | undefined>>
  readonly token: string | undefined
  readonly now: () => Date
}

const CHECK_TIMEOUT_MS = 1_000

/** What each service stands on, as its grpc.health.v1 names it. */
const CHECKS_OF = {
  auth: ['database'],
  billing: ['database', 'redis'],
  metering: ['database', 'nats'],
  'oauth-server': ['database', 'signing-keys', 'auth', 'redis'],
  'edge-proxy': ['auth', 'billing', 'nats', 'usage'],
} as const

/** Opens the connections. Since when a service has been as it is counts from when this process first saw it so. */
export function openSystemHealth({ addresses, token, now }: SystemHealthOptions): SystemHealth {
  const known = Object.entries(CHECKS_OF).flatMap(([service, checks]) => {
    const address = Object.entries(addresses).find(([name]) => name === service)?.[1]
    return address === undefined ? [] : [{ service, checks, client: createHealthClient({ address, token }) }]
  })
  const seen = new Map<string, { readonly state: string; readonly since: Date }>()
  const sinceOf = (name: string, state: string) => {
    const before = seen.get(name)
    const since = before?.state === state ? before.since : now()
    seen.set(name, { state, since })
    return since
  }
  const ask = async ({ service, checks, client }: (typeof known)[number]): Promise<ServiceHealth> => {
    const isServing = await client.isServing('', CHECK_TIMEOUT_MS)
    const answers = await Promise.all(checks.map(check => client.isServing(check, CHECK_TIMEOUT_MS)))
    const away = checks.filter((_check, index) => answers[index] !== true)
    // A service that does not answer at all fails by itself, not by everything that it stands on.
    const failing = away.length === checks.length && !isServing ? [service] : away
    const since = sinceOf(service, JSON.stringify([isServing, failing]))
    const dependencies = checks.map((name, index) => {
      const isAnswering = answers[index] === true
      return { name, isAnswering, since: sinceOf(`${service}/${name}`, String(isAnswering)) }
    })
    return { service, isServing, failing, since, dependencies }
  }
  return {
    report: async () => await Promise.all(known.map(ask)),
    close() {
      for (const { client } of known) client.close()
    },
  }
}

import { join } from 'node:path'
import type { Endpoints } from './endpoints.ts'
import type { Instance } from './instance.ts'
import { waitUntilReady } from './readiness.ts'
import {
  type Endpoint,
  environmentOf,
  isBehindEdge,
  type ServiceName,
  type ServiceSpec,
  type Wiring,
} from './services.ts'
import type { Supervised } from './supervisor.ts'
import type { SystemOptions } from './system-options.ts'
import { originOf } from './wiring.ts'

/** A replica of a service that was started. */
export interface Replica {
  service: ServiceName
  origin: string
  readyUrl: string
  /** Origin of its operations port: /livez, /readyz, /metrics. */
  operations: string
  process: Supervised
  env: Record<string, string>
}

/** What replicas run on. */
export interface LaunchParts {
  instance: Instance
  endpoints: Endpoints
  wiring: Wiring
  options: SystemOptions
}

/** Starts every replica of a service. */
export function launchReplicas(spec: ServiceSpec, parts: LaunchParts): Replica[] {
  return (parts.endpoints.get(spec.name) ?? []).map(endpoint => launchReplica(spec, endpoint, parts))
}

function launchReplica(spec: ServiceSpec, endpoint: Endpoint, { instance, wiring, options }: LaunchParts): Replica {
  const env = { ...environmentOf(spec, endpoint, wiring), ...options.serviceEnv?.[spec.name] }
  const process = instance.startProcess(isBehindEdge(spec.name) ? 'services' : 'edge', {
    name: endpoint.name,
    build: options.build,
    entry: join('services', spec.name, 'src/main.ts'),
    flags: [...(spec.flags ?? []), ...(options.serviceFlags?.[spec.name] ?? [])],
    ...(options.callsFirst && spec.niceness !== undefined && { niceness: spec.niceness }),
    env: { ...options.env, ...env },
  })
  const origin = originOf(endpoint.http)
  const operations = originOf(endpoint.ops)
  return { service: spec.name, origin, readyUrl: `${operations}/readyz`, operations, process, env }
}

/** Waits until each can serve. */
export async function allReady(replicas: Replica[], signal?: AbortSignal): Promise<void> {
  await Promise.all(
    replicas.map(async ({ process, readyUrl }) => {
      await waitUntilReady(process, readyUrl, signal)
      process.stepBack()
    }),
  )
}

/** Ends each in order, starts it at once, and waits until it can serve. */
export async function restartAll(replicas: Replica[], signal?: AbortSignal): Promise<void> {
  await Promise.all(replicas.map(replica => replica.process.restart()))
  await allReady(replicas, signal)
}

import { join } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import type { Applied } from '@mtg/marketplace'
import { openDataDir } from './data-dir.ts'
import { createDatabase, provideSchemas } from './database.ts'
import { assignEndpoints, type Endpoints, type WantedAddresses } from './endpoints.ts'
import { createIdentities, type Identities, writeCredentials } from './identities.ts'
import { type Build, createInstance, type Instance } from './instance.ts'
import { applyText, type MarketplaceText, parseText } from './marketplace.ts'
import { withoutPublicSecrets } from './public-samples.ts'
import { waitUntilReady } from './readiness.ts'
import { type Samples, startSamples } from './samples.ts'
import { embeddedNames, type GivenServers, type KeyPrefixes, type Servers } from './servers.ts'
import {
  type Endpoint,
  environmentOf,
  isBehindEdge,
  type ServiceName,
  type ServiceSpec,
  serviceSpecs,
  type Wiring,
} from './services.ts'
import type { InstanceState } from './state-file.ts'
import type { Supervised } from './supervisor.ts'
import { addressesOf, createWiring, originOf } from './wiring.ts'

/** What to start, and on what. Only `dataDir` and `env` are needed. */
export interface SystemOptions {
  dataDir: string
  /** The environment that processes inherit; settings of services in it (LOG_LEVEL, lifetimes, limits) take effect. */
  env: NodeJS.ProcessEnv
  /** Forget everything in the data folder first. */
  fresh?: boolean
  /** Existing servers, in place of embedded ones. The database must exist. */
  servers?: GivenServers
  /** Prefixes that keep instances on the same Redis and NATS apart. */
  redisPrefix?: string
  natsPrefix?: string
  /** Addresses asked for; free ports otherwise. */
  addresses?: WantedAddresses
  /** `{base_url}`; made from the edge's address when left out. */
  baseUrl?: string
  /** Applied before the edge listens. */
  marketplace?: MarketplaceText
  /** Others than this machine's users may reach the gateway: keys and passwords that everybody can read are not applied. */
  exposed?: boolean
  /** Start the sample publishers, on these ports if they are free. */
  samples?: Record<string, number | undefined>
  /** A built folder that the services run from, by an unprivileged user; this checkout when left out. */
  build?: Build
  /** Which services run; all when left out. */
  services?: ServiceName[]
  /** More than one process of a service. */
  replicas?: Partial<Record<ServiceName, number>>
  /** Settings for single services, over all others. */
  serviceEnv?: Partial<Record<ServiceName, Record<string, string>>>
  /** Flags for the Node of single services, over their usual ones. */
  serviceFlags?: Partial<Record<ServiceName, readonly string[]>>
  /** Ends the start, not the running system. */
  signal?: AbortSignal
  /** Told what is being done. */
  onProgress?: (line: string) => void
}

/** A process of a service. */
export interface RunningReplica {
  service: ServiceName
  name: string
  /** Its HTTP origin, if it has one. */
  origin: string
  /** Answers 200 while it can serve. */
  readyUrl: string
}

/** A running gateway. */
export interface RunningSystem {
  baseUrl: string
  /** Origins of all edge replicas. */
  edgeUrls: string[]
  /** Every process of a service, by its name. */
  replicas: readonly RunningReplica[]
  /** gRPC addresses; several replicas have commas between. */
  grpc: InstanceState['grpc']
  servers: Pick<Servers, 'databaseUrl' | 'redisUrl' | 'natsUrl'>
  /** What was applied at the start; undefined without a file. */
  marketplace: MarketplaceText | undefined
  /** What the marketplace file changed, and keys it made; undefined without a file. */
  applied: Applied | undefined
  /** The GRPC_TOKEN of a service, or of people: for clients of its gRPC. */
  secretOf: Identities['secretOf']
  /** Process ids by name, as they are now. */
  pids: () => Record<string, number>
  /** The settings a service runs with. */
  envOf: (service: ServiceName) => Record<string, string>
  /** The log of a process. */
  logFile: (name: string) => string
  /** Applies another marketplace text. */
  apply: (marketplace: MarketplaceText) => Promise<Applied>
  /** Sends SIGKILL (or another signal) to a process by name; it will be started again. Answers with its process id. */
  kill: (name: string, signal?: NodeJS.Signals) => number
  /** Ends every process of a service in order, starts it at once, and waits until it is ready, or `signal` aborts. */
  restart: (service: ServiceName, signal?: AbortSignal) => Promise<void>
  /** Waits until every service answers ready. */
  ready: () => Promise<void>
  /** Stops everything in order: edge first, so that calls under way finish. */
  stop: () => Promise<void>
  /** Ends everything at once. */
  killAll: () => void
}

/** Starts servers, services, publishers and edge, in this order; when a step fails, what was started is stopped. */
export async function startSystem(options: SystemOptions): Promise<RunningSystem> {
  const instance = createInstance(openDataDir(options.dataDir, { fresh: options.fresh ?? false }))
  try {
    return await runSteps(instance, options)
  } catch (error) {
    options.onProgress?.('stopping what was started')
    await instance.stop()
    throw error
  }
}

async function runSteps(instance: Instance, options: SystemOptions): Promise<RunningSystem> {
  const step = (line: string): void => {
    options.signal?.throwIfAborted()
    options.onProgress?.(line)
  }
  const specs = serviceSpecs.filter(spec => options.services?.includes(spec.name) ?? true)
  if (options.marketplace) parseText(options.marketplace) // A faulty file is told before anything is started.
  const marketplace =
    options.marketplace && withoutPublicSecrets(options.marketplace, instance.dataDir, options.exposed ?? false)
  // All have addresses, so that those that run can name the others.
  const endpoints = await assignEndpoints(serviceSpecs, options.replicas ?? {}, options.addresses ?? {})

  step(`starting ${embeddedNames(options.servers).join(', ') || 'on the given servers'}`)
  const prefixes = { redisPrefix: options.redisPrefix ?? '', natsPrefix: options.natsPrefix ?? '' }
  const servers = await instance.startServers(options.servers ?? {}, prefixes)
  const identities = createIdentities(
    instance.dataDir,
    serviceSpecs.map(spec => spec.name),
  )
  const wiring = wire({ instance, endpoints, servers, identities, prefixes, options })

  step('preparing the database')
  await prepareDatabase(instance, specs, servers, options)

  step('starting the services')
  const launch = (spec: ServiceSpec) => launchReplicas(spec, { instance, endpoints, wiring, options })
  const behind = specs.filter(spec => isBehindEdge(spec.name)).flatMap(launch)
  const samples = await launchSamples(instance, wiring, options)
  await allReady(behind, options.signal)

  const grpc = addressesOf(wiring)
  const substitutions = samples?.substitutions ?? {}
  const apply = (text: MarketplaceText) =>
    applyText(text, { grpc, substitutions, secret: identities.secretOf('operator') })
  if (marketplace) step(`applying ${marketplace.file}`)
  const applied = marketplace && (await apply(marketplace))

  step('starting the edge')
  const edges = specs.filter(spec => !isBehindEdge(spec.name)).flatMap(launch)
  await Promise.all(edges.map(edge => waitUntilReady(edge.process, `${edge.origin}/health`, options.signal)))

  const credentials = writeCredentials(instance.dataDir, identities)
  instance.publishState({ gateway: wiring.baseUrl, console: null, grpc, ...serverUrls(servers), credentials })
  const controls = controlsOf(instance, [...behind, ...edges])
  return {
    ...controls,
    baseUrl: wiring.baseUrl,
    grpc,
    servers,
    marketplace,
    applied,
    apply,
    secretOf: identities.secretOf,
  }
}

interface WireParts {
  instance: Instance
  endpoints: Endpoints
  servers: Servers
  identities: Identities
  prefixes: KeyPrefixes
  options: SystemOptions
}

function wire({ instance, endpoints, servers, identities, prefixes, options }: WireParts): Wiring {
  return createWiring({
    env: options.env,
    ...prefixes,
    baseUrl: options.baseUrl ?? originOf(endpoints.get('edge-proxy')?.[0]?.http ?? ''),
    dataDir: instance.dataDir,
    identities,
    endpoints,
    servers,
  })
}

async function prepareDatabase(
  instance: Instance,
  specs: ServiceSpec[],
  servers: Servers,
  options: SystemOptions,
): Promise<void> {
  if (!options.servers?.databaseUrl) await createDatabase(servers.databaseUrl)
  await provideSchemas(servers.databaseUrl, specs, workspaceRoot(), instance.dataDir)
}

/** A replica of a service that was started. */
interface Replica {
  service: ServiceName
  origin: string
  readyUrl: string
  process: Supervised
  env: Record<string, string>
}

interface LaunchParts {
  instance: Instance
  endpoints: Endpoints
  wiring: Wiring
  options: SystemOptions
}

function launchReplicas(spec: ServiceSpec, parts: LaunchParts): Replica[] {
  return (parts.endpoints.get(spec.name) ?? []).map(endpoint => launchReplica(spec, endpoint, parts))
}

function launchReplica(spec: ServiceSpec, endpoint: Endpoint, { instance, wiring, options }: LaunchParts): Replica {
  const env = { ...environmentOf(spec, endpoint, wiring), ...options.serviceEnv?.[spec.name] }
  const process = instance.startProcess(isBehindEdge(spec.name) ? 'services' : 'edge', {
    name: endpoint.name,
    build: options.build,
    entry: join('services', spec.name, 'src/main.ts'),
    flags: [...(spec.flags ?? []), ...(options.serviceFlags?.[spec.name] ?? [])],
    env: { ...options.env, ...env },
  })
  const origin = originOf(endpoint.http)
  return { service: spec.name, origin, readyUrl: `${originOf(endpoint.ops)}/readyz`, process, env }
}

async function launchSamples(instance: Instance, wiring: Wiring, options: SystemOptions): Promise<Samples | undefined> {
  if (options.samples === undefined) return undefined
  const shared = { ...options.env, GATEWAY_URL: wiring.baseUrl } // Its keys prove who is calling.
  return startSamples(options.samples, ({ name, entry }, env) =>
    instance.startProcess('publishers', { name, entry, env: { ...shared, ...env } }),
  )
}

async function allReady(replicas: Replica[], signal?: AbortSignal): Promise<void> {
  await Promise.all(replicas.map(replica => waitUntilReady(replica.process, replica.readyUrl, signal)))
}

async function restartAll(replicas: Replica[], signal?: AbortSignal): Promise<void> {
  await Promise.all(replicas.map(replica => replica.process.restart()))
  await allReady(replicas, signal)
}

const serverUrls = (servers: Servers) => ({
  postgres: servers.databaseUrl,
  redis: servers.redisUrl,
  nats: servers.natsUrl,
})

/** What can be asked of, and done to, the processes. */
function controlsOf(instance: Instance, replicas: Replica[]) {
  return {
    edgeUrls: replicas.filter(replica => replica.service === 'edge-proxy').map(replica => replica.origin),
    replicas: replicas.map(({ service, process, origin, readyUrl }) => ({
      service,
      name: process.name,
      origin,
      readyUrl,
    })),
    pids: instance.pids,
    envOf: (service: ServiceName) => ({ ...replicas.find(replica => replica.service === service)?.env }),
    logFile: (name: string) => instance.dataDir.logFile(name),
    kill: (name: string, signal: NodeJS.Signals = 'SIGKILL') => signalProcess(instance.pids(), name, signal),
    restart: (service: ServiceName, signal?: AbortSignal) =>
      restartAll(
        replicas.filter(replica => replica.service === service),
        signal,
      ),
    ready: () => allReady(replicas),
    stop: instance.stop,
    killAll: instance.killAll,
  }
}

function signalProcess(pids: Record<string, number>, name: string, signal: NodeJS.Signals): number {
  const pid = pids[name]
  if (pid === undefined) throw new Error(`no process is called ${name}; there are ${Object.keys(pids).join(', ')}`)
  process.kill(pid, signal)
  return pid
}

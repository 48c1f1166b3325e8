import { workspaceRoot } from '@mtg/embedded'
import { cellNames, countCells } from './cells.ts'
import { openDataDir } from './data-dir.ts'
import { createDatabase, provideSchemas } from './database.ts'
import { assignEndpoints, type Endpoints } from './endpoints.ts'
import { embeddedNames } from './given-servers.ts'
import { createIdentities, type Identities, writeCredentials } from './identities.ts'
import { createInstance, type Instance } from './instance.ts'
import { applyText, type MarketplaceText, parseText } from './marketplace.ts'
import { withoutPublicSecrets } from './public-samples.ts'
import { waitUntilReady } from './readiness.ts'
import { allReady, launchReplicas } from './replicas.ts'
import { controlsOf, operationsOf, type RunningSystem } from './running-system.ts'
import { type Samples, startSamples } from './samples.ts'
import type { Servers } from './servers.ts'
import { isBehindEdge, type ServiceSpec, serviceSpecs, type Wiring } from './services.ts'
import type { SystemOptions } from './system-options.ts'
import { addressesOf, createWiring, originOf } from './wiring.ts'

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

/** Tells what is done next, unless the start was given up. */
function stepOf(options: SystemOptions) {
  return (line: string): void => {
    options.signal?.throwIfAborted()
    options.onProgress?.(line)
  }
}

async function runSteps(instance: Instance, options: SystemOptions): Promise<RunningSystem> {
  const step = stepOf(options)
  const specs = serviceSpecs.filter(spec => options.services?.includes(spec.name) ?? true)
  if (options.marketplace) parseText(options.marketplace) // A faulty file is told before anything is started.
  const marketplace =
    options.marketplace && withoutPublicSecrets(options.marketplace, instance.dataDir, options.exposed ?? false)
  const { endpoints, servers, identities, wiring } = await prepareGround(instance, specs, options)

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

  const { baseUrl, outboxDir } = wiring
  const consoleOrigin = consoleOf(specs, wiring)
  const credentials = writeCredentials(instance.dataDir, identities)
  const controls = controlsOf(instance, [...behind, ...edges])
  const operations = operationsOf(controls.replicas)
  instance.publishState({
    gateway: baseUrl,
    console: consoleOrigin,
    grpc,
    ...serverUrls(servers),
    credentials,
    operations,
  })
  return {
    ...controls,
    baseUrl,
    console: consoleOrigin,
    outboxDir,
    grpc,
    servers,
    marketplace,
    applied,
    apply,
    secretOf: identities.secretOf,
  }
}

/** What the services stand on. */
interface Ground {
  readonly endpoints: Endpoints
  readonly servers: Servers
  readonly identities: Identities
  readonly wiring: Wiring
}

async function prepareGround(instance: Instance, specs: ServiceSpec[], options: SystemOptions): Promise<Ground> {
  const step = stepOf(options)
  const { dataDir } = instance
  // All have addresses, so that those that run can name the others.
  const cells = cellNames(countCells(options.cells, dataDir))
  const endpoints = await assignEndpoints(serviceSpecs, options.replicas ?? {}, options.addresses ?? {}, cells)

  step(`starting ${embeddedNames(options.servers).join(', ') || 'on the given servers'}`)
  const prefixes = { redisPrefix: options.redisPrefix ?? '', natsPrefix: options.natsPrefix ?? '' }
  const servers = await instance.startServers(options.servers ?? {}, { ...prefixes, cells })
  const names = serviceSpecs.map(spec => spec.name)
  const identities = createIdentities(dataDir, names)
  const baseUrl = options.baseUrl ?? originOf(endpoints.get('edge-proxy')?.[0]?.http ?? '')
  const wiring = createWiring({
    env: options.env,
    ...prefixes,
    baseUrl,
    dataDir,
    identities,
    endpoints,
    servers,
    cells,
  })

  step('preparing the database')
  await prepareDatabase(instance, specs, servers, options)
  return { endpoints, servers, identities, wiring }
}

async function prepareDatabase(
  instance: Instance,
  specs: ServiceSpec[],
  servers: Servers,
  options: SystemOptions,
): Promise<void> {
  if (!options.servers?.databaseUrl) await createDatabase(servers.databaseUrl)
  await provideSchemas(servers.databaseUrl, specs, workspaceRoot(), instance.dataDir)
  const inCells = specs.filter(({ name }) => name === 'billing')
  for (const url of servers.cellDatabaseUrls.values()) {
    await createDatabase(url)
    await provideSchemas(url, inCells, workspaceRoot(), instance.dataDir)
  }
}

const consoleOf = (specs: ServiceSpec[], wiring: Wiring) =>
  specs.some(spec => spec.name === 'console') ? wiring.consoleOrigin : null

async function launchSamples(instance: Instance, wiring: Wiring, options: SystemOptions): Promise<Samples | undefined> {
  if (options.samples === undefined) return undefined
  const shared = { ...options.env, GATEWAY_URL: wiring.baseUrl } // Its keys prove who is calling.
  return startSamples(options.samples, ({ name, entry }, env) =>
    instance.startProcess('publishers', { name, entry, env: { ...shared, ...env } }),
  )
}

const serverUrls = (servers: Servers) => ({
  postgres: servers.databaseUrl,
  redis: servers.redisUrl,
  nats: servers.natsUrl,
})

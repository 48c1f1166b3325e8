import { join } from 'node:path'
import { type DataDir } from './data-dir.ts'
import { serviceDatabaseUrl } from './database.ts'
import type { Endpoints } from './endpoints.ts'
import type { Identities } from './identities.ts'
import { redisPrefixOf } from './server-users.ts'
import type { Servers } from './servers.ts'
import { type Endpoint, type ServiceName, serviceSpecs, type Wiring } from './services.ts'
import type { InstanceState } from './state-file.ts'

/** What the wiring is made from. */
interface WiringParts {
  env: NodeJS.ProcessEnv
  redisPrefix: string
  natsPrefix: string
  dataDir: DataDir
  identities: Identities
  endpoints: Endpoints
  servers: Servers
  baseUrl: string
  cells: readonly string[]
}

/** Who is reached where, for the services' settings. Secrets given in the environment win over generated ones. */
export function createWiring(parts: WiringParts): Wiring {
  const { env, dataDir, endpoints, servers } = parts
  const givenSecrets: Partial<Record<SecretName, string | undefined>> = { 'key-pepper': env.KEY_PEPPER }
  const endpointsOf = (service: ServiceName) => endpoints.get(service) ?? []
  const home = parts.cells[0]
  const isAtHome = ({ cell }: Endpoint) => cell === undefined || cell === home
  const schemaOf = (service: ServiceName) => serviceSpecs.find(spec => spec.name === service)?.schema ?? service
  return {
    baseUrl: parts.baseUrl,
    consoleOrigin: originOf(endpoints.get('console')?.[0]?.http ?? ''),
    outboxDir: join(dataDir.path, 'outbox'),
    paymentProcessor: env.PAYMENT_PROCESSOR || (env.STRIPE_SECRET_KEY ? 'stripe' : 'test'),
    redisUrl: servers.redisUrlFor,
    redisPrefix: service => redisPrefixOf(parts.redisPrefix, service),
    natsUrl: servers.natsUrlFor,
    natsPrefix: parts.natsPrefix,
    databaseReadUrl: service => readUrlOf(servers, schemaOf(service), dataDir),
    databaseUrl: (service, cell) =>
      serviceDatabaseUrl(servers.cellDatabaseUrls.get(cell ?? '') ?? servers.databaseUrl, schemaOf(service), dataDir),
    identities: parts.identities,
    secret: name => givenSecrets[name] ?? dataDir.secret(name),
    grpc: service => addressesIn(endpointsOf(service).filter(isAtHome)),
    cells:
      parts.cells.length < 2
        ? ''
        : parts.cells
            .map(cell => `${cell}=${addressesIn(endpointsOf('billing').filter(endpoint => endpoint.cell === cell))}`)
            .join(';'),
    billingAnywhere: () => addressesIn(endpointsOf('billing')),
    origins: service =>
      endpointsOf(service)
        .filter(isAtHome)
        .map(endpoint => originOf(endpoint.http))
        .join(','),
  }
}

const addressesIn = (endpoints: readonly Endpoint[]) => endpoints.map(({ grpc }) => grpc).join(',')

/** The same role at the replica, which has the primary's roles and passwords. */
function readUrlOf(servers: Servers, schema: string, dataDir: DataDir): string | undefined {
  if (servers.databaseReadUrl === undefined) return undefined
  const url = new URL(serviceDatabaseUrl(servers.databaseUrl, schema, dataDir))
  const replica = new URL(servers.databaseReadUrl)
  url.host = replica.host
  url.search = replica.search
  return url.href
}

type SecretName = Parameters<Wiring['secret']>[0]

/** gRPC addresses as they are shown and used by tools. */
export function addressesOf(wiring: Wiring): InstanceState['grpc'] {
  return {
    auth: wiring.grpc('auth'),
    billing: wiring.grpc('billing'),
    metering: wiring.grpc('metering'),
    oauth: wiring.grpc('oauth-server'),
    edge: wiring.grpc('edge-proxy'),
  }
}

/** An address to listen on as an origin to call: a wildcard is reached on this machine. */
export function originOf(address: string): string {
  return `http://${address.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:')}`
}

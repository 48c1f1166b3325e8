import type { NatsService } from '@mtg/events'
import { schemaOf } from '@mtg/migrations'
import type { Identities } from './identities.ts'
import type { RedisService } from './server-users.ts'

/** The gateway's own processes. */
export type ServiceName = 'auth' | 'billing' | 'metering' | 'oauth-server' | 'console' | 'edge-proxy'

/** How a service is reached; what it does not listen on is empty. */
export interface Endpoint {
  /** The service's name; replicas after the first have a number: `billing-2`. */
  name: string
  grpc: string
  http: string
  ops: string
  /** The cell of billing that it belongs to, where there are several. */
  cell?: string
}

/** What services need to know of each other and of the servers below them. */
export interface Wiring {
  baseUrl: string
  /** Where people reach the console. */
  consoleOrigin: string
  /** Where messages to people go while there is no mail server. */
  outboxDir: string
  /** Who moves real money; the built-in test processor unless the environment says otherwise. */
  paymentProcessor: string
  /** With the service's own login, and for keys of its own. */
  redisUrl: (service: RedisService) => string
  redisPrefix: (service: RedisService) => string
  natsUrl: (service: NatsService) => string
  natsPrefix: string
  /** The URL of a service's own role. */
  databaseUrl(service: ServiceName, cell?: string): string
  /** The same at a replica for reads, if there is one. */
  databaseReadUrl(service: ServiceName): string | undefined
  /** Who the services are to each other. */
  identities: Identities
  secret(name: 'key-pepper' | 'billing-encryption-key' | 'oauth-encryption-key' | 'console-encryption-key'): string
  /** Every replica's gRPC address, with commas between; of billing those of the home cell. */
  grpc(service: ServiceName): string
  /** Cells of billing as its setting names them; empty where there is one billing only. */
  cells: string
  /** Every address of billing, in whatever cell. */
  billingAnywhere(): string
  /** Every replica's HTTP origin, with commas between. */
  origins(service: ServiceName): string
}

/** One row of the table: what a service listens on, owns and is told. */
export interface ServiceSpec {
  name: ServiceName
  listens: ('grpc' | 'http')[]
  /** Its PostgreSQL schema, if it owns one. */
  schema?: string
  /** Flags for Node. */
  flags?: readonly string[]
  niceness?: number
  /** Its settings beyond those that every service has. */
  env(wiring: Wiring): Record<string, string>
}

/**
 * glibc stops giving large buffers back to the system once the first of them was freed, and keeps a heap for each thread: after
 * minutes of large bodies and answers, a third of the edge's memory was such holes. With these it gives back what is freed.
 */
const LARGE_BUFFERS_GO_BACK = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

const nats = (wiring: Wiring, service: NatsService) => ({
  NATS_URL: wiring.natsUrl(service),
  NATS_PREFIX: wiring.natsPrefix,
})

const redis = (wiring: Wiring, service: RedisService) => ({
  REDIS_URL: wiring.redisUrl(service),
  REDIS_PREFIX: wiring.redisPrefix(service),
})

/** The same origin by the name that people type. */
const onLocalhost = (origin: string) => origin.replace('//127.0.0.1', '//localhost')

/** Every service, those that others depend on first. */
export const serviceSpecs: ServiceSpec[] = [
  {
    name: 'auth',
    listens: ['grpc'],
    schema: schemaOf.auth,
    env: wiring => ({
      ...nats(wiring, 'auth'),
      ISSUER: wiring.baseUrl,
      OAUTH_JWKS_URL: wiring
        .origins('oauth-server')
        .split(',')
        .map(origin => `${origin}/.well-known/jwks.json`)
        .join(','),
      KEY_PEPPER: wiring.secret('key-pepper'),
    }),
  },
  {
    name: 'metering',
    listens: ['grpc'],
    schema: schemaOf.metering,
    env: wiring => {
      const readUrl = wiring.databaseReadUrl('metering')
      return {
        ...nats(wiring, 'metering'),
        AUTH_ADDR: wiring.grpc('auth'),
        ...(readUrl !== undefined && { DATABASE_READ_URL: readUrl }),
      }
    },
  },
  {
    name: 'billing',
    listens: ['grpc', 'http'],
    schema: schemaOf.billing,
    env: wiring => ({
      ...redis(wiring, 'billing'),
      ...nats(wiring, 'billing'),
      BASE_URL: wiring.baseUrl,
      PAYMENT_PROCESSOR: wiring.paymentProcessor,
      ENCRYPTION_KEY: wiring.secret('billing-encryption-key'),
      METERING_ADDR: wiring.grpc('metering'),
      AUTH_ADDR: wiring.grpc('auth'),
      ...(wiring.cells !== '' && { CELLS: wiring.cells }),
    }),
  },
  {
    name: 'oauth-server',
    listens: ['grpc', 'http'],
    schema: schemaOf['oauth-server'],
    env: wiring => ({
      ...redis(wiring, 'oauth-server'),
      AUTH_ADDR: wiring.grpc('auth'),
      ISSUER: wiring.baseUrl,
      ENCRYPTION_KEY: wiring.secret('oauth-encryption-key'),
    }),
  },
  {
    name: 'console',
    listens: ['http'],
    // Where all shares one machine, calls come before what people and programs ask about them.
    niceness: 10,
    schema: schemaOf.console,
    env: wiring => ({
      ...redis(wiring, 'console'),
      BASE_URL: wiring.baseUrl,
      CONSOLE_ORIGIN: wiring.consoleOrigin,
      ALLOWED_ORIGINS: [wiring.baseUrl, wiring.consoleOrigin].map(onLocalhost).join(','),
      AUTH_ADDR: wiring.grpc('auth'),
      BILLING_ADDR: wiring.grpc('billing'),
      METERING_ADDR: wiring.grpc('metering'),
      OAUTH_ADDR: wiring.grpc('oauth-server'),
      EDGE_ADDR: wiring.grpc('edge-proxy'),
      ENCRYPTION_KEY: wiring.secret('console-encryption-key'),
      OUTBOX_DIR: wiring.outboxDir,
    }),
  },
  {
    name: 'edge-proxy',
    listens: ['grpc', 'http'],
    // Calls under way outlive Node's usual space for new objects, and copying them back and forth costs a tenth of the time.
    // V8 would take them for long-lived because of it, and make such objects in the old space, where they keep what they
    // point to until it is collected: that is nearly another tenth.
    flags: ['--max-semi-space-size=32', '--no-allocation-site-pretenuring'],
    env: wiring => ({
      ...LARGE_BUFFERS_GO_BACK,
      ...nats(wiring, 'edge-proxy'),
      BASE_URL: wiring.baseUrl,
      AUTH_ADDR: wiring.grpc('auth'),
      BILLING_ADDR: wiring.billingAnywhere(),
      METERING_ADDR: wiring.grpc('metering'),
      OAUTH_ADDR: wiring.grpc('oauth-server'),
      OAUTH_URL: wiring.origins('oauth-server'),
      BILLING_URL: wiring.origins('billing'),
      CONSOLE_URL: wiring.origins('console'),
      WALLET_URL: `${wiring.consoleOrigin}/wallet`,
      ALLOW_PRIVATE_UPSTREAMS: '127.0.0.0/8,::1/128',
    }),
  },
]

/** All of them, those that others depend on first. */
export const serviceNames: readonly ServiceName[] = serviceSpecs.map(spec => spec.name)

/** The services behind the edge: they start before it and stop after it. */
export const isBehindEdge = (name: ServiceName) => name !== 'edge-proxy'

/** All settings of one replica. */
export function environmentOf(spec: ServiceSpec, endpoint: Endpoint, wiring: Wiring): Record<string, string> {
  return {
    ...spec.env(wiring),
    OPS_LISTEN: endpoint.ops,
    GRPC_TOKEN: wiring.identities.secretOf(spec.name),
    ...(endpoint.grpc && spec.name !== 'console' && servingGrpc(spec.name, endpoint, wiring)),
    ...(endpoint.http && { HTTP_LISTEN: endpoint.http }),
    ...(spec.schema !== undefined && { DATABASE_URL: wiring.databaseUrl(spec.name, endpoint.cell) }),
    ...(endpoint.cell !== undefined && { CELL: endpoint.cell }),
  }
}

function servingGrpc(service: Exclude<ServiceName, 'console'>, { grpc }: Endpoint, { identities }: Wiring) {
  return { GRPC_LISTEN: grpc, GRPC_CALLERS: identities.callersOf(service) }
}

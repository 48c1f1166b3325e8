import type { Closable, ServiceContext } from '@mtg/runtime'
import type { FastifyInstance } from 'fastify'
import { callLimits } from './assemble-limits.ts'
import { Settlement } from './call/settlement.ts'
import { createStopping, type Stopping } from './call/stopping.ts'
import { AuthCache } from './clients/auth-cache.ts'
import { connectServices, type ServiceClients } from './clients/connect.ts'
import { ServiceReplicas } from './clients/service-replicas.ts'
import { SystemHealth } from './clients/system-health.ts'
import type { EdgeSettings } from './config.ts'
import { buildApp } from './http/server.ts'
import { createRateRefusals, type RateRefusals } from './limits/buyers/rate-refusals.ts'
import { createUncountedRequests, type UncountedRequests } from './limits/buyers/uncounted.ts'
import { boundConnections } from './limits/connections/connections.ts'
import { createLimitRefusals, type LimitRefusals, type Measured, measureLimits } from './limits/limit-refusals.ts'
import { type Load, watchLoad } from './limits/load/load.ts'
import { createRefusalCounts } from './limits/shed-refusals.ts'
import { createStrangers, type Strangers } from './limits/strangers/strangers.ts'
import { createCallMetrics } from './observe/call-metrics.ts'
import type { UsageSink } from './observe/usage-events.ts'
import type { CallServices } from './pipeline/handle-call.ts'
import { createAddressGuard } from './publisher/addresses.ts'
import { type Circuits, createCircuits } from './publisher/circuit.ts'
import { createSender } from './publisher/sender.ts'

/** The edge without its event bus: it can be built, and tested, on its own. */
export interface Assembly extends Closable {
  readonly app: FastifyInstance
  readonly health: SystemHealth
  readonly authCache: AuthCache
  readonly rateRefusals: RateRefusals
  readonly circuits: Circuits
  /** Asks clients to close their connections; everything goes on. */
  announceStop(): void
}

/** What an edge is made with. */
export type AssemblyContext = Pick<
  ServiceContext<EdgeSettings>,
  'config' | 'log' | 'clock' | 'metrics' | 'telemetry'
> & {
  readonly usage: UsageSink
  /** Whether invalidations arrive. */
  readonly isPushConnected: () => boolean
  /** Whether usage events leave this process. */
  readonly isUsageFlowing: () => boolean
}

const IDLE_SWEEP_MS = 100

/** Puts the edge together. It does not listen yet. */
export function assembleEdge(context: AssemblyContext): Assembly {
  const { config, log, clock } = context
  const baseUrl = new URL(config.BASE_URL).origin
  const clients = connectServices(context)
  const shed = createRefusalCounts(context.metrics)
  const health = new SystemHealth(
    { auth: config.AUTH_ADDR, billing: config.BILLING_ADDR, metering: config.METERING_ADDR, oauth: config.OAUTH_ADDR },
    { usage: context.isUsageFlowing },
    clock,
  )
  const load = watchLoad({
    clock,
    log,
    metrics: context.metrics,
    refusals: shed,
    limits: {
      roundMs: config.SHED_ROUND_MS,
      waitMs: config.SHED_WAIT_MS,
      callsPerSecondMin: config.SHED_CALLS_PER_SECOND_MIN,
    },
    refusalsPerSecond: config.REFUSALS_PER_SECOND,
    refusalHoldMs: config.REFUSAL_HOLD_MS,
  })
  const strangers = createStrangers({
    clock,
    refusals: shed,
    trustForwardedFor: config.TRUST_FORWARDED_FOR,
    failuresPerMinute: config.STRANGER_FAILURES_PER_MINUTE,
    visitsPerMinute: config.VISITS_PER_MINUTE,
    lookupsMax: config.STRANGER_LOOKUPS_MAX,
    lookupsPerSecond: config.STRANGER_LOOKUPS_PER_SECOND,
    waitMs: config.AUTH_TIMEOUT_MS,
    load,
  })
  const authCache = new AuthCache({
    client: clients.auth,
    strangers,
    clock,
    metrics: context.metrics,
    isPushConnected: context.isPushConnected,
    entriesMax: config.AUTH_CACHE_ENTRIES_MAX,
    ttlMs: config.AUTH_CACHE_TTL_MS,
    ttlWithoutPushMs: config.AUTH_CACHE_TTL_WITHOUT_NATS_MS,
  })
  const rateRefusals = createRateRefusals({ clock, refusals: shed, memoryMsMax: config.RATE_REFUSAL_MEMORY_MS })
  const uncounted = createUncountedRequests({ clock, refusals: shed, perMinute: config.UNCOUNTED_PER_MINUTE })
  const stopping = createStopping()
  const refusals = createLimitRefusals(context.metrics)
  const parts = { baseUrl, clients, authCache, strangers, load, rateRefusals, uncounted, stopping, refusals }
  const calls = callServices(context, parts)
  const replicas = new ServiceReplicas(log)
  const app = buildApp({
    ...calls,
    metering: clients.metering,
    purchases: clients.purchases,
    health,
    replicas,
    refusals,
    oauthOrigins: originsOf(config.OAUTH_URL),
    billingOrigins: originsOf(config.BILLING_URL),
    formBodyBytesMax: config.FORM_BODY_BYTES_MAX,
    webhookBodyBytesMax: config.WEBHOOK_BODY_BYTES_MAX,
    connectionRequestsMax: config.CONNECTION_REQUESTS_MAX,
  })
  const connections = boundConnections(app.server, {
    connectionsMax: config.CONNECTIONS_MAX,
    addressConnectionsMax: config.TRUST_FORWARDED_FOR ? undefined : config.ADDRESS_CONNECTIONS_MAX,
    refusals,
  })
  measure(context, calls, connections)

  return {
    app,
    health,
    authCache,
    rateRefusals,
    circuits: calls.circuits,
    announceStop: () => stopping.announce(),
    async close() {
      stopping.begin()
      // Connections that fall idle after the server has stopped listening would hold up its end.
      const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS)
      await app.close()
      clearInterval(sweep)
      await stopping.finished()
      load.close()
      await calls.settlement.drain()
      await Promise.all([calls.sender.close(), replicas.close()])
      health.close()
      clients.close()
    },
  }
}

const originsOf = (urls: string) => urls.split(',').map(url => new URL(url.trim()).origin)

interface Parts {
  readonly baseUrl: string
  readonly clients: ServiceClients
  readonly authCache: AuthCache
  readonly strangers: Strangers
  readonly load: Load
  readonly rateRefusals: RateRefusals
  readonly uncounted: UncountedRequests
  readonly stopping: Stopping
  readonly refusals: LimitRefusals
}

function callServices(context: AssemblyContext, { baseUrl, clients, refusals, ...parts }: Parts) {
  const { config, log, clock, metrics, telemetry, usage } = context
  return {
    ...parts,
    clock,
    log,
    telemetry,
    usage,
    baseUrl,
    billing: clients.billing,
    attempts: clients.attempts,
    idempotencyWaitMs: config.IDEMPOTENCY_WAIT_MS,
    buyerIdentities: clients.buyerIdentities,
    settlement: new Settlement({ billing: clients.billing, log }),
    circuits: createCircuits({ clock, log }),
    sender: createSender({
      guard: createAddressGuard(config.ALLOW_PRIVATE_UPSTREAMS, config.ALLOW_HTTP_UPSTREAMS),
      clock,
      connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
      limits: {
        connectionsMax: config.UPSTREAM_CONNECTIONS_MAX,
        publisherConnectionsMax: config.PUBLISHER_CONNECTIONS_MAX,
        appConnectionsMax: config.APP_CONNECTIONS_MAX,
        idleConnectionsMax: config.UPSTREAM_IDLE_CONNECTIONS_MAX,
        appIdleConnectionsMax: config.APP_IDLE_CONNECTIONS_MAX,
      },
    }),
    ...callLimits(config, refusals),
    trustForwardedFor: config.TRUST_FORWARDED_FOR,
    allowedOrigins: new Set([baseUrl, ...config.ALLOWED_ORIGINS]),
    answerLimits: {
      idleMs: config.STREAM_IDLE_TIMEOUT_MS,
      totalMs: config.ANSWER_TIMEOUT_MS,
      answerBytesMax: config.ANSWER_BYTES_MAX,
      streamBytesMax: config.STREAM_BYTES_MAX,
    },
    callMetrics: createCallMetrics(metrics),
  } satisfies CallServices
}

function measure({ metrics }: AssemblyContext, calls: ReturnType<typeof callServices>, connections: Measured): void {
  const { callsUnderWay, settlement, circuits, sender } = calls
  const { bodyBytes, answerBytes, uploads, forwards } = calls
  measureLimits(metrics, [bodyBytes, answerBytes, uploads, forwards, callsUnderWay])
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(name, help, [], read)
  gauge('mtg_edge_connections', 'Connections of callers.', () => connections.held())
  gauge('mtg_edge_connections_max', 'How many there may be.', () => connections.max)
  gauge('mtg_edge_calls_under_way', 'Calls under way.', () => callsUnderWay.held())
  gauge('mtg_edge_strangers_waiting', 'Strangers who wait for a turn at auth.', () => calls.strangers.waiting())
  gauge('mtg_edge_pending_releases', 'Reservations being released in the background.', () => settlement.pending())
  metrics.gauge('mtg_edge_upstream_connections', 'Connections to publishers.', ['state'], () => {
    const { open, idle } = sender.connections()
    return [
      { labels: { state: 'busy' }, value: open - idle },
      { labels: { state: 'idle' }, value: idle },
    ]
  })
  metrics.gauge('mtg_edge_circuits', 'Apps whose circuit is not closed, by its state.', ['state'], () =>
    (['open', 'half_open'] as const).map(state => ({ labels: { state }, value: circuits.count(state) })),
  )
}

import type { Closable, ServiceContext } from '@mtg/runtime'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type AuthCache, createAuthCache } from './auth-cache.ts'
import { connectServices, type ServiceClients } from './clients/connect.ts'
import type { CallServices } from './pipeline/handle-call.ts'
import { createSettlement } from './pipeline/settlement.ts'
import { createStopping, type Stopping } from './pipeline/stopping.ts'
import { createAddressGuard } from './publisher/addresses.ts'
import { type Circuits, createCircuits } from './publisher/circuit.ts'
import { createInFlight } from './publisher/in-flight.ts'
import { createSender } from './publisher/sender.ts'
import { createRateRefusals, type RateRefusals } from './rate-refusals.ts'
import { createCallMetrics } from './respond/call-metrics.ts'
import type { UsageSink } from './respond/finish-call.ts'
import { createServiceForwarder } from './routes/forward-to-service.ts'
import type { EdgeSettings } from './settings.ts'
import { createSystemHealth, type SystemHealth } from './system-health.ts'

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
}

const IDLE_SWEEP_MS = 100

/** Puts the edge together. It does not listen yet. */
export function assembleEdge(context: AssemblyContext): Assembly {
  const { config, log, clock } = context
  const baseUrl = new URL(config.BASE_URL).origin
  const clients = connectServices(context)
  const health = createSystemHealth(
    { auth: config.AUTH_ADDR, billing: config.BILLING_ADDR, metering: config.METERING_ADDR, oauth: config.OAUTH_ADDR },
    clock,
  )
  const authCache = createAuthCache({
    client: clients.auth,
    clock,
    metrics: context.metrics,
    isPushConnected: context.isPushConnected,
    entriesMax: config.AUTH_CACHE_ENTRIES_MAX,
    ttlMs: config.AUTH_CACHE_TTL_MS,
    ttlWithoutPushMs: config.AUTH_CACHE_TTL_WITHOUT_NATS_MS,
  })
  const rateRefusals = createRateRefusals({ clock, memoryMsMax: config.RATE_REFUSAL_MEMORY_MS })
  const stopping = createStopping()
  const forwarder = createServiceForwarder({
    log,
    bodyBytesMax: config.BODY_BYTES_MAX,
    trustForwardedFor: config.TRUST_FORWARDED_FOR,
  })
  const calls = callServices(context, { baseUrl, clients, authCache, rateRefusals, stopping })
  measure(context, calls)
  const app = buildApp({
    ...calls,
    metering: clients.metering,
    purchases: clients.purchases,
    health,
    forwarder,
    oauthOrigins: originsOf(config.OAUTH_URL),
    billingOrigins: originsOf(config.BILLING_URL),
  })

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
      await calls.settlement.drain()
      await Promise.all([calls.sender.close(), forwarder.close()])
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
  readonly rateRefusals: RateRefusals
  readonly stopping: Stopping
}

function callServices(context: AssemblyContext, { baseUrl, clients, ...parts }: Parts): CallServices {
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
    settlement: createSettlement({ billing: clients.billing, log }),
    circuits: createCircuits({ clock, log }),
    sender: createSender({
      guard: createAddressGuard(config.ALLOW_PRIVATE_UPSTREAMS, config.ALLOW_HTTP_UPSTREAMS),
      clock,
      connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
      connectionsMax: config.APP_CALLS_MAX + config.APP_SUBSCRIPTIONS_MAX,
    }),
    callsUnderWay: createInFlight('calls', config.CALLS_MAX),
    appCallsUnderWay: createInFlight('app', config.APP_CALLS_MAX),
    appSubscriptions: createInFlight('subscriptions', config.APP_SUBSCRIPTIONS_MAX),
    allowedOrigins: new Set([baseUrl, ...config.ALLOWED_ORIGINS]),
    bodyBytesMax: config.BODY_BYTES_MAX,
    answerLimits: {
      idleMs: config.STREAM_IDLE_TIMEOUT_MS,
      totalMs: config.ANSWER_TIMEOUT_MS,
      answerBytesMax: config.ANSWER_BYTES_MAX,
      streamBytesMax: config.STREAM_BYTES_MAX,
    },
    callMetrics: createCallMetrics(metrics),
  }
}

function measure({ metrics }: AssemblyContext, { callsUnderWay, settlement, circuits }: CallServices): void {
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(name, help, [], read)
  gauge('mtg_edge_calls_under_way', 'Calls under way.', () => callsUnderWay.total())
  gauge('mtg_edge_pending_releases', 'Holds being released in the background.', () => settlement.pending())
  metrics.gauge('mtg_edge_circuits', 'Apps whose circuit is not closed, by its state.', ['state'], () =>
    (['open', 'half_open'] as const).map(state => ({ labels: { state }, value: circuits.count(state) })),
  )
}

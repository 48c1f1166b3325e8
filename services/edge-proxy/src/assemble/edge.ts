import type { Closable } from '@mtg/runtime'
import type { FastifyInstance } from 'fastify'
import { ReservationsAhead } from '../call/reservations-ahead.ts'
import { Settlement } from '../call/settlement.ts'
import { Stopping } from '../call/stopping.ts'
import { TaskSettlement } from '../call/task-settlement.ts'
import type { AuthCache } from '../clients/auth-cache.ts'
import { OutputChecks } from '../clients/output-checks/output-checks.ts'
import { ServiceReplicas } from '../clients/service-replicas.ts'
import { SystemHealth } from '../clients/system-health.ts'
import { endIdleUntil } from '../http/end-idle.ts'
import { type AppServices, buildApp } from '../http/server.ts'
import { startAskingDueTasks } from '../jobs/ask-due-tasks.ts'
import { createOutputSchemas } from '../jobs/read-output-schemas.ts'
import type { RateRefusals } from '../limits/buyers/rate-refusals.ts'
import { boundConnections } from '../limits/connections/connections.ts'
import { createLimitRefusals, type LimitRefusals } from '../limits/limit-refusals.ts'
import { createCallLog } from '../observe/call-log.ts'
import { createCallMetrics } from '../observe/call-metrics.ts'
import { usageOfTask } from '../observe/usage-events.ts'
import { createProber, type Prober } from '../probe/prober.ts'
import type { Circuits } from '../publisher/circuit.ts'
import { assembleCallers } from './callers.ts'
import { assembleClients, type ServiceClients } from './clients.ts'
import type { AssemblyContext } from './context.ts'
import { measure } from './gauges.ts'
import { assembleLimits } from './limits.ts'
import { assemblePublishers } from './publishers.ts'

/** The edge without its event bus: it can be built, and tested, on its own. */
export interface Assembly extends Closable {
  readonly app: FastifyInstance
  readonly health: SystemHealth
  readonly authCache: AuthCache
  readonly rateRefusals: RateRefusals
  readonly reservationsAhead: ReservationsAhead
  readonly circuits: Circuits
  /** Asks publishers' servers what they offer. */
  readonly prober: Prober
  /** Asks clients to close their connections; everything goes on. */
  announceStop(): void
}

/** Puts the edge together, as the settings say. It does not listen yet. */
export function assembleEdge(context: AssemblyContext): Assembly {
  const { config, metrics } = context
  const clients = assembleClients(context)
  const refusals = createLimitRefusals(metrics)
  const services = servicesOf(context, clients, refusals)
  const asking = startAskingDueTasks({
    ...services,
    settlement: services.taskSettlement,
    tasks: clients.tasks,
    intervalMs: config.TASK_ASK_INTERVAL_MS,
  })
  const app = buildApp(services)
  const connections = boundConnections(app.server, {
    connectionsMax: config.CONNECTIONS_MAX,
    addressConnectionsMax: config.TRUST_FORWARDED_FOR ? undefined : config.ADDRESS_CONNECTIONS_MAX,
    refusals,
  })
  const { bodyBytes, answerBytes, uploads, forwards } = services
  measure(metrics, { ...services, connections, limits: [bodyBytes, answerBytes, uploads, forwards] })
  const { health, authCache, rateRefusals, reservationsAhead, circuits, stopping } = services
  return {
    app,
    health,
    authCache,
    rateRefusals,
    reservationsAhead,
    circuits,
    prober: createProber({ ...services, credentials: clients.credentials }),
    announceStop: () => stopping.announce(),
    async close() {
      await asking.close()
      await closeEdge(app, services, clients)
    },
  }
}

function servicesOf(context: AssemblyContext, clients: ServiceClients, refusals: LimitRefusals) {
  const { config, log, clock, metrics, telemetry, usage } = context
  const { billing, attempts, buyerIdentities, metering, purchases, quotes } = clients
  const baseUrl = new URL(config.BASE_URL).origin
  const publishers = assemblePublishers(context)
  const limits = assembleLimits(context, refusals)
  const { answerBytes } = limits
  const settlement = new Settlement({ billing, clock, log })
  const outputSchemas = createOutputSchemas({ ...publishers, answerBytes, clock, log })
  const outputChecks = new OutputChecks({ clock, log })
  return {
    log,
    clock,
    telemetry,
    usage,
    billing,
    attempts,
    buyerIdentities,
    metering,
    purchases,
    quotes,
    refusals,
    ...assembleCallers(context, clients.auth),
    ...publishers,
    ...limits,
    promises: { clock, outputSchemas, outputChecks },
    health: healthOf(context),
    replicas: new ServiceReplicas(log),
    stopping: new Stopping(),
    settlement,
    reservationsAhead: new ReservationsAhead({
      billing,
      settlement,
      clock,
      log,
      isTold: context.isPushConnected,
      callsMax: config.RESERVATIONS_AHEAD_MAX,
    }),
    taskSettlement: new TaskSettlement({
      tasks: clients.tasks,
      billing,
      log,
      onCharged: (task, micros) => usage.record(usageOfTask(task, micros, clock.nowMs())),
    }),
    callMetrics: createCallMetrics(metrics),
    callLog: createCallLog({ log, clock, refusalsPerSecond: config.REFUSAL_LINES_PER_SECOND }),
    baseUrl,
    allowedOrigins: new Set([baseUrl, ...config.ALLOWED_ORIGINS]),
    trustForwardedFor: config.TRUST_FORWARDED_FOR,
    walletUrl: config.WALLET_URL,
    idempotencyWaitMs: config.IDEMPOTENCY_WAIT_MS,
    oauthOrigins: originsOf(config.OAUTH_URL),
    billingOrigins: originsOf(config.BILLING_URL),
    consoleOrigins: config.CONSOLE_URL === undefined ? [] : originsOf(config.CONSOLE_URL),
  } satisfies AppServices
}

function healthOf({ config, clock, isUsageFlowing }: AssemblyContext): SystemHealth {
  const { AUTH_ADDR: auth, BILLING_ADDR: billing, METERING_ADDR: metering, OAUTH_ADDR: oauth } = config
  return new SystemHealth({ auth, billing, metering, oauth }, { usage: isUsageFlowing }, clock)
}

const originsOf = (urls: string) => urls.split(',').map(url => new URL(url.trim()).origin)

/** Calls under way come first; what they are made of closes after them. */
async function closeEdge(
  app: FastifyInstance,
  services: ReturnType<typeof servicesOf>,
  clients: ServiceClients,
): Promise<void> {
  const { stopping, load, settlement, taskSettlement, reservationsAhead, promises, sender, replicas, health } = services
  stopping.begin()
  await endIdleUntil(app.server, app.close())
  await stopping.finished()
  load.close()
  await Promise.all([settlement.drain(), taskSettlement.drain(), reservationsAhead.close()])
  await promises.outputChecks.close()
  replicas.close()
  await sender.close()
  health.close()
  clients.close()
}

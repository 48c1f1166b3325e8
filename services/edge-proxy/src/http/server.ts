import type { Logger } from '@mtg/observability'
import type { FastifyInstance } from 'fastify'
import type { SystemHealth } from '../clients/system-health.ts'
import type { CallServices } from '../pipeline/handle-call.ts'
import { createGuard, type GuardServices } from './guard.ts'
import { createHardenedServer } from './hardened-server.ts'
import { isCallPath } from './match-app.ts'
import { HEALTH_PATH, QUOTE_PATH, USAGE_PATH } from './paths.ts'
import { createRouter } from './router.ts'
import { createHealthRoute } from './routes/health.ts'
import { answeredHere, type OwnServices, ownServiceRoutes } from './routes/own-services.ts'
import { createProxyRoute } from './routes/proxy.ts'
import { createQuoteRoute, type QuoteServices } from './routes/quote.ts'
import { answerUnrouted } from './routes/unrouted.ts'
import { createUsageRoute, type UsageServices } from './routes/usage.ts'

/** Everything that the HTTP side is made of. */
export interface AppServices extends CallServices, UsageServices, QuoteServices, GuardServices, OwnServices {
  readonly log: Logger
  readonly health: SystemHealth
}

/**
 * The road of every request: socket, guard, route. The route of a call is the pipeline; all others are found by the router.
 * The app does not listen yet.
 */
export function buildApp(services: AppServices): FastifyInstance {
  const mayPass = createGuard(services)
  const takeCall = createProxyRoute(services)
  return createRouter({
    routes: [
      { pattern: USAGE_PATH, route: createUsageRoute(services) },
      { pattern: QUOTE_PATH, route: answeredHere(createQuoteRoute(services), services) },
      { pattern: HEALTH_PATH, route: createHealthRoute(services.health) },
      ...ownServiceRoutes(services),
    ],
    unrouted: answerUnrouted,
    log: services.log,
    serverFor: route =>
      createHardenedServer((request, response) => {
        // Calls are routed by their raw bytes alone, and nearly every request is one.
        const isCall = isCallPath(request.url ?? '')
        if (!mayPass(request, response, isCall)) return
        if (isCall) takeCall(request, response)
        else route(request, response)
      }),
  })
}

import type { ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import { sendOauthRefusal, sendOauthUnavailable } from '../../respond/oauth-error.ts'
import { sendError } from '../../respond/send-error.ts'
import { asksBySession } from '../asks-by-session.ts'
import { API_PATHS, CHECKOUT_PATHS, DISCOVERY_PATHS, OAUTH_PATHS, WEBHOOK_PATHS } from '../paths.ts'
import type { PatternRoute } from '../router.ts'
import { createServiceRoute, type ForwarderServices, type ServiceTarget } from './forward-to-service.ts'

/** The services that answer some paths of the gateway's origin, and how large a body they get. */
export interface OwnServices extends ForwarderServices {
  readonly oauthOrigins: readonly string[]
  readonly billingOrigins: readonly string[]
  /** None: the API is not served here. */
  readonly consoleOrigins: readonly string[]
  readonly formBodyBytesMax: number
  readonly apiBodyBytesMax: number
  readonly webhookBodyBytesMax: number
}

/** The routes that are passed on to oauth-server, to billing and to the console. */
export function ownServiceRoutes(services: OwnServices): PatternRoute[] {
  const { oauthOrigins, billingOrigins, consoleOrigins } = services
  const { formBodyBytesMax, webhookBodyBytesMax } = services
  const billing = { origins: billingOrigins, sendUnavailable: sendInternalError, sendRefusal: sendError }
  const oauth = { origins: oauthOrigins, sendUnavailable: sendOauthUnavailable, sendRefusal: sendOauthRefusal }
  const routesTo = (patterns: readonly string[], target: ServiceTarget) => {
    const route = createServiceRoute(target, services)
    return patterns.map(pattern => ({ pattern, route }))
  }
  return [
    ...routesTo(WEBHOOK_PATHS, { ...billing, bodyBytesMax: webhookBodyBytesMax }),
    ...routesTo(CHECKOUT_PATHS, { ...billing, bodyBytesMax: formBodyBytesMax }),
    ...routesTo(OAUTH_PATHS, { ...oauth, bodyBytesMax: formBodyBytesMax }),
    ...(consoleOrigins.length === 0 ? [] : routesTo([...API_PATHS, ...DISCOVERY_PATHS], consoleOf(services))),
  ]
}

function consoleOf({ consoleOrigins, apiBodyBytesMax }: OwnServices): ServiceTarget {
  return {
    origins: consoleOrigins,
    bodyBytesMax: apiBodyBytesMax,
    sendUnavailable: sendInternalError,
    sendRefusal: sendError,
  }
}

/**
 * A path of the API that the edge answers by itself, for keys and tokens: who has the session of a browser instead is the console's to
 * know, where there is one.
 */
export function answeredHere(route: PatternRoute['route'], services: OwnServices): PatternRoute['route'] {
  if (services.consoleOrigins.length === 0) return route
  const toConsole = createServiceRoute(consoleOf(services), services)
  return (request, response) => (asksBySession(request) ? toConsole(request, response) : route(request, response))
}

function sendInternalError(response: ServerResponse): void {
  sendError(response, appError('internal_error'))
}

import type { ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import { sendOauthRefusal, sendOauthUnavailable } from '../../respond/oauth-error.ts'
import { sendError } from '../../respond/send-error.ts'
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
  const { formBodyBytesMax, webhookBodyBytesMax, apiBodyBytesMax } = services
  const billing = { origins: billingOrigins, sendUnavailable: sendInternalError, sendRefusal: sendError }
  const oauth = { origins: oauthOrigins, sendUnavailable: sendOauthUnavailable, sendRefusal: sendOauthRefusal }
  const console = { origins: consoleOrigins, sendUnavailable: sendInternalError, sendRefusal: sendError }
  const routesTo = (patterns: readonly string[], target: ServiceTarget) => {
    const route = createServiceRoute(target, services)
    return patterns.map(pattern => ({ pattern, route }))
  }
  return [
    ...routesTo(WEBHOOK_PATHS, { ...billing, bodyBytesMax: webhookBodyBytesMax }),
    ...routesTo(CHECKOUT_PATHS, { ...billing, bodyBytesMax: formBodyBytesMax }),
    ...routesTo(OAUTH_PATHS, { ...oauth, bodyBytesMax: formBodyBytesMax }),
    ...(consoleOrigins.length === 0
      ? []
      : routesTo([...API_PATHS, ...DISCOVERY_PATHS], { ...console, bodyBytesMax: apiBodyBytesMax })),
  ]
}

function sendInternalError(response: ServerResponse): void {
  sendError(response, appError('internal_error'))
}

import type { ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import { sendOauthRefusal, sendOauthUnavailable } from '../../respond/oauth-error.ts'
import { sendError } from '../../respond/send-error.ts'
import { CHECKOUT_PATHS, OAUTH_PATHS, WEBHOOK_PATHS } from '../paths.ts'
import type { PatternRoute } from '../router.ts'
import { createServiceRoute, type ForwarderServices, type ServiceTarget } from './forward-to-service.ts'

/** The services that answer some paths of the gateway's origin, and how large a body they get. */
export interface OwnServices extends ForwarderServices {
  readonly oauthOrigins: readonly string[]
  readonly billingOrigins: readonly string[]
  readonly formBodyBytesMax: number
  readonly webhookBodyBytesMax: number
}

/** The routes that are passed on to oauth-server and to billing. */
export function ownServiceRoutes(services: OwnServices): PatternRoute[] {
  const { oauthOrigins, billingOrigins, formBodyBytesMax, webhookBodyBytesMax } = services
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
  ]
}

function sendInternalError(response: ServerResponse): void {
  sendError(response, appError('internal_error'))
}

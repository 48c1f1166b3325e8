import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError, toAppError } from '@mtg/errors'
import type { Stopping } from '../call/stopping.ts'
import type { LimitRefusals } from '../limits/limit-refusals.ts'
import type { Strangers } from '../limits/strangers/strangers.ts'
import { sendOauthRefusal } from '../respond/oauth-error.ts'
import { sendError } from '../respond/send-error.ts'
import { asksBySession } from './asks-by-session.ts'
import { checkFraming } from './check-framing.ts'
import { HEALTH_PATH, isOauthPath, pathOf, QUOTE_PATH, USAGE_PATH } from './paths.ts'
import { createPipeliningBound } from './pipelining.ts'

/** What the checks before a route go by. */
export interface GuardServices {
  readonly strangers: Strangers
  readonly stopping: Stopping
  readonly refusals: LimitRefusals
  readonly connectionRequestsMax: number
}

/** Whether a request may go on to its route; one that may not has been answered. */
export type Guard = (request: IncomingMessage, response: ServerResponse, isCall: boolean) => boolean

/** Asked with a credential, or by whatever watches over us: their addresses are not counted. */
const UNCOUNTED_PATHS = new Set([USAGE_PATH, QUOTE_PATH, HEALTH_PATH])

/** The checks that every request must pass before its route, in their order. Calls are counted by their credential, later. */
export function createGuard({ strangers, stopping, refusals, connectionRequestsMax }: GuardServices): Guard {
  const mayWaitItsTurn = createPipeliningBound(connectionRequestsMax, refusals)
  return (request, response, isCall) => {
    if (!mayWaitItsTurn(request, response)) return false
    if (!isCall && !mayVisit(request, response, strangers)) return false
    if (!isReadableOneWay(request, response)) return false
    if (stopping.isStopping()) response.setHeader('connection', 'close')
    return true
  }
}

/** Whether the address may make one more request that needs no credential. */
function mayVisit(request: IncomingMessage, response: ServerResponse, strangers: Strangers): boolean {
  const path = pathOf(request.url ?? '')
  if (UNCOUNTED_PATHS.has(path) && !asksBySession(request)) return true
  try {
    strangers.visit(request)
    return true
  } catch (thrown) {
    const error = toAppError(thrown)
    if (isOauthPath(path)) sendOauthRefusal(response, error)
    else sendError(response, error)
    return false
  }
}

/** Whether every HTTP server in front of us would read the request as we do. */
function isReadableOneWay(request: IncomingMessage, response: ServerResponse): boolean {
  try {
    checkFraming(request)
    // An absolute-form target is for whoever is in front of the gateway to resolve.
    if (!request.url?.startsWith('/')) throw appError('invalid_path')
    return true
  } catch (thrown) {
    sendError(response, toAppError(thrown))
    return false
  }
}

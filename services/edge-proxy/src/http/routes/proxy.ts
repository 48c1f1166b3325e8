import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppError, appError, toAppError } from '@mtg/errors'
import { uuidv7 } from '@mtg/primitives'
import type { Strangers } from '../../limits/strangers/strangers.ts'
import { startCallSpan } from '../../observe/call-span.ts'
import { type CallServices, handleCall } from '../../pipeline/handle-call.ts'
import { Delivery } from '../../respond/delivery.ts'
import { sendError } from '../../respond/send-error.ts'
import { matchApp } from '../match-app.ts'
import { pathOf } from '../paths.ts'

/** GET and HEAD reach the pipeline and end there after authentication; every other method has no meaning at all. */
const PIPELINE_METHODS = new Set(['POST', 'GET', 'HEAD'])

/** Takes calls of apps into the pipeline. */
export function createProxyRoute(services: CallServices) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    try {
      const app = matchApp(pathOf(request.url ?? ''))
      if (!PIPELINE_METHODS.has(request.method ?? '')) throw appError('method_not_allowed')
      const receivedAtMs = services.clock.nowMs()
      const callId = uuidv7(receivedAtMs)
      const delivery = new Delivery(request, response, services.stopping.isStopping, services.handOverPace)
      const span = startCallSpan(request, app, services.telemetry)
      services.stopping.track(handleCall({ callId, receivedAtMs, request, response, delivery, app, span }, services))
    } catch (thrown) {
      sendError(response, refusalOf(request, thrown, services.strangers))
    }
  }
}

/** A refusal before authentication counts for the caller's address. */
function refusalOf(request: IncomingMessage, thrown: unknown, strangers: Strangers): AppError {
  try {
    strangers.visit(request)
    return toAppError(thrown)
  } catch (tooMany) {
    return toAppError(tooMany)
  }
}

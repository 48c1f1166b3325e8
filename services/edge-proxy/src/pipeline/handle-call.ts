import { appError, toAppError } from '@mtg/errors'
import type { Clock, Telemetry } from '@mtg/runtime'
import type { Call } from '../adapters/adapter.ts'
import type { AuthCache } from '../auth-cache.ts'
import type { InFlight } from '../publisher/in-flight.ts'
import { beginStep, type CallTrail, endSteps } from '../respond/call-trail.ts'
import { envelope } from '../respond/envelope.ts'
import { type Ending, type FinishServices, finishCall } from '../respond/finish-call.ts'
import { dropUnreadBody, errorHeaders } from '../respond/send-error.ts'
import { challengeFor } from '../respond/www-authenticate.ts'
import type { Arrival } from './arrival.ts'
import { authenticate } from './authenticate.ts'
import { authorizeScope } from './authorize-scope.ts'
import { type AttemptServices, beginAttempt, isNamed } from './begin-attempt.ts'
import { checkOrigin } from './check-request.ts'
import { deliver } from './deliver.ts'
import type { Delivered } from './delivered.ts'
import { type ForwardServices, forward } from './forward.ts'
import { readBody } from './read-body.ts'
import { replay } from './replay.ts'
import { type ReserveServices, reserve } from './reserve.ts'

/** Everything that a call meets on its way. */
export interface CallServices extends AttemptServices, ReserveServices, ForwardServices, FinishServices {
  readonly clock: Clock
  readonly telemetry: Telemetry
  readonly authCache: AuthCache
  readonly callsUnderWay: InFlight
  readonly appCallsUnderWay: InFlight
  readonly appSubscriptions: InFlight
  readonly allowedOrigins: ReadonlySet<string>
  readonly bodyBytesMax: number
  readonly baseUrl: string
}

/** What a client that has hung up would have got, for the log. */
const CLIENT_CLOSED_REQUEST = 499

/** Takes a call from its arrival to its last byte and writes down how it ended. Never rejects. */
export async function handleCall(arrival: Arrival, services: CallServices): Promise<void> {
  const trail: CallTrail = { arrival, stages: [] }
  let ending: Ending
  try {
    ending = await runPipeline(trail, services)
    endSteps(trail)
  } catch (thrown) {
    endSteps(trail, thrown)
    ending = await endWithError(trail, thrown, services)
  }
  const isCharged = trail.hold?.isCaptured() === true
  if (isCharged) await confirmCharge(trail)
  finishCall(trail, ending, services)
  if (!isCharged) await trail.attempt?.abandon(ending.code)
}

/** A charge that another attempt may have undone leaves no usage record; the reconciler adds one if it stands after all. */
async function confirmCharge({ attempt, hold }: CallTrail): Promise<void> {
  if (attempt !== undefined && !(await attempt.finish())) hold?.disown()
}

/** The steps in their order. Each may end the call with its own codes; those of an earlier step win. */
async function runPipeline(trail: CallTrail, services: CallServices): Promise<Ending> {
  const { arrival } = trail
  const { request, response, app, delivery } = arrival
  const step = (name: string) => beginStep(trail, name)
  const leave = services.callsUnderWay.enter('')
  try {
    step('check_origin')
    checkOrigin(request, services.allowedOrigins)
    const found = authenticate(request.headers, services.authCache, step('authenticate'))
    const principal = found instanceof Promise ? await found : found
    trail.principal = principal
    step('read_body')
    // Spec "Other methods": GET routes to the pipeline; what it would have meant there is no more.
    if (request.method !== 'POST') throw appError('method_not_allowed')
    const body = await readBody(request, response, services.bodyBytesMax)
    step('parse')
    const message = app.adapter.parse(request.headers, body)
    trail.message = message
    step('authorize_scope')
    authorizeScope(principal, app.adapter)
    if (message.kind === 'notification') {
      delivery.send(202, { 'x-gateway-call-id': arrival.callId }, '')
      return { code: 'ok', status: 202, owner: 'none' }
    }
    if (isNamed(request, message)) {
      step('begin_attempt')
      const begun = await beginAttempt(arrival, principal, body, services)
      if (begun.kind === 'answered') return endingOf(replay(delivery, begun.answer))
      trail.attempt = begun.attempt
    }
    const hold = await reserve(arrival, principal, message, services, step('reserve'))
    trail.hold = hold
    const span = step('forward')
    const leaveApp = placesFor(message, services).enter(app.name)
    try {
      const forwarded = await forward(arrival, principal, message, hold, services, span)
      step('deliver')
      return endingOf(await deliver(arrival, message, hold, forwarded, trail.attempt))
    } finally {
      leaveApp()
    }
  } finally {
    leave()
  }
}

function placesFor(call: Call, services: CallServices): InFlight {
  return call.isSubscription ? services.appSubscriptions : services.appCallsUnderWay
}

/** Gives back what is still held, and answers with the envelope if anybody is there to read it. */
async function endWithError(trail: CallTrail, thrown: unknown, services: CallServices): Promise<Ending> {
  const { arrival, hold } = trail
  const { delivery, request, app } = arrival
  const error = toAppError(thrown)
  const hasLeft = delivery.hasLeft()
  await hold?.release(hasLeft ? 'buyer_left' : 'not_charged', hasLeft ? 'buyer_left' : error.code)
  if (hasLeft) return { code: 'buyer_left', status: CLIENT_CLOSED_REQUEST, owner: 'buyer' }
  const challenge = challengeFor(error, { baseUrl: services.baseUrl, path: app.path, scope: app.adapter.scope })
  dropUnreadBody(request)
  const headers = {
    ...errorHeaders(error),
    'x-gateway-call-id': arrival.callId,
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
  }
  if (!delivery.hasHead()) delivery.send(error.status, headers, envelope(error))
  return { code: error.code, status: error.status, owner: error.owner, error }
}

function endingOf({ outcome, status }: Delivered): Ending {
  return { code: outcome, status, owner: ownerOf(outcome) }
}

/** Answers that were delivered and not charged are nobody's fault but where a publisher broke off. */
function ownerOf(outcome: string): Ending['owner'] {
  switch (outcome) {
    case 'publisher_error':
    case 'gateway_timeout':
    case 'publisher_client_error':
      return 'publisher'
    case 'buyer_left':
      return 'buyer'
    default:
      return 'none'
  }
}

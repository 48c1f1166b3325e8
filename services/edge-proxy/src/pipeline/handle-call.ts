import { hash } from 'node:crypto'
import { type AppError, appError, toAppError } from '@mtg/errors'
import type { Telemetry } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { asOwnFault } from '@mtg/rpc'
import type { MessageLimits } from '../adapters/message-limits.ts'
import { CLIENT_CLOSED_REQUEST } from '../call/abandoned.ts'
import type { Arrival } from '../call/arrival.ts'
import type { UploadServices } from '../call/collect-body.ts'
import type { Delivered, Ending } from '../call/ending.ts'
import { beginStep, type CallTrail, endSteps } from '../call/trail.ts'
import type { ByteBudget, ByteClaim } from '../limits/bytes/byte-budget.ts'
import type { PublisherPlaces } from '../limits/calls/publisher-places.ts'
import type { Load } from '../limits/load/load.ts'
import type { SharedPlaces } from '../limits/places.ts'
import { enterMessage } from '../observe/call-span.ts'
import { envelope } from '../respond/envelope.ts'
import type { HandOverPace } from '../respond/hand-over.ts'
import { dropUnreadBody, errorHeaders } from '../respond/send-error.ts'
import { challengeFor } from '../respond/www-authenticate.ts'
import { type AuthenticateServices, authenticate } from './authenticate.ts'
import { authorizeScope } from './authorize-scope.ts'
import { type AttemptServices, beginAttempt, isNamed } from './begin-attempt.ts'
import { checkOrigin } from './check-origin.ts'
import { deliver } from './deliver.ts'
import { type FinishServices, finishCall } from './finish-call.ts'
import { type ForwardServices, forward } from './forward.ts'
import { noteRefusal, type RefusalServices } from './note-refusal.ts'
import { readBody } from './read-body.ts'
import { readMaxPrice } from './read-max-price.ts'
import { replayKeptAnswer } from './replay-kept-answer.ts'
import { countNotification, type ReserveServices, reserve } from './reserve.ts'

/** Everything that the steps work with. */
export interface CallServices
  extends AuthenticateServices,
    UploadServices,
    RefusalServices,
    AttemptServices,
    ReserveServices,
    ForwardServices,
    FinishServices {
  readonly clock: Clock
  readonly telemetry: Telemetry
  /** Calls whose body is there, by buyer. */
  readonly callsUnderWay: SharedPlaces
  readonly publisherPlaces: PublisherPlaces
  readonly allowedOrigins: ReadonlySet<string>
  readonly handOverPace: HandOverPace
  readonly bodyBytesMax: number
  readonly messageLimits: MessageLimits
  /** Memory for the bodies of all requests. */
  readonly bodyBytes: ByteBudget
  readonly baseUrl: string
  /** Where wallets are topped up; undefined: nobody knows. */
  readonly walletUrl: string | undefined
}

/** A body of that many bytes weighs as much as an ordinary call. */
const BYTES_PER_CALL = 16_384
const CALLS_PER_SECOND_OF_PLACE = 0.1

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
  const kept = trail.reservation?.isKept() === true ? trail.reservation.call() : undefined
  const isKept = kept !== undefined
  if (kept !== undefined) services.taskSettlement.confirm(kept, arrival.response)
  const isCharged = isKept || trail.reservation?.isCaptured() === true
  if (isCharged) await confirmCharge(trail)
  finishCall(trail, ending, services)
  noteTime(trail, services)
  if (!isCharged) await trail.attempt?.abandon(ending.code)
}

/** A charge that another attempt may have undone leaves no usage record; the reconciler adds one if it stands after all. */
async function confirmCharge({ attempt, reservation }: CallTrail): Promise<void> {
  if (attempt !== undefined && !(await attempt.finish())) reservation?.disown()
}

/** The steps in their order. Each may end the call with its own codes; those of an earlier step win. */
async function runPipeline(trail: CallTrail, services: CallServices): Promise<Ending> {
  const { arrival } = trail
  const { request, response, app, delivery } = arrival
  const step = (name: string) => beginStep(trail, name)
  let claim: ByteClaim | undefined
  let placeOf: string | undefined
  try {
    step('check_origin')
    checkOrigin(request, services.allowedOrigins)
    const found = authenticate(request, services, step('authenticate'))
    const principal = found instanceof Promise ? await found : found
    trail.principal = principal
    step('read_body')
    // Whoever asks on and on in spite of refusals has nothing read or parsed for it.
    services.load.accept(principal.buyerId)
    services.uncounted.check(principal.buyerId)
    // Spec "Other methods": GET routes to the pipeline; what it would have meant there is no more.
    if (request.method !== 'POST') throw appError('method_not_allowed')
    const { buyerId } = principal
    claim = services.bodyBytes.open(buyerId)
    const { bodyBytesMax: bytesMax, uploads } = services
    const body = await readBody(request, response, { bytesMax, uploads, owner: buyerId, claim })
    noteBody(trail, buyerId, body.length, services.load)
    if (principal.wantsDigests) beginDigests(trail, body)
    services.callsUnderWay.enter(buyerId)
    placeOf = buyerId
    step('parse')
    const parsed = app.adapter.parse(request.headers, body, services.messageLimits)
    const message = parsed instanceof Promise ? await parsed : parsed
    trail.message = message
    enterMessage(arrival, message, services.telemetry)
    const maxPriceMicros = readMaxPrice(request.headers)
    step('authorize_scope')
    authorizeScope(principal, app.adapter)
    if (message.kind === 'notification') {
      await countNotification(arrival, principal, services, step('reserve'))
      delivery.send(202, { 'x-gateway-call-id': arrival.callId, 'x-content-type-options': 'nosniff' }, '')
      return { code: 'ok', status: 202, owner: 'none' }
    }
    if (isNamed(request, message)) {
      step('begin_attempt')
      const begun = await beginAttempt(arrival, principal, body, services)
      if (begun.kind === 'answered') {
        services.uncounted.count(principal.buyerId, 0)
        return endingOf(replayKeptAnswer(delivery, begun.answer))
      }
      trail.attempt = begun.attempt
    }
    services.buyerIdentities.prepare(buyerId, app.username)
    const wish = { call: message, maxPriceMicros, isKnownById: trail.attempt !== undefined }
    const reservation = await reserve(arrival, principal, wish, services, step('reserve'))
    trail.reservation = reservation
    const span = step('forward')
    services.publisherPlaces.enter(message, app, buyerId)
    try {
      const forwarded = await forward(arrival, principal, message, reservation, services, span)
      step('deliver')
      return endingOf(await deliver(arrival, message, reservation, forwarded, trail.attempt))
    } finally {
      services.publisherPlaces.leave(message, app, buyerId)
    }
  } finally {
    claim?.release()
    if (placeOf !== undefined) services.callsUnderWay.leave(placeOf)
  }
}

/** To read and parse a large body takes as long as some ordinary calls do. */
function noteBody(trail: CallTrail, buyerId: string, bytes: number, load: Load): void {
  trail.bodyBytes = bytes
  if (bytes >= BYTES_PER_CALL) load.spend(buyerId, bytes / BYTES_PER_CALL)
}

/** Of the bytes as they came: whoever has them can hold them against the receipt. */
function beginDigests(trail: CallTrail, body: Buffer): void {
  trail.bodyDigest = hash('sha256', body, 'base64url')
  trail.arrival.delivery.beginDigest()
}

/** A call that lasts takes a place from others. */
function noteTime({ arrival, principal }: CallTrail, { clock, load }: CallServices): void {
  const seconds = (clock.nowMs() - arrival.receivedAtMs) / 1000
  if (seconds >= 1 && principal !== undefined) load.spend(principal.buyerId, seconds * CALLS_PER_SECOND_OF_PLACE)
}

/** Gives back what is still reserved, and answers with the envelope if anybody is there to read it. */
async function endWithError(trail: CallTrail, thrown: unknown, services: CallServices): Promise<Ending> {
  const { arrival, reservation } = trail
  const { delivery, request, app } = arrival
  const error = asOwnFault(toAppError(thrown))
  const hasLeft = delivery.hasLeft()
  await reservation?.release(hasLeft ? 'buyer_left' : 'not_charged', hasLeft ? 'buyer_left' : error.code)
  const pause = hasLeft ? undefined : noteRefusal(trail, error, services)
  if (pause !== undefined) await pause
  if (hasLeft) return { code: 'buyer_left', status: CLIENT_CLOSED_REQUEST, owner: 'buyer' }
  const challenge = challengeFor(error, { baseUrl: services.baseUrl, path: app.path, scope: app.adapter.scope })
  dropUnreadBody(request)
  const headers = {
    ...errorHeaders(error),
    'x-gateway-call-id': arrival.callId,
    ...paymentLink(error, services.walletUrl),
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
  }
  if (!delivery.hasHead()) delivery.send(error.status, headers, envelope(error))
  return { code: error.code, status: error.status, owner: error.owner, error }
}

/** Where whoever must pay first can do so (RFC 8288). A publisher's own 402 is about the gateway's account with it. */
function paymentLink({ status, owner }: AppError, walletUrl: string | undefined): { link?: string } {
  if (status !== 402 || owner !== 'buyer' || walletUrl === undefined) return {}
  return { link: `<${walletUrl}>; rel="payment"` }
}

function endingOf({ outcome, status }: Delivered): Ending {
  return { code: outcome, status, owner: ownerOf(outcome) }
}

/** Answers that were delivered and not charged are nobody's fault but where a publisher broke off, or a promise. */
function ownerOf(outcome: string): Ending['owner'] {
  switch (outcome) {
    case 'publisher_error':
    case 'gateway_timeout':
    case 'publisher_client_error':
    case 'output_schema_broken':
    case 'first_byte_late':
      return 'publisher'
    case 'buyer_left':
    case 'abandoned':
    case 'slow_buyer':
      return 'buyer'
    default:
      return 'none'
  }
}

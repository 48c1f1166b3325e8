import { setTimeout as sleep } from 'node:timers/promises'
import { appError, toAppError } from '@mtg/errors'
import { boundText } from '@mtg/events'
import type { Span } from '@mtg/observability'
import { type Call, noArguments } from '../adapters/adapter.ts'
import { digestArguments } from '../call/arguments-digest.ts'
import type { Arrival } from '../call/arrival.ts'
import { CallPromises, type PromiseServices } from '../call/promises.ts'
import { Reservation } from '../call/reservation.ts'
import type { ReservationsAhead } from '../call/reservations-ahead.ts'
import type { Settlement } from '../call/settlement.ts'
import type { TaskSettlement } from '../call/task-settlement.ts'
import type { Principal } from '../clients/auth.ts'
import type { BillingClient, ReserveAnswer, ReserveRequest } from '../clients/billing.ts'
import type { ReservationTerms } from '../clients/reservation-terms.ts'
import type { LoopingKeys } from '../limits/buyers/looping-keys.ts'
import type { RateRefusals } from '../limits/buyers/rate-refusals.ts'
import type { Load } from '../limits/load/load.ts'

/** Asks billing, and remembers what it refuses. */
export interface ReserveServices {
  readonly billing: BillingClient
  readonly reservationsAhead: ReservationsAhead
  readonly settlement: Settlement
  readonly taskSettlement: TaskSettlement
  readonly rateRefusals: RateRefusals
  readonly loopingKeys: LoopingKeys
  readonly load: Load
  readonly promises: PromiseServices
}

/** The parts of a request by which billing finds its price and limits. */
interface Reservable {
  readonly call: Pick<
    Call,
    'billable' | 'toolName' | 'name' | 'argumentsJson' | 'task' | 'isSubscription' | 'tagPrices'
  >
  /** What its buyer says that it may cost at most, micro-USD. */
  readonly maxPriceMicros: bigint | undefined
  /** Whether others go by the id that the call has. */
  readonly isKnownById: boolean
}

const notification: Reservable = {
  call: { billable: false, toolName: '', name: '', argumentsJson: noArguments, isSubscription: false },
  maxPriceMicros: undefined,
  isKnownById: false,
}

/** Billing itself waits for some tenths of a second each time: five seconds in all. */
const ASKS_MAX = 10
const ASK_AGAIN_MAX_MS = 500

/** What reservations made ahead take a little of. */
const scarceCodes = new Set(['insufficient_balance', 'meter_limit_exceeded'])
/** After these it is not known whether billing made the reservation. */
const ambiguousCodes = new Set(['internal_error', 'database_error', 'cell_unavailable'])

/**
 * Asks billing for a reservation: purchase, limits, meter and money in one exchange. A call about a task then needs that task to be
 * its buyer's own.
 */
export async function reserve(
  arrival: Arrival,
  principal: Principal,
  wish: Reservable,
  services: ReserveServices,
  span: Span,
): Promise<Reservation> {
  const { app } = arrival
  services.rateRefusals.check(principal.buyerId, app)
  const request = requestOf(arrival, principal, wish)
  const ahead = isOrdinary(wish) ? services.reservationsAhead.take(request) : undefined
  if (ahead !== undefined) {
    arrival.callId = ahead.callId
    return await reservationOf(ahead, arrival, principal, wish.call, services)
  }
  const answer = await askUntilThere(request, wish, services, span)
  if (answer.kind === 'reserved') return await reservationOf(answer.terms, arrival, principal, wish.call, services)
  const { error, retryAfterMs } = answer
  if (ambiguousCodes.has(error.code)) {
    const call = { callId: arrival.callId, buyerId: principal.buyerId }
    services.settlement.releaseInBackground(call, 'not_charged', 'reserve_unknown')
  }
  if (error.code === 'rate_limit_exceeded' && retryAfterMs > 0) {
    services.rateRefusals.remember(principal.buyerId, app, retryAfterMs)
  }
  // What is held for calls that may not come is not missing where one has come.
  if (scarceCodes.has(error.code)) services.reservationsAhead.forget({ buyerId: principal.buyerId })
  // The request's attempt was taken over before it came this far; who asks again learns what became of it.
  if (error.code === 'reservation_resolved') throw appError('internal_error', { cause: error })
  throw error
}

/** One that is reserved for as all others of its kind are. */
function isOrdinary({ call, maxPriceMicros, isKnownById }: Reservable): boolean {
  return call.billable && !isKnownById && maxPriceMicros === undefined && call.task === undefined
}

async function reservationOf(
  terms: ReservationTerms,
  arrival: Arrival,
  { buyerId }: Principal,
  { task: asked, toolName, isSubscription }: Reservable['call'],
  { settlement, taskSettlement, promises: services }: ReserveServices,
): Promise<Reservation> {
  const { span } = arrival
  const { appId } = terms
  const task = asked && (await taskSettlement.find({ buyerId, appId, ...asked }, span))
  const isPromised = terms.isOpen || task !== undefined || isSubscription
  const promises = isPromised ? promisesOf(terms, arrival, buyerId, services) : undefined
  return new Reservation(terms, { settlement, taskSettlement, buyerId, task, toolName, promises, span })
}

/** What is billed, or may tell of a task that is, is held against what the app has promised. */
function promisesOf(
  { appId, upstream }: ReservationTerms,
  { app: { name, username: publisher } }: Arrival,
  buyerId: string,
  services: PromiseServices,
): CallPromises | undefined {
  const { outputSchema, firstByteMs } = upstream.promises
  if (!outputSchema && firstByteMs === undefined) return undefined
  return new CallPromises({ appId, name, publisher, buyerId, upstream }, upstream.promises, services)
}

/** A notification is not forwarded and costs nothing; it counts in the app's rate windows as every message does. */
export async function countNotification(
  arrival: Arrival,
  principal: Principal,
  services: ReserveServices,
  span: Span,
): Promise<void> {
  await reserve(arrival, principal, notification, services, span)
}

/** A buyer who moves between cells of billing is in none of them for a moment, which no call is refused for: it is asked again. */
async function askUntilThere(
  request: ReserveRequest,
  wish: Reservable,
  services: ReserveServices,
  span: Span,
): Promise<ReserveAnswer> {
  for (let asks = 1; ; asks += 1) {
    const askedAtMs = services.load.waitBegan()
    const answer = await ask(request, wish, services, span)
    services.load.waitEnded(askedAtMs)
    const isBetweenCells =
      answer.kind === 'refused' && answer.error.code === 'cell_unavailable' && answer.retryAfterMs > 0
    if (!isBetweenCells || asks === ASKS_MAX) return answer
    await sleep(Math.min(answer.retryAfterMs, ASK_AGAIN_MAX_MS))
  }
}

/** Asks with a digest of the arguments only where billing compares them: for keys with a loop breaker. */
async function ask(
  request: ReserveRequest,
  { call }: Reservable,
  services: ReserveServices,
  span: Span,
): Promise<ReserveAnswer> {
  const { keyId } = request
  const digested = () => {
    const app = `${request.publisherUsername}/${request.appName}`
    return { ...request, argumentsDigest: digestArguments(app, call.toolName, call.argumentsJson()) }
  }
  if (call.toolName !== '' && services.loopingKeys.has(keyId)) return await askOnce(digested(), services, span)
  const answer = await askOnce(request, services, span)
  if (answer.kind === 'reserved' || answer.error.code !== 'arguments_digest_needed') return answer
  services.loopingKeys.add(keyId)
  return await askOnce(digested(), services, span)
}

async function askOnce(request: ReserveRequest, { billing }: ReserveServices, span: Span): Promise<ReserveAnswer> {
  try {
    return await billing.reserve(request, span)
  } catch (thrown) {
    return { kind: 'refused', error: toAppError(thrown), retryAfterMs: 0 }
  }
}

function requestOf(
  { callId, app }: Arrival,
  { buyerId, keyId }: Principal,
  { call, maxPriceMicros }: Reservable,
): ReserveRequest {
  return {
    callId,
    buyerId,
    adapter: app.adapter.name,
    publisherUsername: app.username,
    appName: app.appName,
    billable: call.billable,
    toolName: call.toolName,
    keyId,
    name: call.billable && call.toolName === '' ? boundText(call.name) : '',
    maxPriceMicros,
    argumentsDigest: noArguments(),
    withPrices: call.tagPrices !== undefined,
  }
}

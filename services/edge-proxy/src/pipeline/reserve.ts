import { appError, toAppError } from '@mtg/errors'
import { boundText } from '@mtg/events'
import type { Span } from '@mtg/observability'
import type { Call } from '../adapters/adapter.ts'
import type { Arrival } from '../call/arrival.ts'
import { Reservation } from '../call/reservation.ts'
import type { Settlement } from '../call/settlement.ts'
import type { Principal } from '../clients/auth.ts'
import type { BillingClient, ReserveAnswer, ReserveRequest } from '../clients/billing.ts'
import type { RateRefusals } from '../limits/buyers/rate-refusals.ts'
import type { Load } from '../limits/load/load.ts'

/** Asks billing, and remembers what it refuses. */
export interface ReserveServices {
  readonly billing: BillingClient
  readonly settlement: Settlement
  readonly rateRefusals: RateRefusals
  readonly load: Load
}

/** What billing needs to know of a message. */
type Reservable = Pick<Call, 'billable' | 'toolName' | 'name'>

const notification: Reservable = { billable: false, toolName: '', name: '' }

/** After these it is not known whether billing made the reservation. */
const ambiguousCodes = new Set(['internal_error', 'database_error'])

/** Asks billing for a reservation: purchase, limits, meter and money in one exchange. */
export async function reserve(
  arrival: Arrival,
  principal: Principal,
  call: Reservable,
  services: ReserveServices,
  span: Span,
): Promise<Reservation> {
  const app = arrival.app.name
  services.rateRefusals.check(principal.buyerId, app)
  let answer: ReserveAnswer
  const askedAtMs = services.load.waitBegan()
  try {
    answer = await services.billing.reserve(requestOf(arrival, principal, call), span)
  } catch (thrown) {
    answer = { kind: 'refused', error: toAppError(thrown), retryAfterMs: 0 }
  }
  services.load.waitEnded(askedAtMs)
  if (answer.kind === 'reserved') return new Reservation(answer.terms, services.settlement, arrival.span)
  const { error, retryAfterMs } = answer
  if (ambiguousCodes.has(error.code)) {
    services.settlement.releaseInBackground(arrival.callId, 'not_charged', 'reserve_unknown')
  }
  if (error.code === 'rate_limit_exceeded' && retryAfterMs > 0) {
    services.rateRefusals.remember(principal.buyerId, app, retryAfterMs)
  }
  // The request's attempt was taken over before it came this far; who asks again learns what became of it.
  if (error.code === 'reservation_resolved') throw appError('internal_error', { cause: error })
  throw error
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

function requestOf({ callId, app }: Arrival, { buyerId, keyId }: Principal, call: Reservable): ReserveRequest {
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
  }
}

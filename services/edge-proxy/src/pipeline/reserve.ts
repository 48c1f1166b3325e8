import { appError, toAppError } from '@mtg/errors'
import { boundText } from '@mtg/events'
import type { Span } from '@mtg/observability'
import type { Call } from '../adapters/adapter.ts'
import type { Arrival } from '../call/arrival.ts'
import { createHold, type Hold } from '../call/reservation.ts'
import type { Settlement } from '../call/settlement.ts'
import type { Principal } from '../clients/auth.ts'
import type { AdmissionAnswer, AdmissionRequest, BillingClient } from '../clients/billing.ts'
import type { Load } from '../limits/load.ts'
import type { RateRefusals } from '../limits/rate-refusals.ts'

/** What reserving needs. */
export interface ReserveServices {
  readonly billing: BillingClient
  readonly settlement: Settlement
  readonly rateRefusals: RateRefusals
  readonly load: Load
}

/** What admission goes by. */
type Terms = Pick<Call, 'billable' | 'toolName' | 'name'>

const notification: Terms = { billable: false, toolName: '', name: '' }

/** After these it is not known whether billing made the reservation. */
const ambiguousCodes = new Set(['internal_error', 'database_error'])

/** Asks billing to admit the call: purchase, limits, meter and money in one exchange. */
export async function reserve(
  arrival: Arrival,
  principal: Principal,
  call: Terms,
  services: ReserveServices,
  span: Span,
): Promise<Hold> {
  const app = arrival.app.name
  services.rateRefusals.check(principal.buyerId, app)
  let answer: AdmissionAnswer
  const askedAtMs = services.load.waitBegan()
  try {
    answer = await services.billing.reserve(requestOf(arrival, principal, call), span)
  } catch (thrown) {
    answer = { kind: 'refused', error: toAppError(thrown), retryAfterMs: 0 }
  }
  services.load.waitEnded(askedAtMs)
  if (answer.kind === 'admitted') return createHold(answer.admission, services.settlement, arrival.span)
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

/** A notification is nobody's work but ours; it takes a place in the app's rate windows as every message does. */
export async function countNotification(
  arrival: Arrival,
  principal: Principal,
  services: ReserveServices,
  span: Span,
): Promise<void> {
  await reserve(arrival, principal, notification, services, span)
}

function requestOf({ callId, app }: Arrival, { buyerId, keyId }: Principal, call: Terms): AdmissionRequest {
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

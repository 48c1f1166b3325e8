import { appError, toAppError } from '@mtg/errors'
import type { Span } from '@mtg/runtime'
import type { Call } from '../adapters/adapter.ts'
import type { Principal } from '../clients/auth.ts'
import type { AdmissionAnswer, AdmissionRequest, BillingClient } from '../clients/billing.ts'
import type { RateRefusals } from '../rate-refusals.ts'
import { type Arrival, appNameOf } from './arrival.ts'
import { createHold, type Hold } from './hold.ts'
import type { Settlement } from './settlement.ts'

/** What reserving needs. */
export interface ReserveServices {
  readonly billing: BillingClient
  readonly settlement: Settlement
  readonly rateRefusals: RateRefusals
}

/** After these it is not known whether billing made the reservation. */
const ambiguousCodes = new Set(['internal_error', 'database_error'])

/** Asks billing to admit the call: purchase, limits, meter and money in one exchange. */
export async function reserve(
  arrival: Arrival,
  principal: Principal,
  call: Call,
  services: ReserveServices,
  span: Span,
): Promise<Hold> {
  const app = appNameOf(arrival.app)
  services.rateRefusals.check(principal.buyerId, app)
  const answer = await ask(requestOf(arrival, principal, call), services, span)
  if (answer.kind === 'admitted') return createHold(answer.admission, services.settlement, arrival.span)
  if (answer.error.code === 'rate_limit_exceeded' && answer.retryAfterMs > 0) {
    services.rateRefusals.remember(principal.buyerId, app, answer.retryAfterMs)
  }
  // The request's attempt was taken over before it came this far; who asks again learns what became of it.
  if (answer.error.code === 'reservation_resolved') throw appError('internal_error', { cause: answer.error })
  throw answer.error
}

async function ask(
  request: AdmissionRequest,
  { billing, settlement }: ReserveServices,
  span: Span,
): Promise<AdmissionAnswer> {
  const undo = () => settlement.releaseInBackground(request.callId, 'not_charged', 'reserve_unknown')
  try {
    const answer = await billing.reserve(request, span)
    if (answer.kind === 'refused' && ambiguousCodes.has(answer.error.code)) undo()
    return answer
  } catch (thrown) {
    const error = toAppError(thrown)
    if (ambiguousCodes.has(error.code)) undo()
    throw error
  }
}

function requestOf({ callId, app }: Arrival, { buyerId }: Principal, call: Call): AdmissionRequest {
  return {
    callId,
    buyerId,
    adapter: app.adapter.name,
    publisherUsername: app.username,
    appName: app.appName,
    billable: call.billable,
    toolName: call.toolName,
  }
}

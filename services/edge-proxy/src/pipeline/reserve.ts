import { appError, toAppError } from '@mtg/errors'
import type { Span } from '@mtg/runtime'
import type { Call } from '../adapters/adapter.ts'
import type { Principal } from '../clients/auth.ts'
import type { AdmissionAnswer, AdmissionRequest, BillingClient } from '../clients/billing.ts'
import type { RateRefusals } from '../rate-refusals.ts'
import type { Arrival } from './arrival.ts'
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
  const app = arrival.app.name
  services.rateRefusals.check(principal.buyerId, app)
  let answer: AdmissionAnswer
  try {
    answer = await services.billing.reserve(requestOf(arrival, principal, call), span)
  } catch (thrown) {
    answer = { kind: 'refused', error: toAppError(thrown), retryAfterMs: 0 }
  }
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

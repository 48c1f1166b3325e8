import type { Call } from '../adapters/adapter.ts'
import type { Delivered } from './ending.ts'
import type { Reservation } from './reservation.ts'

/** The status that the log shows when the buyer hung up before an answer: nginx's, for want of a standard one. */
export const CLIENT_CLOSED_REQUEST = 499

/** A charged call whose buyer left before its answer. */
export const ABANDONED: Delivered = { status: CLIENT_CLOSED_REQUEST, outcome: 'abandoned' }

/**
 * Whether a call goes on when its buyer leaves before the first byte of the answer: the app wants to be paid for what it
 * has worked on. It is charged as if it had been delivered, so that nobody pays for an answer that never came.
 */
export function isPaidWhenAbandoned({ billable, isSubscription }: Call, { terms }: Reservation): boolean {
  return billable && !isSubscription && terms.upstream.chargeAbandoned
}

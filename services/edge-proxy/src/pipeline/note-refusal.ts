import type { AppError } from '@mtg/errors'
import type { CallTrail } from '../call/trail.ts'
import { addressOf } from '../limits/address.ts'
import { isUncounted, type UncountedRequests } from '../limits/buyers/uncounted.ts'
import type { Load } from '../limits/load/load.ts'

/** Counts refused calls, and says when they may be answered. */
export interface RefusalServices {
  readonly uncounted: UncountedRequests
  readonly load: Load
  readonly trustForwardedFor: boolean
}

/** A refusal that waits keeps its body in memory, if it was read. */
const HELD_BODY_BYTES_MAX = 16_384

/**
 * Counts a refused call that no rate window has counted, and resolves when it may be answered: a caller who is refused
 * again and again waits longer for each answer. Returns undefined when it may be answered now.
 */
export function noteRefusal(trail: CallTrail, error: AppError, services: RefusalServices): Promise<void> | undefined {
  const { principal, reservation, attempt, arrival, bodyBytes = 0 } = trail
  if (reservation !== undefined) return undefined
  if (principal !== undefined && isUncounted(error)) services.uncounted.count(principal.buyerId, bodyBytes)
  if (attempt !== undefined || bodyBytes > HELD_BODY_BYTES_MAX) return undefined
  return services.load.holdRefusal(principal?.buyerId ?? addressOf(arrival.request, services.trustForwardedFor))
}

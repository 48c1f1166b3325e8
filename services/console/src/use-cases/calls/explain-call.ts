import { appError } from '@mtg/errors'
import { reasonOfCall } from '@mtg/events'
import type { BuyerId } from '@mtg/primitives'
import type { Calls } from '../../clients/calls.ts'
import type { Reservations } from '../../clients/reservations.ts'
import type { CallDigests, CallStage } from '../../domain/call.ts'
import type { Reservation } from '../../domain/reservation.ts'

/** A call with all that is known of it. */
export interface ExplainedCall {
  readonly id: string
  readonly at: Date | undefined
  readonly keyId: string | undefined
  readonly app: string | undefined
  readonly operation: string | undefined
  readonly name: string | undefined
  /** Undefined when how it went is not known, or not any more. */
  readonly code: string | undefined
  readonly status: number | undefined
  readonly chargedMicros: bigint
  /** Whether it has a usage record. */
  readonly isMetered: boolean
  readonly reservation: Reservation | undefined
  readonly stages: readonly CallStage[]
  readonly digests: CallDigests | undefined
  readonly reason: string
}

/** Puts together what metering and billing know of a buyer's call, as `mtg explain` does; `not_found` when neither does. */
export async function explainCall(
  { calls, reservations }: { readonly calls: Calls; readonly reservations: Reservations },
  buyerId: BuyerId,
  callId: string,
): Promise<ExplainedCall> {
  const [call, reservation] = await Promise.all([calls.find(buyerId, callId), reservations.find(buyerId, callId)])
  if (call === undefined && reservation === undefined) {
    throw appError('not_found', { message: 'Nothing is known of such a call of yours.' })
  }
  const { passage, recorded } = call ?? {}
  const facts = passage ?? recorded
  return {
    id: callId,
    at: facts?.startedAt ?? reservation?.reservedAt,
    keyId: facts?.keyId,
    app: facts?.app || reservation?.app,
    operation: facts?.operation || undefined,
    name: facts?.name || reservation?.toolName || undefined,
    code: passage?.code,
    status: passage?.status,
    chargedMicros: call?.chargedMicros ?? chargedOf(reservation),
    isMetered: call?.chargedMicros !== undefined,
    reservation,
    stages: passage?.stages ?? [],
    digests: call?.digests,
    reason: reasonOfCall(passage?.code, reservation),
  }
}

function chargedOf(reservation: Reservation | undefined): bigint {
  const isCharged = reservation?.state === 'captured' && !reservation.isCorrected
  return isCharged ? reservation.priceMicros : 0n
}

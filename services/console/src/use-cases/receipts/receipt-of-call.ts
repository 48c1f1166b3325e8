import { appError } from '@mtg/errors'
import { type BuyerId, formatMicros } from '@mtg/primitives'
import type { Calls } from '../../clients/calls.ts'
import type { Reservations } from '../../clients/reservations.ts'
import type { Reservation } from '../../domain/reservation.ts'
import { type ExplainedCall, explainCall } from '../calls/explain-call.ts'

/** What a receipt says of a call. What is not known any more is null. */
export interface Receipt {
  readonly callId: string
  /** The buyer's id. */
  readonly buyer: string
  readonly key: string | null
  readonly app: string | null
  readonly operation: string | null
  /** Tool or model. */
  readonly tool: string | null
  readonly tier: 'free' | 'paid' | null
  /** `given_back`: it was charged, and a correction in the journal undid that. */
  readonly outcome: 'charged' | 'given_back' | 'not_charged'
  readonly code: string | null
  readonly status: number | null
  /** The price that was frozen when the call began. */
  readonly price: string | null
  /** What it cost in the end. */
  readonly charged: string
  readonly currency: 'USD'
  readonly startedAt: string | null
  readonly settledAt: string | null
  /** Of the bodies, in base64url, for keys that ask for them; null when no usage record has them. */
  readonly digests: { readonly algorithm: 'sha-256'; readonly request: string; readonly answer: string | null } | null
}

/** Says how a call ended: `not_found` when it is not the buyer's, `call_in_progress` while that is open. */
export async function receiptOfCall(
  deps: { readonly calls: Calls; readonly reservations: Reservations },
  buyerId: BuyerId,
  callId: string,
): Promise<Receipt> {
  const call = await explainCall(deps, buyerId, callId)
  const { reservation, at, keyId, app, operation, name, code, status, digests } = call
  if (reservation?.state === 'open') throw appError('call_in_progress')
  const outcome = outcomeOf(reservation)
  return {
    callId: call.id,
    buyer: buyerId,
    key: keyId ?? null,
    app: app ?? null,
    operation: operation ?? null,
    tool: name ?? null,
    tier: reservation?.tier ?? null,
    outcome,
    code: code ?? codeOf(outcome, reservation),
    status: status ?? null,
    price: reservation === undefined ? null : formatMicros(reservation.priceMicros),
    charged: formatMicros(chargedOf(call, outcome)),
    currency: 'USD',
    startedAt: at?.toISOString() ?? null,
    settledAt: reservation?.resolvedAt?.toISOString() ?? null,
    digests:
      digests === undefined ? null : { algorithm: 'sha-256', request: digests.request, answer: digests.answer ?? null },
  }
}

function outcomeOf(reservation: Reservation | undefined): Receipt['outcome'] {
  if (reservation?.state !== 'captured') return 'not_charged'
  return reservation.isCorrected ? 'given_back' : 'charged'
}

/** Of the usage record when billing's tables know the call no more: it says what was charged. */
function chargedOf({ reservation, chargedMicros }: ExplainedCall, outcome: Receipt['outcome']): bigint {
  if (reservation === undefined) return chargedMicros
  return outcome === 'charged' ? reservation.priceMicros : 0n
}

function codeOf(outcome: Receipt['outcome'], reservation: Reservation | undefined): string | null {
  if (outcome === 'charged') return 'ok'
  return reservation?.outcome || null
}

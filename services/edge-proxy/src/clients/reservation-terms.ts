import type { billing } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { type PriceList, toPriceList } from './price-list.ts'

/** What billing has reserved for a call, and how to forward it. */
export interface ReservationTerms {
  readonly callId: string
  /** Whether something is reserved, which must be captured or released. */
  readonly isOpen: boolean
  readonly tier: 'free' | 'paid'
  readonly purchaseId: string
  readonly appId: string
  readonly upstream: {
    readonly url: string
    readonly credential: string
    readonly timeoutMs: number
    readonly chargeToolErrors: boolean
    readonly chargeAbandoned: boolean
    readonly chargeTasksOnAcceptance: boolean
    readonly promises: AppPromises
  }
  /** Where it was asked for, and known. */
  readonly prices: PriceList | undefined
}

/** What an app promises of its answers: a call that breaks it is not charged. */
export interface AppPromises {
  /** Complete results fit the output schema that the publisher lists for their tool. */
  readonly outputSchema: boolean
  /** An answer begins so many milliseconds after its call was forwarded; undefined: whenever it does. */
  readonly firstByteMs: number | undefined
}

/** Reservations for calls that are to come, alike but for their call ids. */
export interface TermsAhead {
  readonly terms: ReservationTerms
  /** For how long they may be used. */
  readonly usableMs: number
  /** To be told of when they are given back. */
  readonly places: AheadPlaces | undefined
}

/** The rate windows that they have places in, as billing says it. */
type AheadPlaces = billing.AheadPlaces__Output

/** Of calls that are to come; undefined: billing holds nothing for them. */
export function toTermsAhead({
  reservation,
  usableMs,
  places,
}: billing.ReserveAheadResponse__Output): TermsAhead | undefined {
  return reservation === null ? undefined : { terms: toTerms(reservation), usableMs, places: places ?? undefined }
}

/** Of a call. */
export function toTerms(reservation: billing.Reservation__Output): ReservationTerms {
  const { callId, open, purchaseId, appId, upstream, prices } = reservation
  if (!upstream) throw appError('internal_error', { detail: { reason: 'the reservation names no upstream' } })
  return {
    callId,
    isOpen: open,
    tier: reservation.tier === 'TIER_PAID' ? 'paid' : 'free',
    purchaseId,
    appId,
    upstream: toUpstream(upstream),
    prices: prices === null ? undefined : toPriceList(prices),
  }
}

function toUpstream(upstream: billing.Upstream__Output): ReservationTerms['upstream'] {
  const { promiseOutputSchema, promiseFirstByteMs, chargeTasksOnAcceptance, ...rest } = upstream
  const promises = {
    outputSchema: promiseOutputSchema,
    firstByteMs: promiseFirstByteMs > 0 ? promiseFirstByteMs : undefined,
  }
  // Nobody can tell of a handle whether its result will keep a promise.
  return { ...rest, promises, chargeTasksOnAcceptance: chargeTasksOnAcceptance && !promiseOutputSchema }
}

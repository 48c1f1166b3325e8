import type { billing } from '@mtg/contracts'
import { boundText } from '@mtg/events'
import { type CallId } from '@mtg/primitives'
import {
  buyerIdOf,
  callIdOf,
  fieldLimits,
  int64Of,
  invalidField,
  keyIdOf,
  nameOf,
  remarkOf,
  textOf,
  toTimestamp,
} from '@mtg/rpc'
import type { Call } from '../../domain/call.ts'
import type { SettleAction, SettleRequest } from '../../domain/call-move.ts'
import type { Reservation, ReservationView } from '../../domain/reservation.ts'
import { toPriceListMessage } from './price-list.ts'
import { toTierMessage } from './tier.ts'

/** Reads a call that asks for a reservation. */
export function callOf(request: billing.ReserveRequest__Output): Call {
  return {
    callId: callIdOf(request.callId),
    buyerId: buyerIdOf(request.buyerId),
    adapter: nameOf(request.adapter, 'adapter'),
    username: nameOf(request.publisherUsername, 'publisher_username'),
    appName: nameOf(request.appName, 'app_name'),
    isBillable: request.billable,
    tool: textOf(request.toolName, 'tool_name'),
    // Its limits bind the call: a key that cannot be read would have none.
    keyId: request.keyId === '' ? null : keyIdOf(request.keyId),
    name: boundText(request.name),
    maxPriceMicros: maxPriceOf(request.maxPriceMicros),
    argumentsDigest: digestOf(request.argumentsDigest),
    wantsPrices: request.withPrices,
  }
}

function maxPriceOf(text: string | undefined): bigint | null {
  return text === undefined ? null : int64Of(text, 'max_price_micros', 0n, fieldLimits.amountMicrosMax)
}

const DIGEST_BYTES = 32

function digestOf(digest: Buffer): Buffer | null {
  if (digest.length === 0) return null
  if (digest.length !== DIGEST_BYTES) throw invalidField('arguments_digest', `must have ${DIGEST_BYTES} bytes`)
  return digest
}

/** What the edge needs to carry out a reserved call. */
export function toReservationMessage(callId: CallId, reservation: Reservation): billing.Reservation {
  const { app, prices } = reservation
  return {
    callId,
    open: reservation.isOpen,
    priceMicros: reservation.priceMicros.toString(),
    tier: toTierMessage(reservation.tier),
    purchaseId: reservation.purchaseId,
    appId: app.id,
    publisherId: reservation.publisherId,
    upstream: {
      url: app.upstreamUrl,
      credential: reservation.credential,
      timeoutMs: app.timeoutMs,
      chargeToolErrors: app.chargeToolErrors,
      chargeAbandoned: app.chargeAbandoned,
      chargeTasksOnAcceptance: app.chargeTasksOnAcceptance,
      promiseOutputSchema: app.promiseOutputSchema,
      promiseFirstByteMs: app.promiseFirstByteMs ?? 0,
    },
    prices: prices === undefined ? null : toPriceListMessage(prices),
  }
}

/** Reads which reservation is to be captured. */
export function captureOf(request: billing.CaptureRequest__Output): SettleRequest {
  const callId = callIdOf(request.callId)
  const totalTokens = int64Of(request.totalTokens, 'total_tokens', 0n, fieldLimits.countMax)
  return { callId, action: 'capture', totalTokens, outcome: 'ok' }
}

const actions: Readonly<Record<string, SettleAction | undefined>> = {
  RELEASE_REASON_UNSPECIFIED: undefined,
  RELEASE_REASON_NOT_CHARGED: 'release',
  RELEASE_REASON_BUYER_LEFT: 'release',
  RELEASE_REASON_UNDELIVERED: 'undeliver',
}

const OUTCOME_LENGTH_MAX = 64

/** Reads which reservation is to be released, and why. */
export function releaseOf(request: billing.ReleaseRequest__Output): SettleRequest {
  const callId = callIdOf(request.callId)
  const action = actions[request.reason]
  if (action === undefined) throw invalidField('reason', 'is missing')
  // What it is said to be about never keeps a buyer's money held.
  const outcome = remarkOf(request.outcome, OUTCOME_LENGTH_MAX)
  return { callId, action, totalTokens: 0n, outcome }
}

const states = {
  open: 'RESERVATION_STATE_OPEN',
  captured: 'RESERVATION_STATE_CAPTURED',
  released: 'RESERVATION_STATE_RELEASED',
  expired: 'RESERVATION_STATE_EXPIRED',
} as const

/** A reservation as it stands. */
export function toReservationViewMessage(view: ReservationView): billing.GetReservationResponse {
  return {
    callId: view.callId,
    state: states[view.state],
    buyerId: view.buyerId ?? '',
    purchaseId: view.purchaseId ?? '',
    app: view.app ?? '',
    toolName: view.tool,
    tier: view.tier === null ? 'TIER_UNSPECIFIED' : toTierMessage(view.tier),
    priceMicros: view.priceMicros.toString(),
    reservedAt: toTimestamp(view.reservedAt),
    resolvedAt: view.resolvedAt === null ? null : toTimestamp(view.resolvedAt),
    expiresAt: toTimestamp(view.expiresAt),
    outcome: view.outcome,
    corrected: view.corrected,
  }
}

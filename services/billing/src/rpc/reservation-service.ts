import { type billing, services } from '@mtg/contracts'
import { appError, toAppError } from '@mtg/errors'
import { boundText } from '@mtg/events'
import type { Telemetry } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import {
  batchHandler,
  fieldLimits,
  implement,
  int64Of,
  invalidField,
  isUuid,
  nameOf,
  pageOf,
  pageSizeOf,
  readTimeToken,
  remarkOf,
  textOf,
  timeToken,
  toRefusal,
  traceServed,
  uuidOf,
} from '@mtg/rpc'
import type { CallCounts } from '../observe/call-counts.ts'
import { listOpenReservations, toMessage } from '../store/reservations.ts'
import type { SettleAction } from '../store/settle-calls.ts'
import { type Admission, type Call, type ReserveDeps, reserve } from '../use-cases/reserve/reserve.ts'
import { settle } from '../use-cases/settle/settle.ts'

/** What the service stands on. */
export interface ReservationDeps extends ReserveDeps {
  readonly getReservation: (callId: string) => Promise<billing.GetReservationResponse>
  readonly db: Database
  readonly telemetry: Telemetry
  readonly counts: CallCounts
}

const SERVICE = services.billing.ReservationService.name
const RESERVE = `${SERVICE}/Reserve`
const CAPTURE = `${SERVICE}/Capture`
const RELEASE = `${SERVICE}/Release`

/** ReservationService: admits calls and moves their money, one by one or in batches. */
export function reservationService(deps: ReservationDeps) {
  return implement(services.billing.ReservationService, {
    Reserve: async request => ({ reservation: await admit(deps, request) }),
    Capture: async request => ({ capturedMicros: await capture(deps, request) }),
    Release: async request => ({ releasedMicros: await release(deps, request) }),
    GetReservation: request => deps.getReservation(uuidOf(request.callId, 'call_id')),
    ListOpenReservations: request => listOpen(deps, request),
    ReserveStream: batchHandler({
      itemsOf: (message: billing.ReserveStreamRequest__Output) => message.items,
      handle: item => reserveItem(deps, item),
      refuse: (item, thrown) => refuseReserve(deps, item, thrown),
      toMessage: (results: billing.ReserveResult[]): billing.ReserveStreamResponse => ({ results }),
    }),
    SettleStream: batchHandler({
      itemsOf: (message: billing.SettleStreamRequest__Output) => message.items,
      handle: item => settleItem(deps, item),
      refuse: (item, thrown) => refuseSettle(deps, item, thrown),
      toMessage: (results: billing.SettleResult[]): billing.SettleStreamResponse => ({ results }),
    }),
  })
}

async function listOpen(
  deps: ReservationDeps,
  request: billing.ListOpenReservationsRequest__Output,
): Promise<billing.ListOpenReservationsResponse> {
  const size = pageSizeOf(request.pageSize)
  const buyerId = uuidOf(request.buyerId, 'buyer_id')
  const rows = await listOpenReservations(deps.db, buyerId, readTimeToken(request.pageToken), size + 1)
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { reservations: page.map(toMessage), nextPageToken }
}

async function admit(deps: ReservationDeps, request: billing.ReserveRequest__Output): Promise<billing.Reservation> {
  const call = toCall(request)
  return toReservation(call.callId, await reserve(deps, call))
}

async function reserveItem(
  deps: ReservationDeps,
  item: billing.ReserveRequest__Output,
): Promise<billing.ReserveResult> {
  const { callId, traceparent } = item
  const reservation = await traceServed(deps.telemetry, RESERVE, traceparent, () => admit(deps, item))
  deps.counts.admitted(reservation.open === true)
  return { callId, reservation }
}

function refuseReserve(
  deps: ReservationDeps,
  { callId }: billing.ReserveRequest__Output,
  thrown: unknown,
): billing.ReserveResult {
  const { code, detail } = toAppError(thrown)
  const { retryAfterMs } = detail
  deps.counts.refused(code)
  return { callId, refusal: toRefusal(thrown, typeof retryAfterMs === 'number' ? retryAfterMs : 0) }
}

const callIdOf = ({ capture, release }: billing.SettleItem__Output) => (capture ?? release)?.callId ?? ''
const actionOf = ({ capture }: billing.SettleItem__Output) => (capture ? 'capture' : 'release')

async function settleItem(deps: ReservationDeps, item: billing.SettleItem__Output): Promise<billing.SettleResult> {
  const method = item.capture ? CAPTURE : RELEASE
  const result = await traceServed(deps.telemetry, method, item.traceparent, () => settleOne(deps, item))
  deps.counts.settled(actionOf(item))
  return result
}

function refuseSettle(deps: ReservationDeps, item: billing.SettleItem__Output, thrown: unknown): billing.SettleResult {
  deps.counts.unsettled(actionOf(item), toAppError(thrown).code)
  return { callId: callIdOf(item), refusal: toRefusal(thrown) }
}

async function settleOne(deps: ReservationDeps, item: billing.SettleItem__Output): Promise<billing.SettleResult> {
  const callId = callIdOf(item)
  if (item.capture) return { callId, captured: { capturedMicros: await capture(deps, item.capture) } }
  if (item.release) return { callId, released: { releasedMicros: await release(deps, item.release) } }
  throw appError('invalid_argument', { detail: { reason: 'neither capture nor release' } })
}

async function capture(deps: ReservationDeps, request: billing.CaptureRequest__Output): Promise<string> {
  const callId = uuidOf(request.callId, 'call_id')
  const totalTokens = int64Of(request.totalTokens, 'total_tokens', 0n, fieldLimits.countMax)
  return (await settle(deps.moves, { callId, action: 'capture', totalTokens, outcome: 'ok' })).toString()
}

const actions: Readonly<Record<string, SettleAction | undefined>> = {
  RELEASE_REASON_UNSPECIFIED: undefined,
  RELEASE_REASON_NOT_CHARGED: 'release',
  RELEASE_REASON_BUYER_LEFT: 'release',
  RELEASE_REASON_UNDELIVERED: 'undeliver',
}

const OUTCOME_LENGTH_MAX = 64

async function release(deps: ReservationDeps, request: billing.ReleaseRequest__Output): Promise<string> {
  const callId = uuidOf(request.callId, 'call_id')
  const action = actions[request.reason]
  if (action === undefined) throw invalidField('reason', 'is missing')
  // What it is said to be about never keeps a buyer's money held.
  const outcome = remarkOf(request.outcome, OUTCOME_LENGTH_MAX)
  return (await settle(deps.moves, { callId, action, totalTokens: 0n, outcome })).toString()
}

function toCall(request: billing.ReserveRequest__Output): Call {
  return {
    callId: uuidOf(request.callId, 'call_id'),
    buyerId: uuidOf(request.buyerId, 'buyer_id'),
    adapter: nameOf(request.adapter, 'adapter'),
    username: nameOf(request.publisherUsername, 'publisher_username'),
    appName: nameOf(request.appName, 'app_name'),
    billable: request.billable,
    tool: textOf(request.toolName, 'tool_name'),
    // No call is refused for what only its usage record is for.
    keyId: isUuid(request.keyId) ? request.keyId : null,
    name: boundText(request.name),
  }
}

function toReservation(callId: string, admission: Admission): billing.Reservation {
  const { app } = admission
  return {
    callId,
    open: admission.open,
    priceMicros: admission.priceMicros.toString(),
    tier: admission.tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE',
    purchaseId: admission.purchaseId,
    appId: app.id,
    publisherId: admission.publisherId,
    upstream: {
      url: app.upstreamUrl,
      credential: admission.credential,
      timeoutMs: app.timeoutMs,
      chargeToolErrors: app.chargeToolErrors,
      chargeAbandoned: app.chargeAbandoned,
    },
  }
}

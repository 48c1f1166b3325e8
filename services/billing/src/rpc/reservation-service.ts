import { type billing, services } from '@mtg/contracts'
import { appError, toAppError } from '@mtg/errors'
import type { Telemetry } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import {
  batchHandler,
  buyerIdOf,
  callIdOf,
  idOf,
  implement,
  pageOf,
  pageSizeOf,
  readTimeToken,
  timeToken,
  toRefusal,
  traceServed,
} from '@mtg/rpc'
import type { RateWindows } from '../domain/rate-windows.ts'
import type { CallCounts } from '../observe/call-counts.ts'
import { rehearseHold } from '../store/rehearse-hold.ts'
import { findReservation, listOpenReservations } from '../store/reservations.ts'
import { type QuoteDeps, quote } from '../use-cases/quote/quote.ts'
import { type ReserveDeps, reserve } from '../use-cases/reserve/reserve.ts'
import { refundCall } from '../use-cases/settle/refund-call.ts'
import { settle } from '../use-cases/settle/settle.ts'
import { type AheadServiceDeps, nextHere, nextIdOf, releaseAheadHere, reserveAheadHere } from './ahead.ts'
import { questionOf, toQuoteMessage } from './wire/quote.ts'
import { callOf, captureOf, releaseOf, toReservationMessage, toReservationViewMessage } from './wire/reservation.ts'

/** What calls are reserved with, and how they are counted and traced. */
export interface ReservationDeps
  extends ReserveDeps,
    Pick<QuoteDeps, 'clock'>,
    Pick<AheadServiceDeps, 'nextHolds' | 'callsUnderWay'> {
  readonly windows: RateWindows
  readonly db: Database
  /** The platform's share of a price, millionths. */
  readonly feePpm: number
  readonly telemetry: Telemetry
  readonly counts: CallCounts
  /** Other cells, for calls of their buyers; undefined: there are none. */
  readonly elsewhere?: CallsElsewhere | undefined
}

/** Whether a call was made in this cell, and settled here: asked late a second time, it is not made again where its buyer is now. */
export type IsKnown = () => Promise<boolean>

/** Calls of buyers of other cells: undefined when they are this cell's own. */
export interface CallsElsewhere {
  reserve(item: billing.ReserveRequest__Output, isKnownHere: IsKnown): Promise<billing.ReserveResult> | undefined
  settle(item: billing.SettleItem__Output): Promise<billing.SettleResult> | undefined
  /** What the cell says that a buyer has moved to, of a call that was refused here; undefined when nobody has moved. */
  reserveMoved(item: billing.ReserveRequest__Output, isKnownHere: IsKnown): Promise<billing.ReserveResult | undefined>
  /** What a cell says that a buyer has moved to, or was in, of a call that is not known here; undefined as above. */
  settleMoved(item: billing.SettleItem__Output, isForwarded: boolean): Promise<billing.SettleResult | undefined>
}

const SERVICE = services.billing.ReservationService.name
const RESERVE = `${SERVICE}/Reserve`
const CAPTURE = `${SERVICE}/Capture`
const RELEASE = `${SERVICE}/Release`

/** ReservationService: reserves what calls cost and settles it, one by one or in batches. */
export function reservationService(deps: ReservationDeps) {
  return implement(services.billing.ReservationService, {
    Quote: async request => toQuoteMessage(await quote(withRehearsals(deps), questionOf(request))),
    ReserveAhead: request => reserveAheadHere(deps, request),
    ReleaseAhead: request => releaseAheadHere(deps, request),
    Reserve: async request => ({ reservation: await reserveOne(deps, request) }),
    Capture: async request => ({ capturedMicros: await capture(deps, request) }),
    Release: async request => ({ releasedMicros: await release(deps, request) }),
    GetReservation: request => getReservation(deps, request),
    RefundCall: request => refund(deps, request),
    ListOpenReservations: request => listOpen(deps, request),
    ReserveStream: batchHandler({
      itemsOf: (message: billing.ReserveStreamRequest__Output) => message.items,
      handle: (item, isForwarded) =>
        (isForwarded ? undefined : deps.elsewhere?.reserve(item, isKnown(deps, item))) ?? reserveItemHere(deps, item),
      refuse: (item, thrown) => refuseReserve(deps, item, thrown),
      toMessage: (results: billing.ReserveResult[]): billing.ReserveStreamResponse => ({ results }),
    }),
    ReserveNextStream: batchHandler({
      itemsOf: (message: billing.ReserveNextStreamRequest__Output) => message.items,
      handle: item => nextHere(deps, item),
      refuse: (item, thrown) => ({ callId: nextIdOf(item), refusal: toRefusal(thrown) }),
      toMessage: (results: billing.ReserveNextResult[]): billing.ReserveNextStreamResponse => ({ results }),
    }),
    SettleStream: batchHandler({
      itemsOf: (message: billing.SettleStreamRequest__Output) => message.items,
      handle: (item, isForwarded) =>
        (isForwarded ? undefined : deps.elsewhere?.settle(item)) ?? settleItemHere(deps, item, isForwarded),
      refuse: (item, thrown) => refuseSettle(deps, item, thrown),
      toMessage: (results: billing.SettleResult[]): billing.SettleStreamResponse => ({ results }),
    }),
  })
}

const withRehearsals = (deps: ReservationDeps): QuoteDeps => ({
  ...deps,
  rehearseHold: request => rehearseHold(deps.db, deps.feePpm, request),
})

async function getReservation(
  deps: ReservationDeps,
  request: billing.GetReservationRequest__Output,
): Promise<billing.GetReservationResponse> {
  const callId = callIdOf(request.callId)
  const buyerId = request.buyerId === '' ? undefined : buyerIdOf(request.buyerId)
  const reservation = await findReservation(deps.db, callId)
  const isTheirs = buyerId === undefined || reservation?.buyerId === buyerId
  if (reservation === undefined || !isTheirs) throw appError('reservation_not_found', { detail: { callId } })
  return toReservationViewMessage(reservation)
}

async function refund(
  deps: ReservationDeps,
  request: billing.RefundCallRequest__Output,
): Promise<billing.RefundCallResponse> {
  const refunded = await refundCall(deps, callIdOf(request.callId), idOf(request.reason, 'reason'))
  return { refundedMicros: refunded.toString() }
}

async function listOpen(
  deps: ReservationDeps,
  request: billing.ListOpenReservationsRequest__Output,
): Promise<billing.ListOpenReservationsResponse> {
  const size = pageSizeOf(request.pageSize)
  const buyerId = request.buyerId === '' ? undefined : buyerIdOf(request.buyerId)
  const rows = await listOpenReservations(deps.db, buyerId, readTimeToken(request.pageToken), size + 1)
  const { page, nextPageToken } = pageOf(rows, size, last => timeToken({ createdAt: last.reservedAt, id: last.callId }))
  return { reservations: page.map(toReservationViewMessage), nextPageToken }
}

async function reserveOne(
  deps: ReservationDeps,
  request: billing.ReserveRequest__Output,
): Promise<billing.Reservation> {
  const call = callOf(request)
  return toReservationMessage(call.callId, await reserve(deps, call))
}

async function reserveItem(
  deps: ReservationDeps,
  item: billing.ReserveRequest__Output,
): Promise<billing.ReserveResult> {
  const { callId, traceparent } = item
  const reservation = await traceServed(deps.telemetry, RESERVE, traceparent, () => reserveOne(deps, item))
  deps.counts.reserved(reservation.open === true)
  return { callId, reservation }
}

const isKnown =
  ({ db }: ReservationDeps, { callId }: billing.ReserveRequest__Output): IsKnown =>
  async () =>
    (await findReservation(db, callIdOf(callId))) !== undefined

/** A call of a buyer who has left this cell is the other one's. */
async function reserveItemHere(
  deps: ReservationDeps,
  item: billing.ReserveRequest__Output,
): Promise<billing.ReserveResult> {
  try {
    return await reserveItem(deps, item)
  } catch (thrown) {
    // Who leaves takes the purchases along, so that nothing of theirs can be held here.
    if (deps.elsewhere === undefined || toAppError(thrown).code !== 'app_not_purchased') throw thrown
    const elsewhere = await deps.elsewhere.reserveMoved(item, isKnown(deps, item))
    if (elsewhere === undefined) throw thrown
    return elsewhere
  }
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

const settledIdOf = ({ capture, release }: billing.SettleItem__Output) => (capture ?? release)?.callId ?? ''
const actionOf = ({ capture }: billing.SettleItem__Output) => (capture ? 'capture' : 'release')

async function settleItem(deps: ReservationDeps, item: billing.SettleItem__Output): Promise<billing.SettleResult> {
  const method = item.capture ? CAPTURE : RELEASE
  const result = await traceServed(deps.telemetry, method, item.traceparent, () => settleOne(deps, item))
  deps.counts.settled(actionOf(item))
  return result
}

/** A call that moved along with its buyer, or did not, is known to another cell. */
async function settleItemHere(
  deps: ReservationDeps,
  item: billing.SettleItem__Output,
  isForwarded: boolean,
): Promise<billing.SettleResult> {
  if (deps.elsewhere === undefined) return await settleItem(deps, item)
  try {
    const result = await settleItem(deps, item)
    // A call that is not known is released all the same, and gives nothing back.
    if (result.released?.releasedMicros !== '0') return result
    return (await deps.elsewhere.settleMoved(item, isForwarded)) ?? result
  } catch (thrown) {
    if (toAppError(thrown).code !== 'reservation_not_found') throw thrown
    const elsewhere = await deps.elsewhere.settleMoved(item, isForwarded)
    if (elsewhere === undefined) throw thrown
    return elsewhere
  }
}

function refuseSettle(deps: ReservationDeps, item: billing.SettleItem__Output, thrown: unknown): billing.SettleResult {
  deps.counts.unsettled(actionOf(item), toAppError(thrown).code)
  return { callId: settledIdOf(item), refusal: toRefusal(thrown) }
}

async function settleOne(deps: ReservationDeps, item: billing.SettleItem__Output): Promise<billing.SettleResult> {
  const callId = settledIdOf(item)
  if (item.capture) return { callId, captured: { capturedMicros: await capture(deps, item.capture) } }
  if (item.release) return { callId, released: { releasedMicros: await release(deps, item.release) } }
  throw appError('invalid_argument', { detail: { reason: 'neither capture nor release' } })
}

async function capture(deps: ReservationDeps, request: billing.CaptureRequest__Output): Promise<string> {
  return (await settle(deps.moves, captureOf(request))).toString()
}

async function release(deps: ReservationDeps, request: billing.ReleaseRequest__Output): Promise<string> {
  return (await settle(deps.moves, releaseOf(request))).toString()
}

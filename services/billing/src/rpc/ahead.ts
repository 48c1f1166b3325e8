import type { billing } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { asAppId, type CallId } from '@mtg/primitives'
import { buyerIdOf, callIdOf, int64Of, invalidField, uuidOf } from '@mtg/rpc'
import type { CallCounts } from '../observe/call-counts.ts'
import { type AheadCalls, type CallsUnderWay, holdAhead, type NextHolds, releaseAhead } from '../store/hold-ahead.ts'
import { windowsOf } from '../use-cases/reserve/enforce-windows.ts'
import { type AheadDeps, type ReservedAhead, reserveAhead, reserveNext } from '../use-cases/reserve/reserve-ahead.ts'
import { callOf, toReservationMessage } from './wire/reservation.ts'

/** What reservations for calls that are to come are made with. */
export interface AheadServiceDeps extends Omit<AheadDeps, 'holdAhead'> {
  readonly db: Database
  readonly feePpm: number
  readonly nextHolds: NextHolds
  readonly callsUnderWay: CallsUnderWay
  readonly counts: CallCounts
}

const CALLS_MAX = 128
const STAMP_MAX = 2n ** 31n

/** ReserveAhead. */
export async function reserveAheadHere(
  deps: AheadServiceDeps,
  request: billing.ReserveAheadRequest__Output,
): Promise<billing.ReserveAheadResponse> {
  const callIds = callIdsOf(request.callIds)
  const [first] = callIds
  if (request.call === null || first === undefined) throw invalidField('call', 'is missing')
  const call = callOf({ ...request.call, callId: first })
  if (!call.isBillable) throw invalidField('call.billable', 'must be true: nothing is held for others')
  const hold = (calls: AheadCalls) => holdAhead(deps.db, deps.feePpm, calls)
  const reserved = await reserveAhead({ ...deps, holdAhead: hold }, call, callIds)
  return toAheadMessage(deps, callIds, reserved)
}

/** Which item of ReserveNextStream a result is of. */
export const nextIdOf = ({ call, underWayCallId }: billing.ReserveNextItem__Output) => call?.callId ?? underWayCallId

/** One of ReserveNextStream. */
export async function nextHere(
  deps: AheadServiceDeps,
  { call, underWayCallId }: billing.ReserveNextItem__Output,
): Promise<billing.ReserveNextResult> {
  if (call !== null) return await reserveNextHere(deps, call)
  await deps.callsUnderWay.add(callIdOf(underWayCallId, 'under_way_call_id'))
  return { callId: underWayCallId }
}

async function reserveNextHere(
  deps: AheadServiceDeps,
  item: billing.ReserveRequest__Output,
): Promise<billing.ReserveNextResult> {
  const call = callOf(item)
  if (!call.isBillable) throw invalidField('billable', 'must be true: nothing is held for others')
  const hold = (calls: AheadCalls) => deps.nextHolds.add(calls)
  const reserved = await reserveNext({ ...deps, holdAhead: hold }, call)
  return { callId: item.callId, ahead: toAheadMessage(deps, [call.callId], reserved) }
}

function toAheadMessage(
  { counts }: AheadServiceDeps,
  callIds: readonly CallId[],
  reserved: ReservedAhead | undefined,
): billing.ReserveAheadResponse {
  const [first] = callIds
  if (reserved === undefined || first === undefined) return {}
  counts.ahead('held', callIds.length)
  const { reservation, usableMs, places } = reserved
  return {
    reservation: toReservationMessage(first, reservation),
    usableMs,
    places: { appId: reservation.app.id, minute: places.minute.toString(), day: places.day.toString() },
  }
}

/** ReleaseAhead. */
export async function releaseAheadHere(
  { db, windows, counts }: AheadServiceDeps,
  request: billing.ReleaseAheadRequest__Output,
): Promise<billing.ReleaseAheadResponse> {
  const { places } = request
  const buyerId = buyerIdOf(request.buyerId)
  const stamp = places === null ? undefined : stampOf(places)
  const releasedCount = await releaseAhead(db, buyerId, callIdsOf(request.callIds))
  if (stamp !== undefined && releasedCount > 0) {
    windows.giveBackAhead(windowsOf(buyerId, stamp.appId), stamp, releasedCount)
  }
  counts.ahead('released', releasedCount)
  return { releasedCount }
}

function callIdsOf(texts: readonly string[]): CallId[] {
  if (texts.length === 0 || texts.length > CALLS_MAX) throw invalidField('call_ids', `must be 1 to ${CALLS_MAX}`)
  const callIds = texts.map(text => callIdOf(text, 'call_ids'))
  if (new Set(callIds).size < callIds.length) throw invalidField('call_ids', 'must be different')
  return callIds
}

function stampOf({ appId, minute, day }: billing.AheadPlaces__Output) {
  const of = (text: string, field: string) => Number(int64Of(text, field, 0n, STAMP_MAX))
  return {
    appId: asAppId(uuidOf(appId, 'places.app_id')),
    minute: of(minute, 'places.minute'),
    day: of(day, 'places.day'),
  }
}

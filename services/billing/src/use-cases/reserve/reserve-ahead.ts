import type { CallId } from '@mtg/primitives'
import type { Call } from '../../domain/call.ts'
import type { AheadPlaces, RateWindows } from '../../domain/rate-windows.ts'
import type { Reservation } from '../../domain/reservation.ts'
import type { AheadCalls } from '../../store/hold-ahead.ts'
import { checkApp } from './check-app.ts'
import { checkPurchase } from './check-purchase.ts'
import { windowsOf } from './enforce-windows.ts'
import type { ReserveDeps } from './reserve.ts'

/** What is asked, and where places and money are taken. */
export interface AheadDeps extends Pick<ReserveDeps, 'keyRules' | 'resolve' | 'openCredential' | 'reservationTtlMs'> {
  readonly windows: Pick<RateWindows, 'takeAhead' | 'giveBackAhead'>
  /** The price of one; undefined: nothing is held. */
  readonly holdAhead: (calls: AheadCalls) => Promise<bigint | undefined>
}

/** Reservations that were made ahead. */
export interface ReservedAhead {
  /** Each of them. */
  readonly reservation: Reservation
  readonly usableMs: number
  readonly places: AheadPlaces['stamp']
}

/** A call that comes later than that is not the one that was expected; money is not held for long for nobody. */
const KEPT_MS = 1_000
/** The next call of somebody who comes back. */
const NEXT_KEPT_MS = 10_000

/**
 * Reserves for calls alike that are to come, where there is so much of everything that nobody can miss what is held for them: the same
 * checks as for a call that has come, in the same order. Undefined where none is reserved.
 */
export async function reserveAhead(
  deps: AheadDeps,
  call: Call,
  callIds: readonly CallId[],
): Promise<ReservedAhead | undefined> {
  return await reserveFor(deps, call, callIds, KEPT_MS)
}

/** Likewise for the next call of somebody who comes back after pauses of some seconds. */
export async function reserveNext(deps: AheadDeps, call: Call): Promise<ReservedAhead | undefined> {
  return await reserveFor(deps, call, [call.callId], NEXT_KEPT_MS)
}

async function reserveFor(
  deps: AheadDeps,
  call: Call,
  callIds: readonly CallId[],
  keptMs: number,
): Promise<ReservedAhead | undefined> {
  const { buyerId, keyId, tool, name } = call
  // Lists and loops are for each call; whether the key has caps is for `hold_ahead` to see.
  if (keyId !== null && (await deps.keyRules({ keyId, buyerId }, { fresh: false })).length > 0) return undefined
  const target = await deps.resolve(call, { fresh: false })
  const { publisher, app } = checkApp(call, target)
  const { purchase, limits } = checkPurchase(target)
  const credential = deps.openCredential(publisher.apiKeySealed, publisher.id)
  const ofBuyer = windowsOf(buyerId, app.id)
  const places = await deps.windows.takeAhead(ofBuyer, limits, callIds.length)
  if (places === undefined) return undefined
  const usableMs = Math.min(keptMs, places.usableMs)
  const giveBack = () => deps.windows.giveBackAhead(ofBuyer, places.stamp, callIds.length)
  try {
    const priceMicros = await deps.holdAhead({
      callIds,
      purchaseId: purchase.id,
      isPaid: purchase.tier === 'paid',
      tool,
      keyId,
      name,
      keptMs: usableMs,
      ttlMs: app.timeoutMs + deps.reservationTtlMs,
    })
    if (priceMicros === undefined) {
      giveBack()
      return undefined
    }
    const { id: purchaseId, tier } = purchase
    const held = { isOpen: true, priceMicros, tier, purchaseId, publisherId: publisher.id, credential, app }
    return { reservation: { ...held, prices: undefined }, usableMs, places: places.stamp }
  } catch (thrown) {
    giveBack()
    throw thrown
  }
}

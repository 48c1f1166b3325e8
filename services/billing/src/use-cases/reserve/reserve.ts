import { toAppError } from '@mtg/errors'
import type { PublisherId } from '@mtg/primitives'
import type { Call } from '../../domain/call.ts'
import type { RateWindows } from '../../domain/rate-windows.ts'
import type { Reservation } from '../../domain/reservation.ts'
import { checkApp } from './check-app.ts'
import { checkPurchase } from './check-purchase.ts'
import { enforceWindows } from './enforce-windows.ts'
import { type HoldDeps, holdFunds } from './hold-funds.ts'

/** What the checks ask: facts about the target, the rate windows and the database. */
export interface ReserveDeps extends HoldDeps {
  readonly openCredential: (sealed: Buffer, publisherId: PublisherId) => string
  readonly windows: RateWindows
}

/**
 * Reserves what one call needs, or throws the first reason why not. The order is the contract (design: app, publisher and app
 * state, purchase, rate windows, meter, funds): what is refused by a step has not touched the ones after it, and keeps
 * its place in the windows if it came that far.
 */
export async function reserve(deps: ReserveDeps, call: Call): Promise<Reservation> {
  const target = await deps.resolve(call, { fresh: false })
  const { publisher, app } = checkApp(call, target)
  const { purchase, limits } = checkPurchase(target)
  const place = await enforceWindows(deps.windows, call.buyerId, app.id, limits)
  try {
    const held = call.isBillable ? await holdFunds(deps, call, app.timeoutMs, purchase) : undefined
    // The same call asked twice: its first asking has the place.
    if (held?.isKnown === true) place.giveBack()
    return {
      isOpen: held !== undefined,
      priceMicros: held?.priceMicros ?? 0n,
      tier: held?.tier ?? purchase.tier,
      purchaseId: held?.purchaseId ?? purchase.id,
      publisherId: publisher.id,
      credential: deps.openCredential(publisher.apiKeySealed, publisher.id),
      app,
    }
  } catch (thrown) {
    // A refusal has cost as much as a reservation, so it counts like one: nobody asks for free without end. Only what is
    // our own failure is not the buyer's to pay for.
    if (toAppError(thrown).owner === 'gateway') place.giveBack()
    throw thrown
  }
}

import { toAppError } from '@mtg/errors'
import type { PublisherId, PurchaseId } from '@mtg/primitives'
import type { Call, ResolvedTarget } from '../../domain/call.ts'
import type { PriceList } from '../../domain/price-list.ts'
import type { Reservation } from '../../domain/reservation.ts'
import type { MetCall } from '../../store/meet-call.ts'
import { type AdmitDeps, admit, releaseQuietly } from './admit.ts'
import { checkApp } from './check-app.ts'
import { checkKey } from './check-key.ts'
import { checkPurchase } from './check-purchase.ts'
import type { Meet } from './meet.ts'

/** What the checks ask: facts about the key and the target, the rate windows, the loop breaker and the database. */
export interface ReserveDeps extends AdmitDeps {
  readonly meet: Meet
  readonly openCredential: (sealed: Buffer, publisherId: PublisherId) => string
  readonly priceList: (purchaseId: PurchaseId) => Promise<PriceList | undefined>
}

/**
 * Reserves what one call needs, or throws the first reason why not. The order is the contract (design: lists of the key, app,
 * publisher and app state, purchase, rate windows, loops, meter, caps of the key and those above it, funds): what is refused by a
 * step leaves nothing at the ones after it, and keeps its place in the windows if it came that far.
 */
export async function reserve(deps: ReserveDeps, call: Call): Promise<Reservation> {
  const met = await deps.meet(call)
  const [watching, target] = await Promise.all([
    met?.isRuled === false ? [] : checkKey(deps, call),
    met?.target ?? deps.resolve(call, { fresh: false }),
  ])
  const { publisher, app, purchase, limits, credential } = await passChecks(deps, call, target, met)
  const known = { ...purchase, outcome: met?.outcome }
  const held = await admit(deps, call, { appId: app.id, timeoutMs: app.timeoutMs, purchase: known, limits, watching })
  // Prices are told beside what was asked for: when they cannot be read, that goes on without them.
  const prices = call.wantsPrices ? await deps.priceList(purchase.id).catch(() => undefined) : undefined
  return {
    isOpen: held !== undefined,
    priceMicros: held?.priceMicros ?? 0n,
    tier: held?.tier ?? purchase.tier,
    purchaseId: held?.purchaseId ?? purchase.id,
    publisherId: publisher.id,
    credential,
    app,
    prices,
  }
}

/** The checks before the windows. What was held ahead of them passes them, but for a window of a meter that ends in this very moment. */
async function passChecks(deps: ReserveDeps, call: Call, target: ResolvedTarget, met: MetCall | undefined) {
  try {
    const { publisher, app } = checkApp(call, target)
    const { purchase, limits } = checkPurchase(target)
    const credential = deps.openCredential(publisher.apiKeySealed, publisher.id)
    return { publisher, app, purchase, limits, credential }
  } catch (thrown) {
    if (met?.outcome?.isHeld) await releaseQuietly(deps.moves, call.callId, toAppError(thrown).code)
    throw thrown
  }
}

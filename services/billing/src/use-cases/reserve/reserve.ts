import { toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { RateWindows } from '../../clients/windows/rate-windows.ts'
import type { CallMoves } from '../../store/call-moves.ts'
import type { CallTarget, ResolvedTarget } from '../../store/resolve-calls.ts'
import { checkApp } from './check-app.ts'
import { checkPurchase } from './check-purchase.ts'
import { enforceWindows } from './enforce-windows.ts'
import { holdFunds } from './hold-funds.ts'

/** A call that asks to be admitted. */
export interface Call extends CallTarget {
  readonly callId: string
  readonly adapter: string
  readonly billable: boolean
  readonly tool: string
  readonly keyId: string | null
  readonly name: string
}

/** An admitted call. */
export interface Admission {
  readonly open: boolean
  readonly priceMicros: bigint
  readonly tier: 'free' | 'paid'
  readonly purchaseId: string
  readonly publisherId: string
  readonly app: NonNullable<ResolvedTarget['app']>
  readonly credential: string
}

/** What admission stands on. */
export interface ReserveDeps {
  /** Facts about a target; `fresh` passes by what is remembered. */
  readonly resolve: (target: CallTarget, options: { readonly fresh: boolean }) => Promise<ResolvedTarget>
  readonly openCredential: (sealed: Buffer, publisherId: string) => string
  readonly windows: RateWindows
  readonly moves: CallMoves
  readonly reservationTtlMs: number
  readonly log: Logger
}

/**
 * Admits one call, or throws the first reason why not. The order is the contract (design: app, publisher and app
 * state, purchase, rate windows, meter, funds): what is refused by a step has not touched the ones after it, and keeps
 * its place in the windows if it came that far.
 */
export async function reserve(deps: ReserveDeps, call: Call): Promise<Admission> {
  const target = await deps.resolve(call, { fresh: false })
  const { publisher, app } = checkApp(call, target)
  const { purchase, limits } = checkPurchase(target)
  const place = await enforceWindows(deps.windows, call.buyerId, app.id, limits)
  try {
    const hold = call.billable ? await holdFunds(deps, call, app.timeoutMs, purchase) : undefined
    // The same call asked twice: its first asking has the place.
    if (hold?.known === true) place.giveBack()
    return {
      open: hold !== undefined,
      priceMicros: hold?.priceMicros ?? 0n,
      tier: hold?.tier ?? purchase.tier,
      purchaseId: hold?.purchaseId ?? purchase.id,
      publisherId: publisher.id,
      credential: deps.openCredential(publisher.apiKeySealed, publisher.id),
      app,
    }
  } catch (thrown) {
    // A refusal has cost as much as an admission, so it counts like one: nobody asks for free without end. Only what is
    // our own failure is not the buyer's to pay for.
    if (toAppError(thrown).owner === 'gateway') place.giveBack()
    throw thrown
  }
}

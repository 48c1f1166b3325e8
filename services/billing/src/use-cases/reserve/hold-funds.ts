import { appError } from '@mtg/errors'
import type { PurchaseId } from '@mtg/primitives'
import type { Call, CallTarget, ResolvedTarget } from '../../domain/call.ts'
import type { HoldOutcome } from '../../domain/call-move.ts'
import type { Tier } from '../../domain/purchase.ts'
import type { CallMoves } from '../../store/call-moves.ts'
import { checkApp } from './check-app.ts'
import { type KeyRuleDeps, refuseByLists } from './check-key.ts'
import { checkPurchase } from './check-purchase.ts'
import { type KeyRefusalDeps, keyRefusal, tooDear } from './key-refusal.ts'

/** How targets are found out about, and money is moved. */
export interface HoldDeps extends KeyRuleDeps, KeyRefusalDeps {
  /** Facts about a target; `fresh` passes by what is remembered. */
  readonly resolve: (target: CallTarget, options: { readonly fresh: boolean }) => Promise<ResolvedTarget>
  readonly moves: Pick<CallMoves, 'hold'>
  /** How long a reservation lasts after the app's own timeout. */
  readonly reservationTtlMs: number
}

/** A purchase as it was looked up. */
export interface KnownPurchase {
  readonly id: PurchaseId
  readonly tier: Tier
  /** What came of holding the price when it was looked up, if that was tried. */
  readonly outcome?: HoldOutcome | undefined
}

/** What is held for a call. */
export interface HeldFunds {
  readonly tier: Tier
  readonly purchaseId: PurchaseId
  readonly priceMicros: bigint
  readonly isKnown: boolean
}

// An upgrade changes the purchase once; a second change within one call is not worth a loop.
const ATTEMPTS_MAX = 3

/** Counts the meter and holds the price, in the database alone. Looks the purchase up again if it has changed. */
export async function holdFunds(
  deps: HoldDeps,
  call: Call,
  timeoutMs: number,
  known: KnownPurchase,
): Promise<HeldFunds> {
  let purchase = known
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { id, tier } = purchase
    const outcome =
      purchase.outcome ??
      (await deps.moves.hold({
        callId: call.callId,
        purchaseId: id,
        tool: call.tool,
        keyId: call.keyId,
        name: call.name,
        maxPriceMicros: call.maxPriceMicros,
        isPaid: tier === 'paid',
        ttlMs: timeoutMs + deps.reservationTtlMs,
      }))
    if (outcome.isHeld) return { ...outcome, tier, purchaseId: id }
    if (outcome.code !== 'stale') throw await refusal(deps, call, outcome)
    const target = await deps.resolve(call, { fresh: true })
    checkApp(call, target)
    purchase = checkPurchase(target).purchase
  }
  throw appError('internal_error', { detail: { reason: 'the purchase kept changing', callId: call.callId } })
}

async function refusal(deps: HoldDeps, call: Call, outcome: Extract<HoldOutcome, { isHeld: false }>): Promise<Error> {
  const { code, priceMicros, windowEndsAt, breach } = outcome
  if (code === 'stale') return appError('internal_error')
  if (code === 'app_not_allowed') return await refuseByLists(deps, call)
  if (breach !== undefined) return await keyRefusal(deps, code, breach, priceMicros)
  if (code === 'price_limit_exceeded') return tooDear(priceMicros, call.maxPriceMicros ?? 0n)
  const detail = { callId: call.callId, priceMicros }
  if (code !== 'meter_limit_exceeded' || windowEndsAt === null) return appError(code, { detail })
  const renewsAt = windowEndsAt.toISOString()
  const message = `The monthly quota for this app is exhausted. It renews at ${renewsAt}.`
  return appError(code, { message, detail: { ...detail, renewsAt } })
}

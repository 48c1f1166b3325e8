import { toAppError } from '@mtg/errors'
import type { AppId, CallId } from '@mtg/primitives'
import type { Call } from '../../domain/call.ts'
import type { KeyRules } from '../../domain/key-limits.ts'
import type { LoopBreaker } from '../../domain/loop-breaker.ts'
import type { RateWindows, WindowLimits } from '../../domain/rate-windows.ts'
import type { CallMoves } from '../../store/call-moves.ts'
import { enforceLoops } from './enforce-loops.ts'
import { enforceWindows, windowsOf } from './enforce-windows.ts'
import { type HeldFunds, type HoldDeps, holdFunds, type KnownPurchase } from './hold-funds.ts'

/** Where places and money are kept. */
export interface AdmitDeps extends HoldDeps {
  readonly moves: CallMoves
  readonly windows: Pick<RateWindows, 'take' | 'hasPlenty'>
  readonly loops: LoopBreaker
}

/** What a call is admitted to: an app, by a purchase. */
export interface Admission {
  readonly appId: AppId
  readonly timeoutMs: number
  readonly purchase: KnownPurchase
  readonly limits: WindowLimits
  /** Of its key and those above it, what watches for loops. */
  readonly watching: readonly KeyRules[]
}

interface Place {
  readonly giveBack: () => void
}

/**
 * Takes a place in the rate windows, and holds the price of a call that is billed. A refusal by the windows comes first, and leaves
 * nothing held. Where they are nearly full, or a key watches for loops, they are asked before anything is held; where there is plenty of room both
 * are asked at once, and the rare call that is refused all the same gives back what was held for it. So does one whose price was held when
 * its purchase was looked up.
 */
export async function admit(deps: AdmitDeps, call: Call, admission: Admission): Promise<HeldFunds | undefined> {
  const { appId, timeoutMs, purchase, limits, watching } = admission
  const hold = () => holdFunds(deps, call, timeoutMs, purchase)
  const isHeldAlready = purchase.outcome !== undefined
  const isRoomy = watching.length === 0 && deps.windows.hasPlenty(windowsOf(call.buyerId, appId), limits)
  const taking = takePlace(deps, call, admission)
  if (!call.isBillable) {
    await taking
    return undefined
  }
  if (!isRoomy && !isHeldAlready) return await keepPlace(await taking, hold())
  const holding = hold()
  const [place] = await Promise.allSettled([taking, holding])
  if (place.status === 'fulfilled') return await keepPlace(place.value, holding)
  await giveUp(deps, call, holding)
  throw place.reason
}

async function takePlace(deps: AdmitDeps, call: Call, { appId, limits, watching }: Admission): Promise<Place> {
  const place = await enforceWindows(deps.windows, call.buyerId, appId, limits)
  if (watching.length === 0) return place
  try {
    const takeBack = await enforceLoops(deps.loops, watching, call)
    return {
      giveBack() {
        place.giveBack()
        takeBack()
      },
    }
  } catch (thrown) {
    if (isOurs(thrown)) place.giveBack()
    throw thrown
  }
}

async function keepPlace(place: Place, holding: Promise<HeldFunds>): Promise<HeldFunds> {
  try {
    const held = await holding
    // The same call asked twice: its first asking has the place.
    if (held.isKnown) place.giveBack()
    return held
  } catch (thrown) {
    // A refusal has cost as much as a reservation, so it counts like one: nobody asks for free without end. Only what is
    // our own failure is not the buyer's to pay for, and a buyer who has just moved to another cell takes a place there.
    if (isOurs(thrown) || toAppError(thrown).code === 'app_not_purchased') place.giveBack()
    throw thrown
  }
}

/** Gives back what was held, or may have been. */
async function giveUp({ moves }: AdmitDeps, { callId }: Call, holding: Promise<HeldFunds>): Promise<void> {
  const mayBeHeld = await holding.then(held => !held.isKnown, isOurs)
  if (mayBeHeld) await releaseQuietly(moves, callId, 'rate_limit_exceeded')
}

/** What is left behind when that fails expires. */
export async function releaseQuietly(moves: Pick<CallMoves, 'settle'>, callId: CallId, outcome: string): Promise<void> {
  await moves.settle({ callId, action: 'release', totalTokens: 0n, outcome }).catch(() => undefined)
}

function isOurs(thrown: unknown): boolean {
  return toAppError(thrown).owner === 'gateway'
}

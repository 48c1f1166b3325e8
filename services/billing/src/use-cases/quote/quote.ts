import { type AppError, appError, toAppError } from '@mtg/errors'
import { asCallId, type BuyerId, type Clock, type KeyId, uuidv7 } from '@mtg/primitives'
import type { Call, ResolvedTarget } from '../../domain/call.ts'
import type { HoldOutcome, HoldRequest } from '../../domain/call-move.ts'
import type { Tier } from '../../domain/purchase.ts'
import type { RateWindows } from '../../domain/rate-windows.ts'
import { checkApp } from '../reserve/check-app.ts'
import { checkKey } from '../reserve/check-key.ts'
import { checkPurchase } from '../reserve/check-purchase.ts'
import { windowsOf } from '../reserve/enforce-windows.ts'
import { type HoldDeps, holdFunds } from '../reserve/hold-funds.ts'

/** What the checks ask, as for a call; what a call would take is only looked at. */
export interface QuoteDeps extends Omit<HoldDeps, 'moves'> {
  readonly windows: Pick<RateWindows, 'isFull'>
  /** What would become of a hold, which leaves nothing behind. */
  readonly rehearseHold: (request: HoldRequest) => Promise<HoldOutcome>
  /** For the id of a call that is never made. */
  readonly clock: Clock
}

/** A call that may be made. */
export interface Question {
  readonly buyerId: BuyerId
  readonly keyId: KeyId | null
  readonly username: string
  readonly appName: string
  readonly tool: string
}

/** What would become of it. */
export interface Quote {
  readonly adapter: string
  readonly priced: { readonly tier: Tier; readonly priceMicros: bigint } | undefined
  readonly refusal: AppError | undefined
}

/** Stands for arguments that nobody knows yet. */
const ANY_ARGUMENTS = Buffer.alloc(32)

/** What `reserve` would say of a call at this moment, by the same checks in the same order. Failures of ours are thrown. */
export async function quote(deps: QuoteDeps, question: Question): Promise<Quote> {
  const target = await deps.resolve(question, { fresh: false })
  const adapter = target.app?.adapter ?? ''
  let priced: Quote['priced']
  try {
    await check(deps, callOf(question, adapter, deps.clock.nowMs()), target, (tier, priceMicros) => {
      priced = { tier, priceMicros }
    })
    return { adapter, priced, refusal: undefined }
  } catch (thrown) {
    const refusal = toAppError(thrown)
    if (refusal.owner === 'gateway') throw thrown
    return { adapter, priced, refusal }
  }
}

function callOf({ buyerId, keyId, username, appName, tool }: Question, adapter: string, nowMs: number): Call {
  return {
    callId: asCallId(uuidv7(nowMs)),
    buyerId,
    keyId,
    username,
    appName,
    adapter,
    tool: adapter === 'mcp' ? tool : '',
    isBillable: true,
    name: '',
    maxPriceMicros: null,
    argumentsDigest: ANY_ARGUMENTS,
    wantsPrices: false,
  }
}

async function check(
  deps: QuoteDeps,
  call: Call,
  target: ResolvedTarget,
  onPrice: (tier: Tier, priceMicros: bigint) => void,
): Promise<void> {
  await checkKey(deps, call)
  const { app } = checkApp(call, target)
  const { purchase, limits } = checkPurchase(target)
  if (await deps.windows.isFull(windowsOf(call.buyerId, app.id), limits)) throw appError('rate_limit_exceeded')
  const hold = async (request: HoldRequest) => {
    const outcome = await deps.rehearseHold(request)
    if (outcome.isHeld || outcome.code !== 'stale') onPrice(request.isPaid ? 'paid' : 'free', outcome.priceMicros)
    return outcome
  }
  await holdFunds({ ...deps, moves: { hold } }, call, app.timeoutMs, purchase)
}

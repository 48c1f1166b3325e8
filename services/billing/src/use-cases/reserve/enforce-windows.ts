import { appError } from '@mtg/errors'
import type { AppId, BuyerId } from '@mtg/primitives'
import type { RateWindows, WindowLimits } from '../../domain/rate-windows.ts'
import { inWords } from '../../domain/when.ts'

/** Takes a place in the rate windows. The refusal says when to come back, in its text and as `retryAfterMs`. */
export async function enforceWindows(
  windows: Pick<RateWindows, 'take'>,
  buyerId: BuyerId,
  appId: AppId,
  limits: WindowLimits,
) {
  const verdict = await windows.take(windowsOf(buyerId, appId), limits)
  if (verdict.isTaken) return verdict
  const { retryAfterMs } = verdict
  throw appError('rate_limit_exceeded', {
    message: `The request rate allowed for this app is exceeded. Try again in ${inWords(retryAfterMs)}.`,
    detail: { retryAfterMs },
  })
}

/** The name of the windows of a buyer and an app. */
export function windowsOf(buyerId: BuyerId, appId: AppId): string {
  return `${buyerId}:${appId}`
}

import { appError, type ErrorCode } from '@mtg/errors'
import type { ResolvedTarget } from '../../domain/call.ts'

type Status = NonNullable<ResolvedTarget['purchase']>['status']

const refusals: Readonly<Record<Exclude<Status, 'active'>, ErrorCode>> = {
  inactive: 'subscription_inactive',
  expired: 'subscription_expired',
  cancelled: 'subscription_cancelled',
}

/** The buyer has an active purchase of a tier that the app still offers, with a meter that is running. */
export function checkPurchase(target: ResolvedTarget) {
  const { purchase, limits } = target
  if (purchase === undefined) throw appError('app_not_purchased')
  const detail = { purchaseId: purchase.id }
  if (purchase.status !== 'active') throw appError(refusals[purchase.status], { detail })
  if (limits === undefined) {
    throw appError('invalid_app_config', { detail: { ...detail, reason: 'tier is no longer offered' } })
  }
  if (purchase.isMeterExpired) throw appError('meter_expired', { detail })
  return { purchase, limits }
}

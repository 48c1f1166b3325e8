import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { fromBigint, uuidOf } from '@mtg/rpc'
import { totalUsage } from '../store/usage-totals.ts'
import { appOf, spanOf } from './requests.ts'

/** SummarizeUsage: a buyer's totals per app. */
export function summarizeUsage(db: Queryable) {
  return async (request: metering.SummarizeUsageRequest__Output): Promise<metering.SummarizeUsageResponse> => {
    const totals = await totalUsage(db, {
      buyerId: uuidOf(request.buyerId, 'buyer_id'),
      app: appOf(request.app),
      span: spanOf(request.from, request.to),
    })
    return {
      totals: totals.map(total => ({
        app: `${total.publisherUsername}/${total.appName}`,
        callCount: fromBigint(total.callCount),
        chargedMicros: fromBigint(total.chargedMicros),
        totalTokens: fromBigint(total.totalTokens),
      })),
    }
  }
}

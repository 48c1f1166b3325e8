import type { metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { retractUsage as retract } from '../store/retract-usage.ts'
import { callIdsOf } from './requests.ts'

/** RetractUsage: takes records away whose charge was given back, or that billing does not know. */
export function retractUsage(db: Queryable) {
  return async (request: metering.RetractUsageRequest__Output): Promise<metering.RetractUsageResponse> => ({
    retractedCount: await retract(db, callIdsOf(request.callIds), { unknown: request.unknown }),
  })
}

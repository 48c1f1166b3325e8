import type { metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { findMissingUsage as readMissing } from '../store/usage-records.ts'
import { callIdsOf } from './requests.ts'

/** FindMissingUsage: which of these calls have no record. */
export function findMissingUsage(db: Queryable) {
  return async (request: metering.FindMissingUsageRequest__Output): Promise<metering.FindMissingUsageResponse> => ({
    callIds: await readMissing(db, callIdsOf(request.callIds)),
  })
}

import type { Queryable } from '@mtg/postgres'
import { invalidField, type metering } from '@mtg/rpc'
import { findMissingUsage as readMissing } from '../store/usage-records.ts'
import { uuidOf } from './requests.ts'

const CALLS_MAX = 10_000

/** FindMissingUsage: which of these calls have no record. */
export function findMissingUsage(db: Queryable) {
  return async (request: metering.FindMissingUsageRequest__Output): Promise<metering.FindMissingUsageResponse> => {
    if (request.callIds.length > CALLS_MAX) throw invalidField('call_ids', 'must be at most 10,000')
    return {
      callIds: await readMissing(
        db,
        request.callIds.map(callId => uuidOf(callId, 'call_ids')),
      ),
    }
  }
}

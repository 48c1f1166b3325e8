import type { Queryable } from '@mtg/postgres'
import { invalidField, type metering } from '@mtg/rpc'
import { digestCalls } from '../store/recorded-calls.ts'
import { uuidOf } from './requests.ts'

const BOUNDS_MAX = 2001

/** DigestUsage: count and digest of recorded calls, range by range. */
export function digestUsage(db: Queryable) {
  return async (request: metering.DigestUsageRequest__Output): Promise<metering.DigestUsageResponse> => {
    const bounds = request.bounds.map(bound => uuidOf(bound, 'bounds'))
    if (bounds.length < 2 || bounds.length > BOUNDS_MAX) throw invalidField('bounds', `must be 2 to ${BOUNDS_MAX}`)
    const growing = bounds.every((bound, index) => index === 0 || (bounds[index - 1] ?? '') < bound)
    if (!growing) throw invalidField('bounds', 'must grow')
    return { digests: await digestCalls(db, bounds) }
  }
}

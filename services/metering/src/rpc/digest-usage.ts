import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { invalidField, uuidOf } from '@mtg/rpc'
import { digestCalls } from '../store/recorded-calls.ts'

const BOUNDS_MAX = 2001

/** DigestUsage: count and digest of recorded calls, range by range. */
export function digestUsage(db: Queryable) {
  return async (request: metering.DigestUsageRequest__Output): Promise<metering.DigestUsageResponse> => {
    const { length } = request.bounds
    if (length < 2 || length > BOUNDS_MAX) throw invalidField('bounds', `must be 2 to ${BOUNDS_MAX}`)
    const bounds = request.bounds.map(bound => uuidOf(bound, 'bounds'))
    const growing = bounds.every((bound, index) => index === 0 || (bounds[index - 1] ?? '') < bound)
    if (!growing) throw invalidField('bounds', 'must grow')
    return { digests: await digestCalls(db, bounds) }
  }
}

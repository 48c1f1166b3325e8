import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { fromBigint, invalidField, required, toTimestamp } from '@mtg/rpc'
import { countUsage as readCounts } from '../store/usage-records.ts'
import { spanOf } from './requests.ts'

const SPAN_MAX_MS = 31 * 24 * 3_600_000
const BUCKETS_MAX = 10_000

/** CountUsage: records per bucket of capture time. */
export function countUsage(db: Queryable) {
  return async (request: metering.CountUsageRequest__Output): Promise<metering.CountUsageResponse> => {
    const { bucketSeconds } = request
    const span = spanOf(required(request.from, 'from'), required(request.to, 'to'))
    const lengthMs = span.toMs - span.fromMs
    if (lengthMs > SPAN_MAX_MS) throw invalidField('to', 'must lie at most 31 days after from')
    if (bucketSeconds < 1) throw invalidField('bucket_seconds', 'must be at least 1')
    if (lengthMs / 1000 / bucketSeconds > BUCKETS_MAX) throw invalidField('bucket_seconds', 'makes over 10,000 buckets')
    const buckets = await readCounts(db, span, bucketSeconds)
    return {
      buckets: buckets.map(bucket => ({
        start: toTimestamp(bucket.start),
        recordCount: fromBigint(bucket.recordCount),
      })),
    }
  }
}

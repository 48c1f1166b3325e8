import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { pageSizeOf, uuidOf } from '@mtg/rpc'
import { readRecordedCalls } from '../store/recorded-calls.ts'

const PAGE_SIZE_MAX = 10_000

/** ListRecordedCalls: ids of recorded calls in order. */
export function listRecordedCalls(db: Queryable) {
  return async (request: metering.ListRecordedCallsRequest__Output): Promise<metering.ListRecordedCallsResponse> => {
    const pageSize = pageSizeOf(request.pageSize, PAGE_SIZE_MAX, PAGE_SIZE_MAX)
    const from = uuidOf(request.fromCallId, 'from_call_id')
    const to = uuidOf(request.toCallId, 'to_call_id')
    return { callIds: await readRecordedCalls(db, from, to, pageSize) }
  }
}

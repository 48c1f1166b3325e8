import type { Queryable } from '@mtg/postgres'
import type { metering } from '@mtg/rpc'
import { fromPageToken, toPageToken } from '../domain/page-token.ts'
import { listUsage as readUsage } from '../store/usage-records.ts'
import { appOf, pageSizeOf, spanOf, uuidOf } from './requests.ts'
import { toWireRecord } from './wire.ts'

/** ListUsage: a buyer's records, newest first. */
export function listUsage(db: Queryable) {
  return async (request: metering.ListUsageRequest__Output): Promise<metering.ListUsageResponse> => {
    const pageSize = pageSizeOf(request.pageSize)
    const records = await readUsage(db, {
      buyerId: uuidOf(request.buyerId, 'buyer_id'),
      app: appOf(request.app),
      span: spanOf(request.from, request.to),
      after: request.pageToken === '' ? undefined : fromPageToken(request.pageToken),
      // One more than asked for tells whether there is another page.
      limit: pageSize + 1,
    })
    const page = records.slice(0, pageSize)
    const last = page.at(-1)
    const hasMore = records.length > pageSize && last !== undefined
    return {
      records: page.map(toWireRecord),
      nextPageToken: hasMore ? toPageToken({ occurredAtMs: Date.parse(last.occurredAt), callId: last.callId }) : '',
    }
  }
}

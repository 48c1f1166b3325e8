import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { pageOf, pageSizeOf, readTimeToken, timeToken, uuidOf } from '@mtg/rpc'
import { listUsage as readUsage } from '../store/usage-records.ts'
import { appOf, spanOf } from './requests.ts'
import { toWireRecord } from './wire.ts'

/** ListUsage: a buyer's records, newest first. */
export function listUsage(db: Queryable) {
  return async (request: metering.ListUsageRequest__Output): Promise<metering.ListUsageResponse> => {
    const pageSize = pageSizeOf(request.pageSize)
    const records = await readUsage(db, {
      buyerId: uuidOf(request.buyerId, 'buyer_id'),
      app: appOf(request.app),
      span: spanOf(request.from, request.to),
      after: readTimeToken(request.pageToken),
      // One more than asked for tells whether there is another page.
      limit: pageSize + 1,
    })
    const { page, nextPageToken } = pageOf(records, pageSize, last =>
      timeToken({ createdAt: new Date(last.occurredAt), id: last.callId }),
    )
    return { records: page.map(toWireRecord), nextPageToken }
  }
}

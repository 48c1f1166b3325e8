import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { invalidField, uuidOf } from '@mtg/rpc'
import { confirmCalls as confirm, listUnconfirmed } from '../store/unconfirmed-calls.ts'
import { callIdsOf } from './requests.ts'

const PAGE_SIZE_MAX = 10_000

/** ListUnconfirmedCalls: recorded calls whose ids are of another time, until billing knows them. */
export function listUnconfirmedCalls(db: Queryable) {
  return async (
    request: metering.ListUnconfirmedCallsRequest__Output,
  ): Promise<metering.ListUnconfirmedCallsResponse> => {
    const { pageSize, afterCallId } = request
    if (pageSize < 0 || pageSize > PAGE_SIZE_MAX) throw invalidField('page_size', `must be 0 to ${PAGE_SIZE_MAX}`)
    const after = afterCallId === '' ? '' : uuidOf(afterCallId, 'after_call_id')
    return { callIds: await listUnconfirmed(db, after, pageSize === 0 ? PAGE_SIZE_MAX : pageSize) }
  }
}

/** ConfirmCalls: billing knows these calls. */
export function confirmCalls(db: Queryable) {
  return async (request: metering.ConfirmCallsRequest__Output): Promise<metering.ConfirmCallsResponse> => ({
    confirmedCount: await confirm(db, callIdsOf(request.callIds)),
  })
}

import type { Queryable } from '@mtg/postgres'
import { fromBigint, invalidField, type metering, toTimestamp } from '@mtg/rpc'
import { type DeadLetter, listDeadLetters as readDeadLetters } from '../store/dead-letters.ts'
import { pageSizeOf } from './requests.ts'

/** ListDeadLetters: events that could not be stored, oldest first. */
export function listDeadLetters(db: Queryable) {
  return async (request: metering.ListDeadLettersRequest__Output): Promise<metering.ListDeadLettersResponse> => {
    const pageSize = pageSizeOf(request.pageSize)
    if (!/^\d{0,18}$/.test(request.pageToken)) throw invalidField('page_token', 'is not one that a page ended with')
    const letters = await readDeadLetters(db, BigInt(request.pageToken), pageSize + 1)
    const page = letters.slice(0, pageSize)
    const last = page.at(-1)
    const hasMore = letters.length > pageSize && last !== undefined
    return { deadLetters: page.map(toWire), nextPageToken: hasMore ? last.id.toString() : '' }
  }
}

function toWire({ id, firstSeenAt, lastSeenAt, ...same }: DeadLetter): metering.DeadLetter {
  return {
    ...same,
    deadLetterId: fromBigint(id),
    firstSeenAt: toTimestamp(firstSeenAt),
    lastSeenAt: toTimestamp(lastSeenAt),
  }
}

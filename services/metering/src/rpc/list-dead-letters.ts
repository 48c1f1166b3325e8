import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { fromBigint, pageOf, pageSizeOf, readNumberToken, toTimestamp } from '@mtg/rpc'
import { type DeadLetter, listDeadLetters as readDeadLetters } from '../store/dead-letters.ts'

const PAGE_BYTES_MAX = 2 * 1024 * 1024

/** ListDeadLetters: events that could not be stored, oldest first. */
export function listDeadLetters(db: Queryable) {
  return async (request: metering.ListDeadLettersRequest__Output): Promise<metering.ListDeadLettersResponse> => {
    const pageSize = pageSizeOf(request.pageSize)
    const letters = await readDeadLetters(db, readNumberToken(request.pageToken) ?? 0n, pageSize + 1)
    const fit = fitting(letters.slice(0, pageSize))
    const { page, nextPageToken } = pageOf(letters, fit.length, last => last.id.toString())
    return { deadLetters: page.map(toWire), nextPageToken }
  }
}

/** A page must fit into one message. */
function fitting(letters: DeadLetter[]): DeadLetter[] {
  let bytes = 0
  const end = letters.findIndex(({ payload, detail }, index) => {
    bytes += Buffer.byteLength(payload) + Buffer.byteLength(detail)
    return bytes > PAGE_BYTES_MAX && index > 0
  })
  return end === -1 ? letters : letters.slice(0, end)
}

function toWire({ id, firstSeenAt, lastSeenAt, ...same }: DeadLetter): metering.DeadLetter {
  return {
    ...same,
    deadLetterId: fromBigint(id),
    payloadBytes: String(same.payloadBytes),
    firstSeenAt: toTimestamp(firstSeenAt),
    lastSeenAt: toTimestamp(lastSeenAt),
  }
}

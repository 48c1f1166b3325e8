import { services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { implement, int64Of, invalidField, pageOf, pageSizeOf, readNumberToken } from '@mtg/rpc'
import { type DeadLetter, listDeadLetters } from '../store/dead-letters.ts'
import type { Recorder } from '../use-cases/record/recorder.ts'
import { REPLAYED_MAX, replayDeadLetters } from '../use-cases/record/replay-dead-letters.ts'
import { toWireLetter } from './wire.ts'

/** DeadLetterService: events that could not be stored, listed and tried again. */
export function deadLetterService({ db, recorder }: { readonly db: Queryable; readonly recorder: Recorder }) {
  return implement(services.metering.DeadLetterService, {
    async ListDeadLetters(request) {
      const pageSize = pageSizeOf(request.pageSize)
      const letters = await listDeadLetters(db, readNumberToken(request.pageToken) ?? 0n, pageSize + 1)
      const fit = fitting(letters.slice(0, pageSize))
      const { page, nextPageToken } = pageOf(letters, fit.length, last => last.id.toString())
      return { deadLetters: page.map(toWireLetter), nextPageToken }
    },
    ReplayDeadLetters({ deadLetterIds }) {
      if (deadLetterIds.length > REPLAYED_MAX) throw invalidField('dead_letter_ids', 'must be at most 1,000')
      const ids = deadLetterIds.map(id => int64Of(id, 'dead_letter_ids'))
      return replayDeadLetters({ db, recorder }, ids)
    },
  })
}

const PAGE_BYTES_MAX = 2 * 1024 * 1024

/** The first letters, as many as one message has room for. */
function fitting(letters: readonly DeadLetter[]): readonly DeadLetter[] {
  let bytes = 0
  const end = letters.findIndex(({ payload, detail }, index) => {
    bytes += Buffer.byteLength(payload) + Buffer.byteLength(detail)
    return bytes > PAGE_BYTES_MAX && index > 0
  })
  return end === -1 ? letters : letters.slice(0, end)
}

import { type metering } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { int64Of, invalidField } from '@mtg/rpc'
import { findDeadLetters, listDeadLetters } from '../store/dead-letters.ts'
import type { Recorder } from '../use-cases/record/recorder.ts'
import { replay } from '../use-cases/record/replay.ts'

const LETTERS_MAX = 1000

/** ReplayDeadLetters: tries again to store what could not be stored. */
export function replayDeadLetters({ db, recorder }: { readonly db: Queryable; readonly recorder: Recorder }) {
  return async (request: metering.ReplayDeadLettersRequest__Output): Promise<metering.ReplayDeadLettersResponse> => {
    if (request.deadLetterIds.length > LETTERS_MAX) throw invalidField('dead_letter_ids', 'must be at most 1,000')
    const ids = request.deadLetterIds.map(id => int64Of(id, 'dead_letter_ids'))
    const letters = await (ids.length > 0 ? findDeadLetters(db, ids) : listDeadLetters(db, 0n, LETTERS_MAX))
    return replay({ db, recorder }, letters)
  }
}

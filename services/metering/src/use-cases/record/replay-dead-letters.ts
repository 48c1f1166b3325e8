import { AppError, appError, toAppError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { parseUsageRecord, type UsageRecord } from '../../domain/usage-record.ts'
import {
  type DeadLetter,
  explainDeadLetters,
  findDeadLetters,
  listDeadLetters,
  removeDeadLetters,
} from '../../store/dead-letters.ts'
import { detailOf } from './detail.ts'
import type { Recorder } from './recorder.ts'

/** Dead letters that are tried again at once. */
export const REPLAYED_MAX = 1000

/**
 * Tries dead letters again, or the oldest when none are named: what is stored now is removed, what failed again keeps the new
 * reason.
 */
export async function replayDeadLetters(
  { db, recorder }: { readonly db: Queryable; readonly recorder: Recorder },
  ids: readonly bigint[],
): Promise<{ replayedCount: number; failedCount: number }> {
  const letters = await (ids.length > 0 ? findDeadLetters(db, ids) : listDeadLetters(db, 0n, REPLAYED_MAX))
  const failures = await recordAgain(recorder, letters)
  const stored = letters.map(({ id }) => id).filter(id => !failures.has(id))
  await removeDeadLetters(db, stored)
  await explainDeadLetters(
    db,
    [...failures].map(([id, error]) => ({ id, reason: error.code, detail: detailOf(error) })),
  )
  return { replayedCount: stored.length, failedCount: failures.size }
}

/** Stores what the letters hold; why it could not be, by letter. */
async function recordAgain(recorder: Recorder, letters: readonly DeadLetter[]): Promise<Map<bigint, AppError>> {
  const failures = new Map<bigint, AppError>()
  const readable = letters.flatMap(letter => {
    try {
      return readRecords(letter).map(record => ({ id: letter.id, record }))
    } catch (thrown) {
      failures.set(letter.id, toAppError(thrown))
      return []
    }
  })
  const outcomes = await recorder.record(readable.map(({ record }) => record))
  for (const [index, { id }] of readable.entries()) {
    const outcome = outcomes[index]
    if (outcome instanceof AppError) failures.set(id, outcome)
  }
  return failures
}

/** A letter holds one event, or a whole message of them that could not be handled. */
function readRecords({ payload, whole: isWhole }: DeadLetter): UsageRecord[] {
  if (!isWhole) throw appError('invalid_record', { detail: { faults: 'only its beginning was kept' } })
  const content = readJson(payload)
  const events: unknown[] = Array.isArray(content) ? content : [content]
  return events.map(parseUsageRecord)
}

function readJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (thrown) {
    throw appError('invalid_record', { detail: { faults: 'not JSON' }, cause: thrown })
  }
}

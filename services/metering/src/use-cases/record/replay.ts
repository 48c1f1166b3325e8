import { AppError, appError, toAppError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { parseUsageRecord, type UsageRecord } from '../../domain/usage-record.ts'
import { type DeadLetter, explainDeadLetters, removeDeadLetters } from '../../store/dead-letters.ts'
import { detailOf } from './detail.ts'
import type { Recorder } from './recorder.ts'

/** Tries dead letters again: what is stored now is removed, what failed again keeps the new reason. */
export async function replay(
  { db, recorder }: { readonly db: Queryable; readonly recorder: Recorder },
  letters: readonly DeadLetter[],
): Promise<{ replayedCount: number; failedCount: number }> {
  const failures = new Map<bigint, AppError>()
  const readable = letters.flatMap(({ id, payload, whole }) => {
    try {
      return readRecords(payload, whole).map(record => ({ id, record }))
    } catch (thrown) {
      failures.set(id, toAppError(thrown))
      return []
    }
  })
  const outcomes = await recorder.record(readable.map(({ record }) => record))
  for (const [index, { id }] of readable.entries()) {
    const outcome = outcomes[index]
    if (outcome instanceof AppError) failures.set(id, outcome)
  }
  const stored = letters.map(({ id }) => id).filter(id => !failures.has(id))
  await removeDeadLetters(db, stored)
  await explainDeadLetters(
    db,
    [...failures].map(([id, error]) => ({ id, reason: error.code, detail: detailOf(error) })),
  )
  return { replayedCount: stored.length, failedCount: failures.size }
}

/** A letter holds one event, or a whole message of them that could not be handled. */
function readRecords(payload: string, whole: boolean): UsageRecord[] {
  if (!whole) throw appError('invalid_record', { detail: { faults: 'only its beginning was kept' } })
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

import { type AppError, toAppError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { parseUsageRecord, type UsageRecord } from '../domain/usage-record.ts'
import { type DeadLetter, explainDeadLetters, removeDeadLetters } from '../store/dead-letters.ts'
import { detailOf } from './detail.ts'
import type { Recorder } from './recorder.ts'

/** Tries dead letters again: what is stored now is removed, what failed again keeps the new reason. */
export async function replay(
  { db, recorder }: { readonly db: Queryable; readonly recorder: Recorder },
  letters: readonly DeadLetter[],
): Promise<{ replayedCount: number; failedCount: number }> {
  const readable: { id: bigint; record: UsageRecord }[] = []
  const failed: { id: bigint; error: AppError }[] = []
  for (const { id, payload } of letters) {
    try {
      readable.push({ id, record: parseUsageRecord(readJson(payload)) })
    } catch (thrown) {
      failed.push({ id, error: toAppError(thrown) })
    }
  }
  const outcomes = await recorder.record(readable.map(({ record }) => record))
  const stored: bigint[] = []
  for (const [index, { id }] of readable.entries()) {
    const outcome = outcomes[index]
    if (outcome === 'recorded' || outcome === 'duplicate') stored.push(id)
    else failed.push({ id, error: toAppError(outcome) })
  }
  await removeDeadLetters(db, stored)
  await explainDeadLetters(
    db,
    failed.map(({ id, error }) => ({ id, reason: error.code, detail: detailOf(error) })),
  )
  return { replayedCount: stored.length, failedCount: failed.length }
}

function readJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

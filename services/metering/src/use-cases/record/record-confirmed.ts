import { AppError, toAppError } from '@mtg/errors'
import { parseUsageRecord, type UsageRecord } from '../../domain/usage-record.ts'
import type { Recorder } from './recorder.ts'

/** An event of a call that billing knows. */
export interface ConfirmedEvent {
  readonly callId: string
  /** Unchecked. */
  readonly event: unknown
}

/** What became of many events. */
export interface ConfirmedOutcome {
  readonly recordedCount: number
  readonly duplicateCount: number
  readonly refused: readonly { readonly callId: string; readonly error: AppError }[]
}

/** Stores records of calls that billing knows, each stored or refused on its own. */
export async function recordConfirmed(
  recorder: Recorder,
  events: readonly ConfirmedEvent[],
): Promise<ConfirmedOutcome> {
  const records: UsageRecord[] = []
  const refused: { callId: string; error: AppError }[] = []
  for (const { callId, event } of events) {
    try {
      records.push(parseUsageRecord(event))
    } catch (thrown) {
      refused.push({ callId, error: toAppError(thrown) })
    }
  }
  const outcomes = await recorder.record(records, { isConfirmed: true })
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome instanceof AppError) refused.push({ callId: records[index]?.callId ?? '', error: outcome })
  }
  const countOf = (wanted: string) => outcomes.filter(outcome => outcome === wanted).length
  return { recordedCount: countOf('recorded'), duplicateCount: countOf('duplicate'), refused }
}

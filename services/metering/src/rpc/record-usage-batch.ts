import { type metering } from '@mtg/contracts'
import { AppError, toAppError } from '@mtg/errors'
import { invalidField, toRefusal } from '@mtg/rpc'
import { parseUsageRecord, type UsageRecord } from '../domain/usage-record.ts'
import type { Recorder } from '../use-cases/record/recorder.ts'
import { fromWireRecord } from './wire.ts'

const RECORDS_MAX = 2000

/** RecordUsageBatch: many records of calls that billing knows, each stored or refused on its own. */
export function recordUsageBatch(recorder: Recorder) {
  return async (request: metering.RecordUsageBatchRequest__Output): Promise<metering.RecordUsageBatchResponse> => {
    if (request.records.length > RECORDS_MAX) throw invalidField('records', `must be at most ${RECORDS_MAX}`)
    const records: UsageRecord[] = []
    const refused: metering.RecordUsageResult[] = []
    const refuse = (callId: string, thrown: unknown) => refused.push({ callId, refusal: toRefusal(thrown) })
    for (const record of request.records) {
      try {
        records.push(parseUsageRecord(fromWireRecord(record)))
      } catch (thrown) {
        refuse(record.callId, toAppError(thrown))
      }
    }
    const outcomes = await recorder.record(records, { confirmed: true })
    const countOf = (wanted: string) => outcomes.filter(outcome => outcome === wanted).length
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome instanceof AppError) refuse(records[index]?.callId ?? '', outcome)
    }
    return { recordedCount: countOf('recorded'), duplicateCount: countOf('duplicate'), refused }
  }
}

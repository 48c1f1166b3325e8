import { type metering } from '@mtg/contracts'
import { AppError } from '@mtg/errors'
import { batchHandler, bytesAtMost, toRefusal } from '@mtg/rpc'
import { createBatcher } from '@mtg/runtime'
import { parseUsageRecord, type UsageRecord } from '../domain/usage-record.ts'
import type { Recorder, RecordOutcome } from '../use-cases/record/recorder.ts'
import { fromWireRecord } from './wire.ts'

const BATCH_MAX = 512
const QUEUE_MAX = 20_000
const QUEUE_BYTES_MAX = 64 * 1024 * 1024

/** RecordUsage and its stream: callers' records share statements. */
export function recordUsage(recorder: Recorder) {
  const batcher = createBatcher<UsageRecord, RecordOutcome>({
    run: records => recorder.record(records),
    itemsMax: BATCH_MAX,
    lanes: 2,
    queueMax: QUEUE_MAX,
    bytesOf: bytesAtMost,
    queueBytesMax: QUEUE_BYTES_MAX,
  })
  const store = async (record: metering.UsageRecord__Output | null): Promise<metering.RecordUsageResponse> => {
    const outcome = await batcher.add(parseUsageRecord(fromWireRecord(record)))
    if (outcome instanceof AppError) throw outcome
    return { duplicate: outcome === 'duplicate' }
  }
  const answerItem = async (record: metering.UsageRecord__Output): Promise<metering.RecordUsageResult> => ({
    callId: record.callId,
    recorded: await store(record),
  })
  return {
    RecordUsage: (request: metering.RecordUsageRequest__Output) => store(request.record),
    RecordUsageStream: batchHandler({
      itemsOf: (message: metering.RecordUsageStreamRequest__Output) => message.records,
      handle: answerItem,
      refuse: ({ callId }, thrown) => ({ callId, refusal: toRefusal(thrown) }),
      toMessage: (results: metering.RecordUsageResult[]): metering.RecordUsageStreamResponse => ({ results }),
    }),
  }
}

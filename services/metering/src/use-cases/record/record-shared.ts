import { AppError } from '@mtg/errors'
import { bytesAtMost } from '@mtg/rpc'
import { createBatcher } from '@mtg/runtime'
import { parseUsageRecord, type UsageRecord } from '../../domain/usage-record.ts'
import type { Recorder, RecordOutcome } from './recorder.ts'

const BATCH_MAX = 512
const QUEUE_MAX = 20_000
const QUEUE_BYTES_MAX = 64 * 1024 * 1024

/** Stores the record of one call; throws why it is refused. */
export type RecordShared = (event: unknown) => Promise<'recorded' | 'duplicate'>

/** Records that callers send one by one share statements: all that came while the last statement ran go with the next one. */
export function createSharedRecording(recorder: Recorder): RecordShared {
  const batcher = createBatcher<UsageRecord, RecordOutcome>({
    run: records => recorder.record(records),
    itemsMax: BATCH_MAX,
    lanes: 2,
    queueMax: QUEUE_MAX,
    bytesOf: bytesAtMost,
    queueBytesMax: QUEUE_BYTES_MAX,
  })
  return async event => {
    const outcome = await batcher.add(parseUsageRecord(event))
    if (outcome instanceof AppError) throw outcome
    return outcome
  }
}

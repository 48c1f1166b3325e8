import { AppError, appError, isOutage } from '@mtg/errors'
import { type CounterMetric, type Metrics } from '@mtg/observability'
import { type Queryable } from '@mtg/postgres'
import { itemAt } from '@mtg/primitives'
import { workOff } from '@mtg/runtime'
import type { RecordedCall } from '../../domain/call-passage.ts'
import { insertUsage, type NotInserted, type TimeBounds } from '../../store/insert-usage.ts'

/** What became of a record: stored now, stored before, or why not. */
export type RecordOutcome = 'recorded' | 'duplicate' | AppError

/** Stores usage records, once per call. */
export interface Recorder {
  /**
   * Outcomes in the order of the records; `internal_error` for one that failed by itself through no fault of its own, and must
   * come again. Rejects with `database_error` when nothing can be said of any yet.
   */
  record(records: readonly RecordedCall[], options?: RecordOptions): Promise<RecordOutcome[]>
}

/** Where records come from. */
interface RecordOptions {
  /** Billing knows the calls. */
  readonly isConfirmed?: boolean
}

/** What the recorder stores into, counts with, and tells. */
export interface RecorderDeps {
  readonly db: Queryable
  readonly metrics: Metrics
  readonly bounds: TimeBounds
  /** Told of each part of a statement that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

/** Makes a recorder that stores into `db`. */
export function createRecorder({ db, metrics, bounds, onSplit }: RecorderDeps): Recorder {
  const counter = metrics.counter('mtg_usage_records_total', 'Usage records received, by what became of them.', [
    'outcome',
  ])
  return {
    async record(records, { isConfirmed = false } = {}) {
      const firstByCall = firstOfEachCall(records)
      const insert: Insert = part => insertUsage(db, part, bounds, isConfirmed)
      const refused = await insertInChunks(insert, [...firstByCall.values()], onSplit)
      const outcomes = records.map(record =>
        outcomeOf(refused.get(record.callId), firstByCall.get(record.callId) === record),
      )
      countAll(counter, outcomes)
      return outcomes
    },
  }
}

function firstOfEachCall(records: readonly RecordedCall[]): ReadonlyMap<string, RecordedCall> {
  const firstByCall = new Map<string, RecordedCall>()
  for (const record of records) {
    if (!firstByCall.has(record.callId)) firstByCall.set(record.callId, record)
  }
  return firstByCall
}

/** Inserts in one statement. */
type Insert = (records: readonly RecordedCall[]) => Promise<Map<string, NotInserted>>

/** Why a record was not inserted; of those that were nothing is said. */
type Refused = NotInserted | AppError

const STATEMENT_RECORDS_MAX = 2000

/** After an outage the bus hands over much at once; no single statement may grow with that. */
async function insertInChunks(
  insert: Insert,
  records: readonly RecordedCall[],
  onSplit: RecorderDeps['onSplit'],
): Promise<Map<string, Refused>> {
  const refused = new Map<string, Refused>()
  for (let start = 0; start < records.length; start += STATEMENT_RECORDS_MAX) {
    const chunk = records.slice(start, start + STATEMENT_RECORDS_MAX)
    for (const [callId, reason] of await insertIsolated(insert, chunk, onSplit)) refused.set(callId, reason)
  }
  return refused
}

/** Records that may fail for another reason than their values, in one chunk, before it is the database that fails. */
const FAULTS_MAX = 8

/**
 * Inserts all at once. When the database refuses that, parts are tried on their own, so that one bad record costs the others
 * nothing and is named in the end: `invalid_record` where its values were refused, else `internal_error`. When one after the
 * other fails that way it is none of them, and nothing more is tried.
 */
async function insertIsolated(
  insert: Insert,
  records: readonly RecordedCall[],
  onSplit: RecorderDeps['onSplit'],
): Promise<Map<string, Refused>> {
  let faultCount = 0
  const run = async (part: RecordedCall[]) => {
    try {
      const notInserted = await insert(part)
      return part.map(({ callId }) => notInserted.get(callId))
    } catch (thrown) {
      if (part.length === 1 && !isInvalid(thrown)) faultCount += 1
      throw faultCount > FAULTS_MAX ? appError('database_error', { cause: thrown }) : thrown
    }
  }
  const settled = await workOff(records, { run, onSplit })
  const refused = new Map<string, Refused>()
  for (const [index, { callId }] of records.entries()) {
    const outcome = itemAt(settled, index)
    if (outcome.status === 'rejected') refused.set(callId, refusalOf(outcome.reason))
    else if (outcome.value !== undefined) refused.set(callId, outcome.value)
  }
  return refused
}

/** Only what the database says about values is the record's fault; anything else is ours, and the record waits. */
function refusalOf(thrown: unknown): AppError {
  if (isOutage(thrown)) throw thrown
  return isInvalid(thrown) ? thrown : appError('internal_error', { cause: thrown })
}

const isInvalid = (thrown: unknown): thrown is AppError =>
  thrown instanceof AppError && thrown.code === 'invalid_record'

function outcomeOf(refused: Refused | undefined, isFirst: boolean): RecordOutcome {
  if (refused instanceof AppError) return refused
  switch (refused) {
    case undefined:
      return isFirst ? 'recorded' : 'duplicate'
    case 'duplicate':
      return 'duplicate'
    case 'untimely':
      return appError('invalid_timestamp', { detail: { reason: 'too far from the database clock' } })
    default:
      return refused satisfies never
  }
}

function countAll(counter: CounterMetric, outcomes: readonly RecordOutcome[]): void {
  const counts = new Map<string, number>()
  for (const each of outcomes) {
    const outcome = each instanceof AppError ? each.code : each
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  for (const [outcome, count] of counts) counter.inc({ outcome }, count)
}

import { AppError, appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import type { CounterMetric, Metrics } from '@mtg/runtime'
import type { RecordedCall } from '../domain/call-passage.ts'
import { insertUsage, type NotInserted, type TimeBounds } from '../store/usage-records.ts'

/** What became of a record: stored now, stored before, or why not. */
export type RecordOutcome = 'recorded' | 'duplicate' | AppError

/** Stores usage records, once per call. */
export interface Recorder {
  /** Outcomes in the order of the records. Rejects with `database_error` when nothing can be said yet. */
  record(records: readonly RecordedCall[]): Promise<RecordOutcome[]>
}

/** What the recorder stands on. */
export interface RecorderDeps {
  readonly db: Queryable
  readonly metrics: Metrics
  readonly bounds: TimeBounds
}

const STATEMENT_RECORDS_MAX = 2000
const ATTEMPTS_MAX = 4
const DEADLOCK_STATES = new Set(['40P01', '40001'])

/** Makes the recorder. */
export function createRecorder({ db, metrics, bounds }: RecorderDeps): Recorder {
  const counter = metrics.counter('mtg_usage_records_total', 'Usage records received, by what became of them.', [
    'outcome',
  ])
  return {
    async record(records) {
      const firstByCall = new Map<string, RecordedCall>()
      for (const record of records) {
        if (!firstByCall.has(record.callId)) firstByCall.set(record.callId, record)
      }
      const outcomes = await insertInChunks(db, [...firstByCall.values()], bounds)
      const results = records.map(record => {
        const first = firstByCall.get(record.callId) === record
        return outcomeOf(outcomes.get(record.callId), first)
      })
      countAll(counter, results)
      return results
    },
  }
}

/** Of a record that was not inserted; of the others nothing is said. */
type Refused = NotInserted | AppError

/** After an outage the bus hands over much at once; no single statement may grow with that. */
async function insertInChunks(
  db: Queryable,
  records: readonly RecordedCall[],
  bounds: TimeBounds,
): Promise<Map<string, Refused>> {
  const outcomes = new Map<string, Refused>()
  for (let start = 0; start < records.length; start += STATEMENT_RECORDS_MAX) {
    const chunk = records.slice(start, start + STATEMENT_RECORDS_MAX)
    for (const [callId, outcome] of await insertIsolated(db, chunk, bounds)) outcomes.set(callId, outcome)
  }
  return outcomes
}

/**
 * Inserts all at once. When the database refuses a value that validation let through, halves are tried on their own, so
 * that one bad record costs the others nothing and is named in the end.
 */
async function insertIsolated(
  db: Queryable,
  records: readonly RecordedCall[],
  bounds: TimeBounds,
): Promise<Map<string, Refused>> {
  const [first] = records
  if (first === undefined) return new Map()
  try {
    return await insertUndeterred(db, records, bounds)
  } catch (thrown) {
    if (!isValueRefused(thrown)) throw thrown
    if (records.length === 1) return new Map([[first.callId, appError('invalid_record', { cause: thrown })]])
    const middle = records.length >> 1
    const left = await insertIsolated(db, records.slice(0, middle), bounds)
    const right = await insertIsolated(db, records.slice(middle), bounds)
    return new Map([...left, ...right])
  }
}

async function insertUndeterred(
  db: Queryable,
  records: readonly RecordedCall[],
  bounds: TimeBounds,
): Promise<Map<string, NotInserted>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertUsage(db, records, bounds)
    } catch (thrown) {
      if (!isDeadlock(thrown)) throw thrown
      if (attempt === ATTEMPTS_MAX) throw appError('database_error', { cause: thrown })
    }
  }
}

function isDeadlock(thrown: unknown): boolean {
  return DEADLOCK_STATES.has(stateOf(thrown))
}

/** Only what the database says about values is the record's fault; anything else is ours, and the record waits. */
function isValueRefused(thrown: unknown): boolean {
  return /^2[23]/.test(stateOf(thrown))
}

function stateOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}

function outcomeOf(refused: Refused | undefined, first: boolean): RecordOutcome {
  if (refused instanceof AppError) return refused
  switch (refused) {
    case undefined:
      return first ? 'recorded' : 'duplicate'
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

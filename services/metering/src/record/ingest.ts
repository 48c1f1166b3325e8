import { AppError, toAppError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { batchBuckets, type Logger, type Metrics, noTelemetry, type Telemetry } from '@mtg/runtime'
import { type CallObservation, parseCallObservation } from '../domain/call-observation.ts'
import { parseUsageRecord, type UsageRecord } from '../domain/usage-record.ts'
import { type DeadLetterEntry, keepDeadLetters } from '../store/dead-letters.ts'
import { insertObservations } from '../store/observations.ts'
import { detailOf } from './detail.ts'
import type { Recorder, RecordOutcome } from './recorder.ts'
import { type RecordTraces, traceRecords } from './trace-records.ts'

/** Subject of usage records, without the prefix; dead letters carry it. */
const RECORDED_SUBJECT = 'usage.v1.recorded'

/** Events of the bus, as they came. */
export interface EventBatch {
  readonly recorded: readonly unknown[]
  readonly observed: readonly unknown[]
}

/** Stores events. */
export interface Ingest {
  /**
   * Resolves once every event is stored or kept as a dead letter: then it may be acknowledged. Rejects with
   * `database_error` when that was not possible: then all of it must come again.
   */
  handle(batch: EventBatch): Promise<void>
  /** Keeps what could not even be read as an event. */
  keepPoison(message: { readonly subject: string; readonly payload: string; readonly reason: string }): Promise<void>
}

/** What the ingest stands on. */
export interface IngestDeps {
  readonly db: Queryable
  readonly recorder: Recorder
  readonly log: Logger
  readonly metrics: Metrics
  readonly telemetry?: Telemetry
}

interface Readable {
  readonly event: unknown
  readonly record: UsageRecord
}

/** Makes the ingest. */
export function createIngest({ db, recorder, log, metrics, telemetry = noTelemetry }: IngestDeps): Ingest {
  const deadLetters = metrics.counter('mtg_usage_dead_letters_total', 'Usage events kept as dead letters.', ['reason'])
  const lost = metrics
    .counter('mtg_call_observations_lost_total', 'Observations of calls that could not be kept.')
    .bind({})
  const batches = metrics
    .histogram('mtg_usage_batch_records', 'Usage records stored together.', [], batchBuckets)
    .bind({})
  // Alerts watch them grow, so they are told before there is anything to count.
  for (const reason of ['invalid_record', 'invalid_timestamp', 'protocol_not_supported']) deadLetters.bind({ reason })

  async function keep(entries: readonly DeadLetterEntry[]): Promise<void> {
    if (entries.length === 0) return
    await keepDeadLetters(db, entries)
    for (const { reason } of entries) deadLetters.inc({ reason })
    log.warn({ count: entries.length, reason: entries[0]?.reason }, 'usage events became dead letters')
  }

  async function storeRecords(events: readonly unknown[]): Promise<void> {
    if (events.length === 0) return
    batches.observe(events.length)
    const traces = traceRecords(telemetry, events)
    const readable: Readable[] = []
    const dead: DeadLetterEntry[] = []
    for (const event of events) {
      try {
        readable.push({ event, record: parseUsageRecord(event) })
      } catch (thrown) {
        dead.push(deadLetterOf(event, toAppError(thrown)))
        traces.end(event, toAppError(thrown))
      }
    }
    const outcomes = await recordTraced(readable, traces)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome instanceof AppError) dead.push(deadLetterOf(readable[index]?.event, outcome))
      traces.end(readable[index]?.event, outcome)
    }
    await keep(dead)
  }

  async function recordTraced(readable: readonly Readable[], traces: RecordTraces): Promise<RecordOutcome[]> {
    try {
      return await recorder.record(readable.map(({ record }) => record))
    } catch (thrown) {
      traces.failAll(toAppError(thrown).code)
      throw thrown
    }
  }

  async function storeObservations(events: readonly unknown[]): Promise<void> {
    const observations = events.flatMap(readObservation)
    try {
      if (observations.length > 0) await insertObservations(db, observations)
      if (observations.length < events.length) lost.inc(events.length - observations.length)
    } catch (thrown) {
      // Observations are best effort: they must never bring usage records back for another delivery.
      lost.inc(events.length)
      log.warn({ err: thrown, count: events.length }, 'observations of calls were lost')
    }
  }

  return {
    async handle({ recorded, observed }) {
      await storeRecords(recorded)
      await storeObservations(observed)
    },
    async keepPoison({ subject, payload, reason }) {
      await keep([{ subject, payload, reason: 'invalid_record', detail: reason }])
    },
  }
}

function readObservation(event: unknown): CallObservation[] {
  try {
    return [parseCallObservation(event)]
  } catch {
    return []
  }
}

function deadLetterOf(event: unknown, error: AppError): DeadLetterEntry {
  return {
    subject: RECORDED_SUBJECT,
    payload: JSON.stringify(event) ?? 'undefined',
    reason: error.code,
    detail: detailOf(error),
  }
}

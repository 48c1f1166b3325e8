import { AppError, toAppError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { batchBuckets, type Logger, type Metrics, noTelemetry, type Telemetry } from '@mtg/runtime'
import { parseRecordedCall, type RecordedCall } from '../domain/call-passage.ts'
import { type DeadLetterEntry, keepDeadLetters } from '../store/dead-letters.ts'
import { detailOf } from './detail.ts'
import { createObservations } from './observations.ts'
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
  readonly call: RecordedCall
}

/** Makes the ingest. */
export function createIngest({ db, recorder, log, metrics, telemetry = noTelemetry }: IngestDeps): Ingest {
  const deadLetters = metrics.counter('mtg_usage_dead_letters_total', 'Usage events kept as dead letters.', ['reason'])
  const observations = createObservations(db, log, metrics)
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
    const apart: unknown[] = []
    const known: RecordedCall[] = []
    const refuse = (event: unknown, error: AppError) => {
      dead.push(deadLetterOf(event, error))
      apart.push(event)
    }
    for (const event of events) {
      try {
        readable.push({ event, call: parseRecordedCall(event) })
      } catch (thrown) {
        refuse(event, toAppError(thrown))
        traces.end(event, toAppError(thrown))
      }
    }
    const outcomes = await recordTraced(readable, traces)
    for (const [index, { event, call }] of readable.entries()) {
      const outcome = outcomes[index] as RecordOutcome
      if (outcome instanceof AppError) refuse(event, outcome)
      else if (call.passage === undefined) apart.push(event)
      else if (outcome === 'duplicate') known.push(call)
      traces.end(event, outcome)
    }
    await keep(dead)
    await observations.keepApart(apart, known)
  }

  async function recordTraced(readable: readonly Readable[], traces: RecordTraces): Promise<RecordOutcome[]> {
    try {
      return await recorder.record(readable.map(({ call }) => call))
    } catch (thrown) {
      traces.failAll(toAppError(thrown).code)
      throw thrown
    }
  }

  return {
    async handle({ recorded, observed }) {
      await storeRecords(recorded)
      await observations.keep(observed)
    },
    async keepPoison({ subject, payload, reason }) {
      await keep([{ subject, payload, reason: 'invalid_record', detail: reason }])
    },
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

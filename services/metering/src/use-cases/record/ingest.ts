import { AppError, toAppError } from '@mtg/errors'
import { batchBuckets, type Logger, type Metrics, noTelemetry, type Telemetry } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { parseRecordedCall, type RecordedCall } from '../../domain/call-passage.ts'
import { type DeadLetterEntry, keepDeadLetters } from '../../store/dead-letters.ts'
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
  /** Has been tried so often that a record which still fails, whatever the reason, is to become a dead letter. */
  readonly isLast?: boolean
}

/** Stores events. */
export interface Ingest {
  /**
   * Resolves once every event is stored or kept as a dead letter: then it may be acknowledged. Rejects with
   * `database_error` when that was not possible: then all of it must come again. What fails for no fault of its own is a
   * reason to come again, too, unless it is the last time.
   */
  handle(batch: EventBatch): Promise<void>
  /** Keeps what could not even be read as an event. */
  keepPoison(message: { readonly subject: string; readonly payload: Buffer; readonly reason: string }): Promise<void>
}

/** What the ingest stands on. */
export interface IngestDeps {
  readonly db: Queryable
  readonly recorder: Recorder
  readonly log: Logger
  readonly metrics: Metrics
  readonly telemetry?: Telemetry
  /** Dead letters that are kept; more are only counted. */
  readonly deadLettersMax?: number
}

interface Readable {
  readonly event: unknown
  readonly call: RecordedCall
}

const DEAD_LETTERS_MAX = 10_000

/** Makes the ingest. */
export function createIngest({
  db,
  recorder,
  log,
  metrics,
  telemetry = noTelemetry,
  deadLettersMax = DEAD_LETTERS_MAX,
}: IngestDeps): Ingest {
  const deadLetters = metrics.counter('mtg_usage_dead_letters_total', 'Usage events that became dead letters.', [
    'reason',
  ])
  const unkept = metrics
    .counter('mtg_usage_dead_letters_unkept_total', 'Dead letters that were not kept, because there are too many.')
    .bind({})
  const observations = createObservations(db, log, metrics)
  const batches = metrics
    .histogram('mtg_usage_batch_records', 'Usage records stored together.', [], batchBuckets)
    .bind({})
  // Alerts watch them grow, so they are told before there is anything to count.
  for (const reason of ['invalid_record', 'invalid_timestamp', 'protocol_not_supported', 'internal_error'])
    deadLetters.bind({ reason })

  async function keep(entries: readonly DeadLetterEntry[]): Promise<void> {
    if (entries.length === 0) return
    unkept.inc(await keepDeadLetters(db, entries, deadLettersMax))
    for (const { reason } of entries) deadLetters.inc({ reason })
    log.warn({ count: entries.length, reason: entries[0]?.reason }, 'usage events became dead letters')
  }

  async function storeRecords(events: readonly unknown[], isLast: boolean): Promise<void> {
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
    const retryable = isLast ? undefined : outcomes.find(isOurFault)
    // The others are stored by now, and known when all of it comes again.
    if (retryable !== undefined) throw retryable
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
    async handle({ recorded, observed, isLast = false }) {
      await storeRecords(recorded, isLast)
      await observations.keep(observed)
    },
    async keepPoison({ subject, payload, reason }) {
      await keep([{ subject, payload, reason: 'invalid_record', detail: reason }])
    },
  }
}

/** Nothing that a record says is to blame: another time it may pass. */
function isOurFault(outcome: RecordOutcome): boolean {
  return outcome instanceof AppError && outcome.code === 'internal_error'
}

function deadLetterOf(event: unknown, error: AppError): DeadLetterEntry {
  return {
    subject: RECORDED_SUBJECT,
    payload: Buffer.from(JSON.stringify(event) ?? 'undefined'),
    reason: error.code,
    detail: detailOf(error),
  }
}

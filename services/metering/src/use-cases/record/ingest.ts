import { AppError, toAppError } from '@mtg/errors'
import { batchBuckets, type Logger, type Metrics, noTelemetry, type Telemetry } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { itemAt } from '@mtg/primitives'
import { digestsIn } from '../../domain/call-digests.ts'
import { parseRecordedCall, type RecordedCall } from '../../domain/call-passage.ts'
import { ownBuyersIn } from '../../domain/own-buyers.ts'
import { insertCallDigests } from '../../store/call-digests.ts'
import { noteOwnBuyers } from '../../store/quality.ts'
import { createDeadLetters, deadLetterOf } from './dead-letters.ts'
import type { NoteUse } from './key-uses.ts'
import { createObservations } from './observations.ts'
import type { Recorder, RecordOutcome } from './recorder.ts'
import { type RecordTraces, traceRecords } from './trace-records.ts'

/** Events of the bus, as they came. */
export interface EventBatch {
  readonly recorded: readonly unknown[]
  readonly observed: readonly unknown[]
  /** Has been tried so often that a record which still fails, whatever the reason, is to become a dead letter. */
  readonly isLast?: boolean
}

/** A message that could not even be read as an event. */
interface Poison {
  readonly subject: string
  readonly payload: Buffer
  readonly reason: string
}

/** What stores, counts and traces the events. */
export interface IngestDeps {
  readonly db: Queryable
  readonly recorder: Recorder
  readonly log: Logger
  readonly metrics: Metrics
  readonly telemetry?: Telemetry
  /** Dead letters that are kept; more are only counted. */
  readonly deadLettersMax?: number
  /** Told of each call's key. */
  readonly onUse?: NoteUse
}

/** Stores the events of the bus: records, dead letters, and how calls went. */
export interface Ingest {
  /**
   * Resolves once every event is stored or kept as a dead letter: then it may be acknowledged. Rejects with
   * `database_error` when that was not possible: then all of it must come again. What fails for no fault of its own is a
   * reason to come again, too, unless it is the last time.
   */
  handle(batch: EventBatch): Promise<void>
  /** Keeps what could not even be read as an event. */
  keepPoison(message: Poison): Promise<void>
}

/** Makes an ingest that stores with `recorder`. */
export function createIngest(deps: IngestDeps): Ingest {
  const { db, recorder, log, metrics, telemetry = noTelemetry, deadLettersMax, onUse } = deps
  const keepDeadLetters = createDeadLetters({ db, log, metrics, lettersMax: deadLettersMax })
  const observations = createObservations({ db, log, metrics, onUse })
  const batchSizes = metrics
    .histogram('mtg_usage_batch_records', 'Usage records stored together.', [], batchBuckets)
    .bind({})

  async function storeRecords(events: readonly unknown[], isLast: boolean): Promise<void> {
    if (events.length === 0) return
    batchSizes.observe(events.length)
    const traces = traceRecords(telemetry, events)
    const { readable, unreadable } = readEvents(events)
    for (const { event, error } of unreadable) traces.end(event, error)
    const recorded = await recordTraced(recorder, readable, traces)
    for (const { call } of readable) onUse?.(call.buyerId, call.keyId, call.occurredAt)
    for (const { event, outcome } of recorded) traces.end(event, outcome)
    const retryable = isLast ? undefined : recorded.map(({ outcome }) => outcome).find(isOurFault)
    // The others are stored by now, and known when all of it comes again.
    if (retryable !== undefined) throw retryable
    await insertCallDigests(db, recorded.flatMap(digestsOf))
    const refused = [...unreadable, ...recorded.flatMap(refusalIn)]
    await keepDeadLetters(refused.map(({ event, error }) => deadLetterOf(event, error)))
    const apart = [...refused, ...recorded.filter(isWithoutPassage)].map(({ event }) => event)
    await observations.keepApart(
      apart,
      recorded.filter(isKnownBefore).map(({ call }) => call),
    )
  }

  return {
    async handle({ recorded, observed, isLast = false }) {
      await noteOwnBuyers(db, ownBuyersIn([...recorded, ...observed]))
      await storeRecords(recorded, isLast)
      await observations.keep(observed)
    },
    async keepPoison({ subject, payload, reason }) {
      await keepDeadLetters([{ subject, payload, reason: 'invalid_record', detail: reason }])
    },
  }
}

/** An event that has a record in it. */
interface Readable {
  readonly event: unknown
  readonly call: RecordedCall
}

/** An event whose record was tried to be stored. */
interface Tried extends Readable {
  readonly outcome: RecordOutcome
}

/** An event that has no record in it, or one that is refused. */
interface Refused {
  readonly event: unknown
  readonly error: AppError
}

function readEvents(events: readonly unknown[]): { readable: Readable[]; unreadable: Refused[] } {
  const readable: Readable[] = []
  const unreadable: Refused[] = []
  for (const event of events) {
    try {
      readable.push({ event, call: parseRecordedCall(event) })
    } catch (thrown) {
      unreadable.push({ event, error: toAppError(thrown) })
    }
  }
  return { readable, unreadable }
}

async function recordTraced(recorder: Recorder, readable: readonly Readable[], traces: RecordTraces): Promise<Tried[]> {
  try {
    const outcomes = await recorder.record(readable.map(({ call }) => call))
    return readable.map(({ event, call }, index) => ({ event, call, outcome: itemAt(outcomes, index) }))
  } catch (thrown) {
    traces.failAll(toAppError(thrown).code)
    throw thrown
  }
}

/** Nothing that a record says is to blame: another time it may pass. */
const isOurFault = (outcome: RecordOutcome): outcome is AppError =>
  outcome instanceof AppError && outcome.code === 'internal_error'

const refusalIn = ({ event, outcome }: Tried): Refused[] =>
  outcome instanceof AppError ? [{ event, error: outcome }] : []

function digestsOf({ event, call: { callId }, outcome }: Tried) {
  const digests = outcome instanceof AppError ? undefined : digestsIn(event)
  return digests === undefined ? [] : [{ callId, digests }]
}

const isWithoutPassage = ({ call, outcome }: Tried) => !(outcome instanceof AppError) && call.passage === undefined

/** Its record came before, and may lack how the call went. */
const isKnownBefore = ({ call, outcome }: Tried) => outcome === 'duplicate' && call.passage !== undefined

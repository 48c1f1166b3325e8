import { isPackedStages, unpackStages } from '@mtg/events'
import type { CallObservation } from './call-observation.ts'
import { readCanonicalRecord } from './canonical-record.ts'
import { isInteger, isText } from './fields.ts'
import { parseUsageRecord, type UsageRecord } from './usage-record.ts'

/** How a charged call went: what its observation says besides its record. */
export interface CallPassage {
  readonly code: string
  readonly status: number
  /** Packed. */
  readonly stages: string
}

/** A record that was sent along with how its call went. */
export interface RecordedCall extends UsageRecord {
  readonly passage?: CallPassage | undefined
}

const CODE_LENGTH_MAX = 100
const STATUS_MAX = 999
const STAGES_LENGTH_MAX = 8000

/** Whether an event tells how its call went; those of older edges and of the reconciler do not. */
export function hasPassage(event: unknown): event is Readonly<Record<string, unknown>> {
  return typeof event === 'object' && event !== null && 'stages' in event && event.stages !== undefined
}

/** A record, and how its call went, out of an event; throws what `parseUsageRecord` throws. */
export function parseRecordedCall(event: unknown): RecordedCall {
  if (!hasPassage(event)) return parseUsageRecord(event)
  return { ...(readCanonicalRecord(event) ?? parseUsageRecord(event)), passage: readPassage(event) }
}

/** How the call of an event went; undefined when that cannot be read. */
function readPassage({ code, status, stages }: Readonly<Record<string, unknown>>): CallPassage | undefined {
  const isReadable =
    isText(code, CODE_LENGTH_MAX) &&
    isInteger(status, 0, STATUS_MAX) &&
    isPackedStages(stages) &&
    stages.length <= STAGES_LENGTH_MAX
  return isReadable ? { code, status, stages } : undefined
}

/** The event of a charged call as an observation of it, unchecked: for where its record was not stored along with it. */
export function observedEvent(event: Readonly<Record<string, unknown>>): unknown {
  const { publisherUsername, appName, occurredAt, durationMs, stages } = event
  const areNames = typeof publisherUsername === 'string' && typeof appName === 'string'
  return {
    ...event,
    app: areNames ? `${publisherUsername}/${appName}` : undefined,
    startedAt: startOf(occurredAt, durationMs),
    stages: isPackedStages(stages) ? unpackStages(stages) : undefined,
  }
}

/** Never converts what is neither text nor number: an object may bring a `toString` that fails. */
function startOf(occurredAt: unknown, durationMs: unknown): string | undefined {
  if (typeof occurredAt !== 'string' || typeof durationMs !== 'number') return undefined
  const startedAt = new Date(Date.parse(occurredAt) - durationMs)
  return Number.isNaN(startedAt.getTime()) ? undefined : startedAt.toISOString()
}

/** The observation of a recorded call. */
export function observationOf(record: UsageRecord, { code, status, stages }: CallPassage): CallObservation {
  const { callId, buyerId, keyId, adapter, operation, name, chargedMicros } = record
  const startedAtMs = Date.parse(record.occurredAt) - record.durationMs
  return {
    callId,
    startedAt: new Date(startedAtMs).toISOString(),
    buyerId,
    keyId,
    app: `${record.publisherUsername}/${record.appName}`,
    adapter,
    operation,
    name,
    code,
    status,
    chargedMicros,
    stages: unpackStages(stages),
  }
}

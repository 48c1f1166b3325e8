import { type metering } from '@mtg/contracts'
import { fromBigint, fromTimestamp, toTimestamp } from '@mtg/rpc'
import type { CallObservation } from '../domain/call-observation.ts'
import type { UsageRecord } from '../domain/usage-record.ts'

/** A record for the wire. */
export function toWireRecord(record: UsageRecord): metering.UsageRecord {
  const { keyId, chargedMicros, totalTokens, occurredAt, ...same } = record
  return {
    ...same,
    keyId: keyId ?? '',
    occurredAt: toTimestamp(new Date(occurredAt)),
    chargedMicros: fromBigint(chargedMicros),
    totalTokens: fromBigint(totalTokens),
  }
}

/** A record from the wire in the shape that events have, still unchecked. */
export function fromWireRecord(record: metering.UsageRecord__Output | null): unknown {
  if (record === null) return undefined
  const time = fromTimestamp(record.occurredAt)
  const isReadable = time !== undefined && !Number.isNaN(time.getTime())
  return { ...record, occurredAt: isReadable ? time.toISOString() : undefined }
}

/** An observation for the wire. */
export function toWireObservation(observation: CallObservation): metering.CallObservation {
  const { buyerId, keyId, chargedMicros, startedAt, stages, ...same } = observation
  return {
    ...same,
    buyerId: buyerId ?? '',
    keyId: keyId ?? '',
    startedAt: toTimestamp(new Date(startedAt)),
    chargedMicros: fromBigint(chargedMicros),
    stages: stages.map(({ name, durationUs, note }) => ({ name, durationUs: String(durationUs), note })),
  }
}

import { type metering } from '@mtg/contracts'
import { fromBigint, fromTimestamp, toTimestamp } from '@mtg/rpc'
import type { CallObservation } from '../domain/call-observation.ts'
import type { UsageRecord } from '../domain/usage-record.ts'
import type { CallSummary } from '../store/calls.ts'
import type { DeadLetter } from '../store/dead-letters.ts'
import type { UsageSum } from '../store/usage-sums.ts'
import type { UsageTotal } from '../store/usage-totals.ts'
import type { KnownCall } from '../use-cases/find-call.ts'

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

/** What is known of a call, for the wire. */
export function toWireCall({ record, observation, digests }: KnownCall): metering.GetCallResponse {
  return {
    record: record === undefined ? null : toWireRecord(record),
    observation: observation === undefined ? null : toWireObservation(observation),
    digests: digests ?? null,
  }
}

function toWireObservation(observation: CallObservation): metering.CallObservation {
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

/** Sums of one app, for the wire. */
export function toWireTotal(total: UsageTotal): metering.UsageTotal {
  return {
    app: `${total.publisherUsername}/${total.appName}`,
    callCount: fromBigint(total.callCount),
    chargedMicros: fromBigint(total.chargedMicros),
    totalTokens: fromBigint(total.totalTokens),
  }
}

/** The sum of one group, for the wire. */
export function toWireSum({ group, callCount, chargedMicros, totalTokens }: UsageSum): metering.UsageSum {
  return {
    group,
    callCount: fromBigint(callCount),
    chargedMicros: fromBigint(chargedMicros),
    totalTokens: fromBigint(totalTokens),
  }
}

/** A call of a list, for the wire. */
export function toWireSummary({ at, keyId, chargedMicros, ...same }: CallSummary): metering.CallSummary {
  return { ...same, at: toTimestamp(at), keyId: keyId ?? '', chargedMicros: fromBigint(chargedMicros) }
}

/** A dead letter for the wire. */
export function toWireLetter({ id, firstSeenAt, lastSeenAt, ...same }: DeadLetter): metering.DeadLetter {
  return {
    ...same,
    deadLetterId: fromBigint(id),
    payloadBytes: String(same.payloadBytes),
    firstSeenAt: toTimestamp(firstSeenAt),
    lastSeenAt: toTimestamp(lastSeenAt),
  }
}

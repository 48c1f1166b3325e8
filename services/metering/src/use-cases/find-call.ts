import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import type { BuyerId, CallId } from '@mtg/primitives'
import type { CallDigests } from '../domain/call-digests.ts'
import type { CallObservation } from '../domain/call-observation.ts'
import { observationOf } from '../domain/call-passage.ts'
import type { UsageRecord } from '../domain/usage-record.ts'
import { findCallDigests } from '../store/call-digests.ts'
import { findObservation } from '../store/observations.ts'
import { findPassage } from '../store/passages.ts'
import { findUsage } from '../store/usage-records.ts'

/** What is known of a call: its record, how it went, or both. */
export interface KnownCall {
  readonly record: UsageRecord | undefined
  readonly observation: CallObservation | undefined
  /** Undefined unless it has a record, and its key asked for them. */
  readonly digests: CallDigests | undefined
}

/** The usage record of a call, and how it went; `not_found` when neither is there, or it is not that buyer's. */
export async function findCall(db: Queryable, callId: CallId, buyerId?: BuyerId): Promise<KnownCall> {
  const [record, passage, apart, digests] = await Promise.all([
    findUsage(db, callId),
    findPassage(db, callId),
    findObservation(db, callId),
    findCallDigests(db, callId),
  ])
  const observation = record && passage ? observationOf(record, passage) : apart
  const isTheirs = buyerId === undefined || (record?.buyerId ?? observation?.buyerId) === buyerId
  if ((record === undefined && observation === undefined) || !isTheirs) {
    throw appError('not_found', { message: 'Nothing is known of a call with that id.', detail: { callId } })
  }
  return { record, observation, digests: record && digests }
}

import { type metering } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { uuidOf } from '@mtg/rpc'
import { observationOf } from '../domain/call-passage.ts'
import { findObservation } from '../store/observations.ts'
import { findPassage } from '../store/passages.ts'
import { findUsage } from '../store/usage-records.ts'
import { toWireObservation, toWireRecord } from './wire.ts'

/** GetCall: the usage record of a call, and how it went. */
export function getCall(db: Queryable) {
  return async (request: metering.GetCallRequest__Output): Promise<metering.GetCallResponse> => {
    const callId = uuidOf(request.callId, 'call_id')
    const [record, passage, apart] = await Promise.all([
      findUsage(db, callId),
      findPassage(db, callId),
      findObservation(db, callId),
    ])
    const observation = record && passage ? observationOf(record, passage) : apart
    if (record === undefined && observation === undefined) {
      throw appError('not_found', { message: 'Nothing is known of a call with that id.', detail: { callId } })
    }
    return {
      record: record === undefined ? null : toWireRecord(record),
      observation: observation === undefined ? null : toWireObservation(observation),
    }
  }
}

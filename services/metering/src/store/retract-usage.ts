import type { Queryable } from '@mtg/postgres'
import { observationOf } from '../domain/call-passage.ts'
import { insertObservations } from './observations.ts'
import { findPassage } from './passages.ts'
import { findUsage } from './usage-records.ts'

const FIND = { name: 'find-recorded', text: 'SELECT call_id FROM usage_records WHERE call_id = ANY ($1::uuid[])' }
const RETRACT = { name: 'retract-usage', text: 'SELECT retract_usage($1) AS was_there' }

/**
 * Takes the records of calls away, and what they added to the sums; answers with how many there were. One by one: each holds
 * one hour and one day, so that nothing that is being stored can wait for it in a circle.
 */
export async function retractUsage(db: Queryable, callIds: readonly string[]): Promise<number> {
  let count = 0
  for (const { call_id: callId } of await db.query<{ call_id: string }>(FIND, [callIds])) {
    await keepObservation(db, callId)
    const [row] = await db.query<{ was_there: boolean }>(RETRACT, [callId])
    if (row?.was_there === true) count += 1
  }
  return count
}

/** How a call went is found by its record: what is still to be seen when that is gone has to be stored on its own. */
async function keepObservation(db: Queryable, callId: string): Promise<void> {
  const [record, passage] = await Promise.all([findUsage(db, callId), findPassage(db, callId)])
  if (record !== undefined && passage !== undefined) await insertObservations(db, [observationOf(record, passage)])
}

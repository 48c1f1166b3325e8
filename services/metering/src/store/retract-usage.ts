import type { Queryable } from '@mtg/postgres'
import { observationOf } from '../domain/call-passage.ts'
import { insertObservations } from './observations.ts'
import { findPassage } from './passages.ts'
import { findUsage } from './usage-records.ts'

const FIND = { name: 'find-recorded', text: 'SELECT call_id FROM usage_records WHERE call_id = ANY ($1::uuid[])' }
const RETRACT = { name: 'retract-usages', text: 'SELECT retract_usages($1::uuid[]) AS count' }
const STATEMENT_CALLS_MAX = 1000

/** Takes the records of calls away, and what they added to the sums; answers with how many there were. */
export async function retractUsage(
  db: Queryable,
  callIds: readonly string[],
  { unknown }: { readonly unknown: boolean },
): Promise<number> {
  let count = 0
  for (let start = 0; start < callIds.length; start += STATEMENT_CALLS_MAX) {
    const chunk = callIds.slice(start, start + STATEMENT_CALLS_MAX)
    if (!unknown) await keepObservations(db, chunk)
    const [row] = await db.query<{ count: number }>(RETRACT, [chunk])
    count += row?.count ?? 0
  }
  return count
}

/** How a call went is found by its record: what is still to be seen when that is gone has to be stored on its own. */
async function keepObservations(db: Queryable, callIds: readonly string[]): Promise<void> {
  for (const { call_id: callId } of await db.query<{ call_id: string }>(FIND, [callIds])) {
    const [record, passage] = await Promise.all([findUsage(db, callId), findPassage(db, callId)])
    if (record !== undefined && passage !== undefined) await insertObservations(db, [observationOf(record, passage)])
  }
}

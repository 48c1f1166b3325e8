import type { Queryable } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import { observationOf } from '../domain/call-passage.ts'
import { insertObservations } from '../store/observations.ts'
import { findPassage } from '../store/passages.ts'
import { findRecordedCalls, removeRecords } from '../store/recorded-calls.ts'
import { findUsage } from '../store/usage-records.ts'

const STATEMENT_CALLS_MAX = 1000

/**
 * Takes the records of calls away, and what they added to the sums; answers with how many there were. How the calls went is kept,
 * unless billing does not know them.
 */
export async function retractUsage(
  db: Queryable,
  callIds: readonly CallId[],
  { areUnknown }: { readonly areUnknown: boolean },
): Promise<number> {
  let count = 0
  for (let start = 0; start < callIds.length; start += STATEMENT_CALLS_MAX) {
    const chunk = callIds.slice(start, start + STATEMENT_CALLS_MAX)
    if (!areUnknown) await keepObservations(db, chunk)
    count += await removeRecords(db, chunk, { areRefunds: !areUnknown })
  }
  return count
}

/** How a call went is found by its record: what is still to be seen when that is gone has to be stored on its own. */
async function keepObservations(db: Queryable, callIds: readonly CallId[]): Promise<void> {
  for (const callId of await findRecordedCalls(db, callIds)) {
    const [record, passage] = await Promise.all([findUsage(db, callId), findPassage(db, callId)])
    if (record === undefined || passage === undefined) continue
    await insertObservations(db, [observationOf(record, passage)], true)
  }
}

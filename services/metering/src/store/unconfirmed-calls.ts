import type { Queryable } from '@mtg/postgres'
import type { CallId, Uuid } from '@mtg/primitives'
import { LOWEST_UUID } from './lowest-uuid.ts'

const LIST = {
  name: 'list-unconfirmed',
  text: 'SELECT call_id FROM unconfirmed_usage WHERE call_id > $1 ORDER BY call_id LIMIT $2',
}

/** Ids of calls of another time that nobody has confirmed, in order: the first ones, or those behind one of them. */
export async function listUnconfirmed(db: Queryable, after: Uuid | undefined, limit: number): Promise<CallId[]> {
  const rows = await db.query<{ call_id: CallId }>(LIST, [after ?? LOWEST_UUID, limit])
  return rows.map(row => row.call_id)
}

const CONFIRM = {
  name: 'confirm-calls',
  text: 'DELETE FROM unconfirmed_usage WHERE call_id = ANY ($1::uuid[]) RETURNING 1',
}

/** Notes that these calls are known; answers with how many were not confirmed before. */
export async function confirmCalls(db: Queryable, callIds: readonly CallId[]): Promise<number> {
  return (await db.query(CONFIRM, [callIds])).length
}

import type { Queryable } from '@mtg/postgres'

const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

const LIST = {
  name: 'list-unconfirmed',
  text: 'SELECT call_id FROM unconfirmed_usage WHERE call_id > $1 ORDER BY call_id LIMIT $2',
}

/** Ids of calls of another time that nobody has confirmed, in order, behind one of them. */
export async function listUnconfirmed(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ call_id: string }>(LIST, [after === '' ? LOWEST_UUID : after, limit])
  return rows.map(row => row.call_id)
}

const CONFIRM = {
  name: 'confirm-calls',
  text: 'DELETE FROM unconfirmed_usage WHERE call_id = ANY ($1::uuid[]) RETURNING 1',
}

/** Notes that these calls are known; answers with how many were not confirmed before. */
export async function confirmCalls(db: Queryable, callIds: readonly string[]): Promise<number> {
  return (await db.query(CONFIRM, [callIds])).length
}

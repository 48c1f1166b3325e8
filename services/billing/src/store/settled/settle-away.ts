import type { Queryable } from '@mtg/postgres'

/** One step through the calls that were settled a while ago. */
export interface SettledAway {
  /** Calls that left the tables of the call path, with their journal entries. */
  readonly movedCount: number
  /** From which call id to go on; undefined at the end. */
  readonly nextId: string | undefined
}

const AWAY = {
  name: 'settle-away',
  text: `SELECT moved, next_id FROM settle_away($1 * interval '1 millisecond', $2::uuid, $3::int)`,
}

/** Where a walk through all calls begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Moves calls that were settled longer ago than that, from an id on, at most so many; see `settle_away` in the migration. */
export async function settleAway(
  db: Queryable,
  keptHotMs: number,
  fromId: string,
  limit: number,
): Promise<SettledAway> {
  const [row] = await db.query<{ moved: number; next_id: string | null }>(AWAY, [keptHotMs, fromId, limit])
  return { movedCount: row?.moved ?? 0, nextId: row?.next_id ?? undefined }
}

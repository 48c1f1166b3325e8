import type { Queryable } from '@mtg/postgres'

const FORGET = { name: 'forget-app-days', text: 'SELECT forget_app_days($1::int) AS removed' }

/** Forgets sums of apps of days that nobody looks back on any more; answers with how many there were. */
export async function forgetAppDays(db: Queryable, limit: number): Promise<number> {
  const [row] = await db.query<{ removed: number }>(FORGET, [limit])
  return row?.removed ?? 0
}

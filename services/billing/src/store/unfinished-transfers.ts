import type { Queryable } from '@mtg/postgres'

const COUNT = {
  name: 'count-unfinished-transfers',
  text: `
    SELECT (SELECT count(*) FROM reversals WHERE state = 'requested' AND created_at < clock_timestamp() - $1 * interval '1 millisecond')
         + (SELECT count(*) FROM payouts WHERE state = 'requested' AND created_at < clock_timestamp() - $1 * interval '1 millisecond') AS unfinished`,
}

/** How many refunds and payouts were asked for longer ago than that, and are not confirmed by the processor. */
export async function countUnfinishedTransfers(db: Queryable, afterMs: number): Promise<number> {
  const [row] = await db.query<{ unfinished: string }>(COUNT, [afterMs])
  return Number(row?.unfinished ?? 0)
}

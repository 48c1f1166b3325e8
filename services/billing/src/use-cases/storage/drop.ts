import type { Archive } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import type { Reach } from '../../domain/failpoints.ts'
import { dropPeriod, listDroppable, listPeriods } from '../../store/settled/periods.ts'
import { verifyPeriod } from './verify-period.ts'

/** Drops months that ended so many months ago, the oldest first, once rows and files were proven to be what was sealed. */
export async function dropDue(
  db: Queryable,
  archive: Archive,
  endedForMonths: number,
  reach: Reach,
): Promise<string[]> {
  const dropped: string[] = []
  const periods = new Map((await listPeriods(db)).map(period => [period.month, period]))
  for (const month of await listDroppable(db, endedForMonths)) {
    const period = periods.get(month)
    if (period === undefined) continue
    const breaches = await verifyPeriod(db, archive, period)
    if (breaches.length > 0) throw new Error(breaches.join('; '))
    await dropPeriod(db, month, endedForMonths)
    reach('period_dropped')
    dropped.push(month)
  }
  return dropped
}

import type { Archive } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import { dropMonth, listDroppable } from '../../store/sealed-months.ts'
import { verifyMonth } from './verify-month.ts'

/**
 * Drops sealed months of which so many whole ones are not kept, the oldest first, once records and files were proven to be what was
 * sealed. Where there is an archive, only what lies in it is dropped; where there is none, the seal is what stays.
 */
export async function dropDue(db: Queryable, archive: Archive | undefined, keptMonths: number): Promise<string[]> {
  const dropped: string[] = []
  const terms = { keptMonths, exportedOnly: archive !== undefined }
  for (const month of await listDroppable(db, terms)) {
    const breaches = (await verifyMonth(db, archive, month)) ?? []
    if (breaches.length > 0) throw new Error(breaches.join('; '))
    await dropMonth(db, month, terms)
    dropped.push(month)
  }
  return dropped
}

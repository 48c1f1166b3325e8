import type { Database } from '@mtg/postgres'
import { findRollUpMark, lockRollUp, sumEntries } from '../../store/ledger/roll-up.ts'

const ENTRIES_MAX = 200_000n

/**
 * Adds new journal entries to the hourly sums of their accounts, so that what a publisher is owed is known without reading
 * all its calls, and without a balance that every call would have to lock.
 */
export async function rollUpJournal(db: Database): Promise<void> {
  const mark = await findRollUpMark(db)
  while (!(await rollUpTowards(db, mark)));
}

/** Sums up a bounded number of entries; true once the mark is reached. */
function rollUpTowards(db: Database, mark: bigint): Promise<boolean> {
  return db.transaction(async tx => {
    const last = await lockRollUp(tx)
    if (last >= mark) return true
    const next = last + ENTRIES_MAX < mark ? last + ENTRIES_MAX : mark
    await sumEntries(tx, last, next)
    return next === mark
  })
}

import type { Database } from '@mtg/postgres'

const ENTRIES_MAX = 200_000

const MARK = { name: 'journal-mark', text: 'SELECT journal_mark() AS mark' }

const LOCK = { name: 'lock-roll-up', text: 'SELECT entry_id FROM roll_up FOR UPDATE' }

const SUM = {
  name: 'sum-entries',
  text: `
    INSERT INTO account_hours (account_type, owner, hour, kind, credited_micros, debited_micros, entry_count)
    SELECT account_type, coalesce(owner, '00000000-0000-0000-0000-000000000000'), date_trunc('hour', created_at, 'UTC'), kind,
           sum(credited), sum(debited), count(*)
    FROM (
      SELECT credit_type AS account_type, credit_owner AS owner, created_at, kind, amount_micros AS credited, 0 AS debited
        FROM journal WHERE id > $1 AND id <= $2
      UNION ALL
      SELECT debit_type, debit_owner, created_at, kind, 0, amount_micros FROM journal WHERE id > $1 AND id <= $2
    ) AS legs WHERE account_type <> 'wallet' GROUP BY 1, 2, 3, 4
    ON CONFLICT (account_type, owner, hour, kind) DO UPDATE SET
      credited_micros = account_hours.credited_micros + excluded.credited_micros,
      debited_micros = account_hours.debited_micros + excluded.debited_micros,
      entry_count = account_hours.entry_count + excluded.entry_count`,
}

const ADVANCE = { name: 'advance-roll-up', text: 'UPDATE roll_up SET entry_id = $1' }

/**
 * Adds new journal entries to the hourly sums of their accounts, so that what a publisher is owed is known without reading
 * all its calls, and without a balance that every call would have to lock.
 */
export async function rollUpJournal(db: Database): Promise<void> {
  const [row] = await db.query<{ mark: string }>(MARK)
  const mark = BigInt(row?.mark ?? 0)
  while (!(await rollUpTo(db, mark)));
}

/** Sums a bounded number of entries; answers whether the mark was reached. */
function rollUpTo(db: Database, mark: bigint): Promise<boolean> {
  return db.transaction(async tx => {
    const [row] = await tx.query<{ entry_id: string }>(LOCK)
    const from = BigInt(row?.entry_id ?? 0)
    if (from >= mark) return true
    const to = from + BigInt(ENTRIES_MAX) < mark ? from + BigInt(ENTRIES_MAX) : mark
    await tx.query(SUM, [from.toString(), to.toString()])
    await tx.query(ADVANCE, [to.toString()])
    return to === mark
  })
}

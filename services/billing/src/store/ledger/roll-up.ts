import type { Queryable } from '@mtg/postgres'

const MARK = { name: 'journal-mark', text: 'SELECT journal_mark() AS mark' }

/** The newest entry below which none can appear any more: up to it may be summed up. */
export async function findRollUpMark(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ mark: string }>(MARK)
  return BigInt(row?.mark ?? 0)
}

const LOCK = { name: 'lock-roll-up', text: 'SELECT entry_id FROM roll_up FOR UPDATE' }

/** The last entry that was summed up. Nobody else sums up until the transaction ends. */
export async function lockRollUp(tx: Queryable): Promise<bigint> {
  const [row] = await tx.query<{ entry_id: string }>(LOCK)
  return BigInt(row?.entry_id ?? 0)
}

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

/** Adds the entries after one, up to another one, to the hourly sums, and notes how far they reach now. */
export async function sumEntries(tx: Queryable, afterId: bigint, toId: bigint): Promise<void> {
  await tx.query(SUM, [afterId.toString(), toId.toString()])
  await tx.query(ADVANCE, [toId.toString()])
}

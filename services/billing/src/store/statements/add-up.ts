import type { Queryable } from '@mtg/postgres'
import type { Month, StatementAccount, StatementLine } from '../../domain/monthly-statement.ts'

/** What moved an account in a month, and what it holds now without what came later. */
export interface AddedUp {
  readonly closingMicros: bigint
  readonly lines: readonly StatementLine[]
}

interface Row extends Record<string, unknown> {
  readonly kind: string | null
  readonly app: string | null
  readonly entry_count: string | null
  readonly amount: string | null
  readonly closing: string
}

// $1 type, $2 owner, $3 from, $4 to, both the first moment of a month. One statement, one snapshot: entries that settle away meanwhile are
// seen once, in the journal or in the sums. The balance is a wallet's own, which the books prove equal to the journal; a publisher's is its
// hourly sums and what was not summed up yet.
const ADD_UP = {
  name: 'add-up-month',
  text: `
    WITH fresh AS (
      SELECT kind, call_id, created_at >= $4::timestamptz AS is_later, -amount_micros AS amount FROM journal
      WHERE debit_owner = $2 AND debit_type = $1::account_type AND created_at >= $3
      UNION ALL
      SELECT kind, call_id, created_at >= $4::timestamptz, amount_micros FROM journal
      WHERE credit_owner = $2 AND credit_type = $1::account_type AND created_at >= $3
    ), parts AS MATERIALIZED (
      SELECT fresh.kind, called.app_id, is_later, 1 AS entry_count, amount
      FROM fresh LEFT JOIN reservations AS called ON called.call_id = fresh.call_id
      UNION ALL
      SELECT kind, app_id, month >= ($4::timestamptz AT TIME ZONE 'UTC')::date, entry_count, credited_micros - debited_micros FROM settled_months
      WHERE account_type = $1::account_type AND owner = $2 AND month >= ($3::timestamptz AT TIME ZONE 'UTC')::date
    ), lines AS (
      SELECT kind, app_id, sum(entry_count) AS entry_count, sum(amount) AS amount
      FROM parts WHERE NOT is_later GROUP BY 1, 2 HAVING sum(entry_count) > 0
    ), balance AS (
      SELECT coalesce(sum(amount), 0) AS amount FROM (
        SELECT posted AS amount FROM wallets WHERE $1 = 'wallet' AND buyer_id = $2
        UNION ALL
        SELECT credited_micros - debited_micros FROM account_hours
        WHERE $1 <> 'wallet' AND account_type = $1::account_type AND owner = $2
        UNION ALL
        SELECT amount_micros FROM journal
        WHERE $1 <> 'wallet' AND credit_owner = $2 AND credit_type = $1::account_type AND id > (SELECT entry_id FROM roll_up)
        UNION ALL
        SELECT -amount_micros FROM journal
        WHERE $1 <> 'wallet' AND debit_owner = $2 AND debit_type = $1::account_type AND id > (SELECT entry_id FROM roll_up)
      ) AS parts
    )
    SELECT lines.kind, publisher.username || '/' || app.name AS app, lines.entry_count, lines.amount,
           balance.amount - (SELECT coalesce(sum(amount), 0) FROM parts WHERE is_later) AS closing
    FROM balance LEFT JOIN lines ON true
    LEFT JOIN apps AS app ON app.id = lines.app_id LEFT JOIN publishers AS publisher ON publisher.id = app.publisher_id`,
}

/** Adds up a month from the journal. */
export async function addUpMonth(db: Queryable, { type, owner }: StatementAccount, month: Month): Promise<AddedUp> {
  const rows = await db.query<Row>(ADD_UP, [type, owner, month.from, month.to])
  const lines = rows.flatMap(({ kind, app, entry_count: entryCount, amount }) =>
    kind === null || entryCount === null || amount === null
      ? []
      : [{ kind, app: app ?? '', entryCount: BigInt(entryCount), amountMicros: BigInt(amount) }],
  )
  return { closingMicros: BigInt(rows[0]?.closing ?? 0), lines }
}

const FIRST = {
  name: 'first-entry-of-account',
  text: `
    SELECT least(
      (SELECT min(created_at) FROM (SELECT created_at FROM all_entries
        WHERE debit_owner = $2 AND debit_type = $1::account_type ORDER BY id LIMIT 1) AS debits),
      (SELECT min(created_at) FROM (SELECT created_at FROM all_entries
        WHERE credit_owner = $2 AND credit_type = $1::account_type ORDER BY id LIMIT 1) AS credits),
      (SELECT min(month)::timestamptz FROM statements WHERE account_type = $1::account_type AND owner = $2)) AS at,
      clock_timestamp() AS now`,
}

/** When the first entry that is still kept, or the first statement of the account was made; and what time it is. */
export async function firstEntryOf(
  db: Queryable,
  { type, owner }: StatementAccount,
): Promise<{ readonly at: Date | null; readonly now: Date }> {
  const [row] = await db.query<{ at: Date | null; now: Date }>(FIRST, [type, owner])
  if (row === undefined) throw new Error('the database answered without a row')
  return row
}

import type { Queryable } from '@mtg/postgres'
import type { KindSum, TypeBalance } from '../../domain/journal.ts'

interface Row extends Record<string, unknown> {
  kind: string
  entry_count: string
  credited: string
  debited: string
}

// Hours that were summed up, and single entries after them: one snapshot, so that nothing is counted twice or not at all.
const SUMS = {
  name: 'publisher-sums',
  text: `
    SELECT kind, sum(entry_count)::bigint AS entry_count, sum(credited)::bigint AS credited, sum(debited)::bigint AS debited
    FROM (
      SELECT kind, entry_count, credited_micros AS credited, debited_micros AS debited FROM account_hours
      WHERE account_type = 'publisher_payable' AND owner = $1
        AND ($2::timestamptz IS NULL OR hour >= $2) AND ($3::timestamptz IS NULL OR hour < $3)
      UNION ALL
      SELECT kind, 1, amount_micros, 0 FROM journal
      WHERE credit_owner = $1 AND credit_type = 'publisher_payable' AND id > (SELECT entry_id FROM roll_up)
        AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
      UNION ALL
      SELECT kind, 1, 0, amount_micros FROM journal
      WHERE debit_owner = $1 AND debit_type = 'publisher_payable' AND id > (SELECT entry_id FROM roll_up)
        AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
    ) AS moved GROUP BY kind ORDER BY kind`,
}

/** What moved a publisher's payable account, by kind, between two full hours; left out: from the beginning, up to now. */
export async function sumPayable(
  db: Queryable,
  publisherId: string,
  period: { readonly from?: Date; readonly to?: Date } = {},
): Promise<KindSum[]> {
  const rows = await db.query<Row>(SUMS, [publisherId, period.from ?? null, period.to ?? null])
  return rows.map(row => ({
    kind: row.kind,
    entryCount: BigInt(row.entry_count),
    creditedMicros: BigInt(row.credited),
    debitedMicros: BigInt(row.debited),
  }))
}

const BALANCES = {
  name: 'account-balances',
  text: `
    SELECT account_type, sum(amount)::bigint AS balance FROM (
      SELECT 'wallet'::account_type AS account_type, sum(posted) AS amount FROM wallets
      UNION ALL SELECT account_type, credited_micros - debited_micros FROM account_hours
      UNION ALL SELECT credit_type, amount_micros FROM journal
        WHERE credit_type <> 'wallet' AND id > (SELECT entry_id FROM roll_up)
      UNION ALL SELECT debit_type, -amount_micros FROM journal
        WHERE debit_type <> 'wallet' AND id > (SELECT entry_id FROM roll_up)
    ) AS moved WHERE amount IS NOT NULL GROUP BY account_type ORDER BY account_type`,
}

/** The balance of all accounts of each type; together they are zero. */
export async function listBalances(db: Queryable): Promise<TypeBalance[]> {
  const rows = await db.query<{ account_type: string; balance: string }>(BALANCES)
  return rows.map(row => ({ accountType: row.account_type, balanceMicros: BigInt(row.balance) }))
}

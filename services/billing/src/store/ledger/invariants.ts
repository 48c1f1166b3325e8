/** A money invariant: a query whose every row is a breach, in words. */
export interface Invariant {
  readonly name: string
  readonly description: string
  /** Answers rows with one text column, `breach`. */
  readonly sql: string
}

/** Every invariant of the money (design "Money cannot leak"), as queries that find nothing while all is well. */
export const invariants: readonly Invariant[] = [
  {
    name: 'held_within_posted',
    description: '0 <= held <= posted for every wallet',
    sql: `SELECT format('wallet %s: posted %s, held %s', buyer_id, posted, held) AS breach
          FROM wallets WHERE NOT (0 <= held AND held <= posted)`,
  },
  {
    name: 'journal_balances',
    description: 'every journal entry moves a positive amount between two accounts, so all accounts add up to zero',
    sql: `SELECT format('entry %s: %s from %s to %s', id, amount_micros, debit_type, credit_type) AS breach
          FROM journal WHERE amount_micros <= 0 OR (debit_type = credit_type AND debit_owner IS NOT DISTINCT FROM credit_owner)`,
  },
  {
    name: 'journal_append_only',
    description: 'the triggers that refuse changes to the journal are on',
    sql: `SELECT format('trigger %s is off or missing', wanted.name) AS breach
          FROM (VALUES ('journal_append_only'), ('journal_no_truncate')) AS wanted (name)
          WHERE NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = wanted.name AND tgrelid = 'journal'::regclass AND tgenabled = 'O')`,
  },
  {
    name: 'posted_equals_journal',
    description: 'posted of every wallet is what the journal brought in minus what it took out',
    sql: `WITH moved AS (
            SELECT owner, sum(amount) AS total FROM (
              SELECT credit_owner AS owner, amount_micros AS amount FROM journal WHERE credit_type = 'wallet'
              UNION ALL SELECT debit_owner, -amount_micros FROM journal WHERE debit_type = 'wallet') AS legs
            GROUP BY owner)
          SELECT format('wallet %s: posted %s, journal %s', coalesce(buyer_id, owner), posted, total) AS breach
          FROM wallets FULL JOIN moved ON owner = buyer_id WHERE coalesce(posted, 0) <> coalesce(total, 0)`,
  },
  {
    name: 'held_equals_open_reservations',
    description: 'held of every wallet is the sum of its open reservations',
    sql: `WITH open_holds AS (SELECT buyer_id, sum(price_micros) AS total FROM reservations WHERE state = 'open' GROUP BY buyer_id)
          SELECT format('wallet %s: held %s, open reservations %s', coalesce(w.buyer_id, o.buyer_id), held, total) AS breach
          FROM wallets w FULL JOIN open_holds o ON o.buyer_id = w.buyer_id WHERE coalesce(held, 0) <> coalesce(total, 0)`,
  },
  {
    name: 'captured_once',
    description: 'every captured reservation stands in the journal once, with its price; no other does',
    sql: `WITH taken AS (SELECT call_id, sum(amount_micros) AS total FROM journal WHERE kind IN ('capture', 'fee') GROUP BY call_id)
          SELECT format('call %s: state %s, price %s, journal %s', coalesce(r.call_id, t.call_id), r.state, r.price_micros, t.total) AS breach
          FROM (SELECT * FROM reservations WHERE state = 'captured' AND price_micros > 0) AS r
          FULL JOIN taken t ON t.call_id = r.call_id WHERE r.price_micros IS DISTINCT FROM t.total`,
  },
  {
    name: 'corrected_once',
    description: 'every corrected call was given back exactly what it had cost',
    sql: `WITH returned AS (SELECT call_id, sum(amount_micros) AS total FROM journal
                            WHERE call_id IS NOT NULL AND kind IN ('correction', 'refund') GROUP BY call_id)
          SELECT format('call %s: price %s, given back %s', coalesce(r.call_id, t.call_id), r.price_micros, t.total) AS breach
          FROM (SELECT * FROM reservations WHERE corrected AND price_micros > 0) AS r
          FULL JOIN returned t ON t.call_id = r.call_id WHERE r.price_micros IS DISTINCT FROM t.total`,
  },
  {
    name: 'meter_equals_calls',
    description: 'used of every meter is its opening value plus open and captured calls of the window',
    sql: `WITH calls AS (SELECT purchase_id, window_index, count(*) AS total FROM reservations
                         WHERE state = 'open' OR (state = 'captured' AND NOT corrected) GROUP BY purchase_id, window_index)
          SELECT format('purchase %s: used %s, opening %s, calls %s', p.id, p.used, p.used_opening, coalesce(c.total, 0)) AS breach
          FROM purchases p LEFT JOIN calls c ON c.purchase_id = p.id AND c.window_index = p.window_index
          WHERE p.used <> p.used_opening + coalesce(c.total, 0)`,
  },
  {
    name: 'one_active_purchase',
    description: 'a buyer has at most one active purchase of an app',
    sql: `SELECT format('buyer %s has %s active purchases of app %s', buyer_id, count(*), app_id) AS breach
          FROM purchases WHERE status = 'active' GROUP BY buyer_id, app_id HAVING count(*) > 1`,
  },
  {
    name: 'reservations_end',
    description: 'no reservation is open long after its deadline',
    sql: `SELECT format('call %s should have expired at %s', call_id, expires_at) AS breach
          FROM reservations WHERE state = 'open' AND expires_at < clock_timestamp() - interval '1 minute'`,
  },
  {
    name: 'top_ups_paid_once',
    description: 'every paid top-up stands in the journal once, with its amount; no other does',
    sql: `WITH entered AS (SELECT split_part(reference, ':', 2) AS id, sum(amount_micros) AS total FROM journal WHERE kind = 'topup' GROUP BY 1)
          SELECT format('top-up %s: %s, amount %s, journal %s', coalesce(t.id::text, e.id), t.state, t.amount_micros, e.total) AS breach
          FROM (SELECT * FROM top_ups WHERE state = 'paid') AS t FULL JOIN entered e ON e.id = t.id::text
          WHERE t.amount_micros IS DISTINCT FROM e.total`,
  },
  {
    name: 'reversals_taken_once',
    description:
      'every refund and dispute of a top-up stands in the journal once while it lasts, and not once it is undone',
    sql: `WITH entered AS (
            SELECT split_part(reference, ':', 1) AS id, sum(CASE WHEN credit_type = 'processor_clearing' THEN amount_micros ELSE -amount_micros END) AS total
            FROM journal WHERE kind IN ('refund', 'dispute') AND call_id IS NULL GROUP BY 1)
          SELECT format('reversal %s: %s, amount %s, journal %s', coalesce(r.id::text, e.id), r.state, r.amount_micros, e.total) AS breach
          FROM reversals r FULL JOIN entered e ON e.id = r.id::text
          WHERE CASE WHEN r.state = 'returned' THEN 0 ELSE r.amount_micros END IS DISTINCT FROM coalesce(e.total, 0)`,
  },
  {
    name: 'top_ups_reversed_by_reversals',
    description: 'what is noted as sent back of a top-up is the sum of its refunds and disputes',
    sql: `SELECT format('top-up %s: reversed %s, reversals %s', t.id, t.reversed_micros, coalesce(sum(r.amount_micros), 0)) AS breach
          FROM top_ups t LEFT JOIN reversals r ON r.top_up_id = t.id AND r.state <> 'returned'
          GROUP BY t.id HAVING t.reversed_micros <> coalesce(sum(r.amount_micros), 0)`,
  },
  {
    name: 'payouts_sent_once',
    description:
      'every payout has left its publisher once while it lasts, and what is on its way is what was not confirmed',
    sql: `WITH entered AS (
            SELECT split_part(reference, ':', 2) AS id,
                   sum(CASE WHEN debit_type = 'publisher_payable' THEN amount_micros WHEN credit_type = 'publisher_payable' THEN -amount_micros ELSE 0 END) AS left_publisher,
                   sum(CASE WHEN credit_type = 'payout' THEN amount_micros ELSE -amount_micros END) AS under_way
            FROM journal WHERE kind = 'payout' GROUP BY 1)
          SELECT format('payout %s: %s, amount %s, left the publisher %s, under way %s', coalesce(p.id::text, e.id), p.state, p.amount_micros, e.left_publisher, e.under_way) AS breach
          FROM payouts p FULL JOIN entered e ON e.id = p.id::text
          WHERE CASE WHEN p.state = 'returned' THEN 0 ELSE p.amount_micros END IS DISTINCT FROM e.left_publisher
             OR CASE WHEN p.state = 'requested' THEN p.amount_micros ELSE 0 END IS DISTINCT FROM e.under_way`,
  },
  {
    name: 'hours_equal_journal',
    description: 'the hourly sums of accounts are those of the journal entries that were summed up',
    sql: `WITH legs AS (
            SELECT credit_type AS account_type, credit_owner AS owner, amount_micros AS amount FROM journal WHERE id <= (SELECT entry_id FROM roll_up)
            UNION ALL SELECT debit_type, debit_owner, -amount_micros FROM journal WHERE id <= (SELECT entry_id FROM roll_up)
          ), sums AS (
            SELECT account_type, coalesce(owner, '00000000-0000-0000-0000-000000000000') AS owner, sum(amount) AS total
            FROM legs WHERE account_type <> 'wallet' GROUP BY 1, 2
          ), hours AS (
            SELECT account_type, owner, sum(credited_micros - debited_micros) AS total FROM account_hours GROUP BY 1, 2)
          SELECT format('%s %s: journal %s, hours %s', coalesce(s.account_type, h.account_type), coalesce(s.owner, h.owner), s.total, h.total) AS breach
          FROM sums s FULL JOIN hours h ON h.account_type = s.account_type AND h.owner = s.owner
          WHERE s.total IS DISTINCT FROM h.total`,
  },
]

/** A money invariant: a query whose every row is a breach, in words. */
export interface Invariant {
  readonly name: string
  readonly description: string
  /** Answers rows with one text column, `breach`. */
  readonly sql: string
}

// The hours of a key that nobody has used for four weeks are of no more use, and their calls may be of a month that was dropped.
const IS_IN_USE = 's.hour >= hour_of(clock_timestamp()) - 672'

// Else the buyer's wallet counts them.
const COUNTS_ITS_OWN = `EXISTS (SELECT FROM key_limits k JOIN wallets w ON w.buyer_id = k.buyer_id
                                            WHERE k.key_id = s.key_id AND w.keys_counted_since IS NOT NULL)`

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
          FROM unsealed_entries WHERE amount_micros <= 0 OR (debit_type = credit_type AND debit_owner IS NOT DISTINCT FROM credit_owner)`,
  },
  {
    name: 'journal_append_only',
    description: 'the triggers that refuse changes to the journal are on',
    sql: `SELECT format('trigger %s is off or missing', wanted.name) AS breach
          FROM (VALUES ('journal_append_only'), ('journal_kept'), ('journal_no_truncate')) AS wanted (name)
          WHERE NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = wanted.name AND tgrelid = 'journal'::regclass AND tgenabled = 'O')`,
  },
  {
    name: 'posted_equals_journal',
    description: 'posted of every wallet is what the journal brought in minus what it took out',
    sql: `WITH moved AS (
            SELECT owner, sum(amount) AS total FROM (
              SELECT credit_owner AS owner, amount_micros AS amount FROM journal WHERE credit_type = 'wallet'
              UNION ALL SELECT debit_owner, -amount_micros FROM journal WHERE debit_type = 'wallet'
              UNION ALL SELECT owner, credited_micros - debited_micros FROM settled_sums WHERE account_type = 'wallet') AS legs
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
    sql: `WITH taken AS (SELECT call_id, sum(amount_micros) AS total FROM unsealed_entries WHERE kind IN ('capture', 'fee') GROUP BY call_id)
          SELECT format('call %s: state %s, price %s, journal %s', coalesce(r.call_id, t.call_id), r.state, r.price_micros, t.total) AS breach
          FROM (SELECT * FROM unsealed_calls WHERE state = 'captured' AND price_micros > 0) AS r
          FULL JOIN taken t ON t.call_id = r.call_id WHERE r.price_micros IS DISTINCT FROM t.total`,
  },
  {
    name: 'corrected_once',
    description: 'every corrected call was given back exactly what it had cost',
    sql: `WITH returned AS (SELECT call_id, sum(amount_micros) AS total FROM unsealed_entries
                            WHERE call_id IS NOT NULL AND kind IN ('correction', 'refund') GROUP BY call_id)
          SELECT format('call %s: price %s, given back %s', coalesce(r.call_id, t.call_id), r.price_micros, t.total) AS breach
          FROM (SELECT * FROM unsealed_calls WHERE corrected AND price_micros > 0) AS r
          FULL JOIN returned t ON t.call_id = r.call_id WHERE r.price_micros IS DISTINCT FROM t.total`,
  },
  {
    name: 'meter_equals_calls',
    description: 'used of every meter is its opening value plus open and captured calls of the window',
    sql: `WITH calls AS (SELECT purchase_id, window_index, sum(calls) AS total FROM (
                           SELECT purchase_id, window_index, 1 AS calls FROM reservations
                           WHERE state = 'open' OR (state = 'captured' AND NOT corrected)
                           UNION ALL SELECT purchase_id, window_index, call_count FROM settled_meters) AS counted
                         GROUP BY purchase_id, window_index)
          SELECT format('purchase %s: used %s, opening %s, calls %s', p.id, p.used, p.used_opening, coalesce(c.total, 0)) AS breach
          FROM purchases p LEFT JOIN calls c ON c.purchase_id = p.id AND c.window_index = p.window_index
          WHERE p.used <> p.used_opening + coalesce(c.total, 0)`,
  },
  {
    name: 'key_spending_equals_calls',
    description:
      'what every key has spent, and how many of its calls are under way where it counts them, is what its calls and those below it say',
    sql: `WITH calls AS (
            SELECT above.key_id, r.key_hour AS hour, r.state = 'open' AS is_open, r.price_micros AS micros
            FROM all_calls r JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
            WHERE r.key_hour IS NOT NULL AND (r.state = 'open' OR (r.state = 'captured' AND NOT r.corrected))
            UNION ALL SELECT key_id, hour, false, micros FROM carried_key_hours
          ), facts AS (
            SELECT s.key_id,
                   coalesce(sum(c.micros), 0) + coalesce((SELECT k.micros FROM settled_keys k WHERE k.key_id = s.key_id), 0) AS spent,
                   count(*) FILTER (WHERE c.is_open AND ${COUNTS_ITS_OWN}) AS open,
                   coalesce(sum(c.micros) FILTER (WHERE c.hour = s.hour), 0) AS of_hour,
                   coalesce(sum(c.micros) FILTER (WHERE c.hour / 24 = s.hour / 24), 0) AS of_day,
                   coalesce(sum(c.micros) FILTER (WHERE c.hour >= s.hour - 720), 0) AS of_days_30
            FROM key_spending s LEFT JOIN calls c ON c.key_id = s.key_id GROUP BY s.key_id)
          SELECT format('key %s: spent %s, open %s, hour %s, day %s, 30 days %s; calls %s, %s, %s, %s, %s', s.key_id, s.spent_micros,
                        s.open_calls, s.hour_micros, s.day_micros, s.days_30_micros, f.spent, f.open, f.of_hour, f.of_day, f.of_days_30) AS breach
          FROM key_spending s JOIN facts f ON f.key_id = s.key_id
          WHERE (s.spent_micros, s.open_calls) <> (f.spent, f.open)
             OR ${IS_IN_USE} AND (s.hour_micros, s.day_micros, s.days_30_micros) <> (f.of_hour, f.of_day, f.of_days_30)`,
  },
  {
    name: 'keyed_calls_equal_reservations',
    description: 'calls under way that a wallet counts for its keys are open, and no other calls of its keys are',
    sql: `WITH open_calls AS (SELECT buyer_id, count(*) AS total FROM reservations WHERE state = 'open' AND key_hour IS NOT NULL GROUP BY buyer_id)
          SELECT format('wallet %s: keyed calls %s, open reservations %s', coalesce(w.buyer_id, o.buyer_id), w.keyed_calls, o.total) AS breach
          FROM wallets w FULL JOIN open_calls o ON o.buyer_id = w.buyer_id
          WHERE w.keyed_calls IS DISTINCT FROM CASE WHEN w.keys_counted_since IS NULL THEN coalesce(o.total, 0) ELSE 0 END`,
  },
  {
    name: 'key_hours_equal_calls',
    description: 'what every key has spent in an earlier hour of its 30 days is what its calls of that hour say',
    sql: `WITH calls AS (
            SELECT key_id, hour, sum(micros) AS micros FROM (
              SELECT above.key_id, r.key_hour AS hour, r.price_micros AS micros
              FROM all_calls r JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
              WHERE r.key_hour IS NOT NULL AND (r.state = 'open' OR (r.state = 'captured' AND NOT r.corrected))
              UNION ALL SELECT * FROM carried_key_hours) AS parts
            GROUP BY 1, 2
          ), wanted AS (
            SELECT c.key_id, c.hour, c.micros FROM calls c JOIN key_spending s ON s.key_id = c.key_id
            WHERE c.hour < s.hour AND c.hour >= s.hour - 720 AND ${IS_IN_USE}
          ), kept AS (
            SELECT h.* FROM key_hours h JOIN key_spending s ON s.key_id = h.key_id WHERE ${IS_IN_USE})
          SELECT format('key %s, hour %s: %s, calls %s', coalesce(h.key_id, w.key_id), coalesce(h.hour, w.hour), h.micros, w.micros) AS breach
          FROM kept h FULL JOIN wanted w ON w.key_id = h.key_id AND w.hour = h.hour
          WHERE coalesce(h.micros, 0) <> coalesce(w.micros, 0)`,
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
    description: 'every paid top-up stands in the journal once, here or where its buyer was before; no other does',
    sql: `WITH entered AS (
            SELECT id, nullif(sum(micros), 0) AS total FROM (
              SELECT split_part(reference, ':', 2) AS id, amount_micros AS micros FROM journal WHERE kind = 'topup'
              UNION ALL SELECT id::text, micros FROM carried_payments WHERE NOT is_reversal) AS parts
            GROUP BY 1)
          SELECT format('top-up %s: %s, amount %s, journal %s', coalesce(t.id::text, e.id), t.state, t.amount_micros, e.total) AS breach
          FROM (SELECT * FROM top_ups WHERE state = 'paid') AS t FULL JOIN entered e ON e.id = t.id::text
          WHERE t.amount_micros IS DISTINCT FROM e.total`,
  },
  {
    name: 'reversals_taken_once',
    description:
      'every refund and dispute of a top-up stands in the journal once while it lasts, here or where its buyer was before, and not once it is undone',
    sql: `WITH entered AS (
            SELECT id, sum(micros) AS total FROM (
              SELECT split_part(reference, ':', 1) AS id, CASE WHEN credit_type = 'processor_clearing' THEN amount_micros ELSE -amount_micros END AS micros
              FROM journal WHERE kind IN ('refund', 'dispute') AND call_id IS NULL
              UNION ALL SELECT id::text, micros FROM carried_payments WHERE is_reversal) AS parts
            GROUP BY 1)
          SELECT format('reversal %s: %s, amount %s, journal %s', coalesce(r.id::text, e.id), r.state, r.amount_micros, e.total) AS breach
          FROM reversals r FULL JOIN entered e ON e.id = r.id::text
          WHERE CASE WHEN r.state IS NULL OR r.state = 'returned' THEN 0 ELSE r.amount_micros END <> coalesce(e.total, 0)`,
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
    name: 'moves_entered_once',
    description:
      'what has left for another cell, and what has come from one, stands in the journal once; nothing else does',
    sql: `WITH noted AS (
            SELECT format('move:%s:%s', id, way) AS reference, micros FROM departures
              CROSS JOIN LATERAL (VALUES ('out', wallet_micros), ('owed-out', owed_micros)) AS of_move (way, micros)
            UNION ALL SELECT format('move:%s:%s', id, way), micros FROM arrivals
              CROSS JOIN LATERAL (VALUES ('in', wallet_micros), ('owed-in', owed_micros)) AS of_move (way, micros)
          ), entered AS (
            SELECT reference, amount_micros AS micros FROM journal WHERE kind = 'cell_transfer' AND starts_with(reference, 'move:'))
          SELECT format('%s: noted %s, journal %s', coalesce(n.reference, e.reference), n.micros, e.micros) AS breach
          FROM noted n FULL JOIN entered e ON e.reference = n.reference WHERE coalesce(n.micros, 0) <> coalesce(e.micros, 0)`,
  },
  {
    name: 'hours_equal_journal',
    description: 'the hourly sums of accounts are those of the journal entries that were summed up',
    sql: `WITH legs AS (
            SELECT credit_type AS account_type, credit_owner AS owner, amount_micros AS amount FROM journal WHERE id <= (SELECT entry_id FROM roll_up)
            UNION ALL SELECT debit_type, debit_owner, -amount_micros FROM journal WHERE id <= (SELECT entry_id FROM roll_up)
          ), sums AS (
            SELECT account_type, coalesce(owner, '00000000-0000-0000-0000-000000000000') AS owner, sum(amount) AS total
            FROM (SELECT * FROM legs UNION ALL SELECT account_type, owner, credited_micros - debited_micros FROM settled_sums) AS moved WHERE account_type <> 'wallet' GROUP BY 1, 2
          ), hours AS (
            SELECT account_type, owner, sum(credited_micros - debited_micros) AS total FROM account_hours GROUP BY 1, 2)
          SELECT format('%s %s: journal %s, hours %s', coalesce(s.account_type, h.account_type), coalesce(s.owner, h.owner), s.total, h.total) AS breach
          FROM sums s FULL JOIN hours h ON h.account_type = s.account_type AND h.owner = s.owner
          WHERE s.total IS DISTINCT FROM h.total`,
  },
]

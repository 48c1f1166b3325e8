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
]

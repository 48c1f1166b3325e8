import type { Invariant } from './invariants.ts'

/** What must hold of calls that left the tables of the call path, and of their months. */
export const settledInvariants: readonly Invariant[] = [
  {
    name: 'settled_once',
    description: 'no call stands both where it can be settled and among those that were settled a while ago',
    sql: `SELECT format('call %s stands in both', r.call_id) AS breach
          FROM reservations r JOIN settled_calls s ON s.call_id = r.call_id
          UNION ALL SELECT format('entry %s of call %s stands in both', j.id, j.call_id)
          FROM journal j JOIN settled_entries s ON s.call_id = j.call_id AND s.kind = j.kind AND s.credit_type = j.credit_type`,
  },
  {
    name: 'settled_with_entries',
    description: 'the entries of a call are where the call is',
    sql: `SELECT format('call %s left without its entry %s', s.call_id, j.id) AS breach
          FROM journal j JOIN settled_calls s ON s.call_id = j.call_id
          UNION ALL SELECT format('entry %s left without its call %s', e.id, e.call_id)
          FROM settled_entries e LEFT JOIN settled_calls s ON s.call_id = e.call_id
          WHERE e.call_id >= (SELECT unsealed_from()) AND s.call_id IS NULL`,
  },
  {
    name: 'settled_sums_equal_entries',
    description: 'the sums of each month that is not sealed are those of its entries',
    sql: `WITH legs AS (
            SELECT p.period, leg.* FROM settled_entries e
            JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id AND p.seal IS NULL
            CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
              AS leg (account_type, owner, credited, debited)
            WHERE e.call_id >= (SELECT unsealed_from())
          ), sums AS (
            SELECT period, account_type, coalesce(owner, '00000000-0000-0000-0000-000000000000') AS owner,
                   sum(credited) AS credited, sum(debited) AS debited, count(*) AS entries FROM legs GROUP BY 1, 2, 3
          ), noted AS (
            SELECT s.* FROM settled_sums s JOIN settled_periods p ON p.period = s.period AND p.seal IS NULL)
          SELECT format('%s, %s %s: entries %s, credited %s, debited %s; noted %s, %s, %s', coalesce(s.period, n.period),
                        coalesce(s.account_type, n.account_type), coalesce(s.owner, n.owner), s.entries, s.credited, s.debited,
                        n.entry_count, n.credited_micros, n.debited_micros) AS breach
          FROM sums s FULL JOIN noted n ON n.period = s.period AND n.account_type = s.account_type AND n.owner = s.owner
          WHERE (coalesce(s.entries, 0), coalesce(s.credited, 0), coalesce(s.debited, 0))
            IS DISTINCT FROM (coalesce(n.entry_count, 0), coalesce(n.credited_micros, 0), coalesce(n.debited_micros, 0))`,
  },
  {
    name: 'settled_meters_equal_calls',
    description: 'the counts of each month that is not sealed are those of its calls',
    sql: `WITH counted AS (
            SELECT p.period, c.purchase_id, c.window_index, count(*) AS calls FROM settled_calls c
            JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id AND p.seal IS NULL
            WHERE c.call_id >= (SELECT unsealed_from()) AND c.state = 'captured' AND NOT c.corrected GROUP BY 1, 2, 3
          ), noted AS (
            SELECT m.* FROM settled_meters m JOIN settled_periods p ON p.period = m.period AND p.seal IS NULL)
          SELECT format('%s, purchase %s, window %s: calls %s, noted %s', coalesce(c.period, n.period), coalesce(c.purchase_id, n.purchase_id),
                        coalesce(c.window_index, n.window_index), c.calls, n.call_count) AS breach
          FROM counted c FULL JOIN noted n ON n.period = c.period AND n.purchase_id = c.purchase_id AND n.window_index = c.window_index
          WHERE coalesce(c.calls, 0) <> coalesce(n.call_count, 0)`,
  },
  {
    name: 'settled_app_days_equal_calls',
    description: 'the sums of apps of each day behind the sealed months are those of its paid calls',
    sql: `WITH since AS (
            SELECT greatest(call_id_floor(app_days_from()), unsealed_from()) AS id
          ), counted AS (
            SELECT c.app_id, day_of(call_id_time(c.call_id)) AS day, count(*) AS calls, sum(c.price_micros) AS micros FROM settled_calls c
            WHERE c.call_id >= (SELECT id FROM since) AND c.state = 'captured' AND NOT c.corrected AND c.tier = 'paid' GROUP BY 1, 2
          ), noted AS (
            SELECT app_id, day, sum(call_count) AS calls, sum(micros) AS micros FROM settled_app_days
            WHERE day >= (SELECT day_of(call_id_time(id)) FROM since) GROUP BY 1, 2)
          SELECT format('app %s, day %s: calls %s of %s, noted %s of %s', coalesce(c.app_id, n.app_id), coalesce(c.day, n.day), c.calls,
                        c.micros, n.calls, n.micros) AS breach
          FROM counted c FULL JOIN noted n ON n.app_id = c.app_id AND n.day = c.day
          WHERE (coalesce(c.calls, 0), coalesce(c.micros, 0)) IS DISTINCT FROM (coalesce(n.calls, 0), coalesce(n.micros, 0))`,
  },
  {
    name: 'settled_months_equal_sums',
    description: 'what statements tell of the settled entries of an account is what these moved',
    sql: `WITH told AS (
            SELECT period, account_type, owner, sum(credited_micros) AS credited, sum(debited_micros) AS debited, sum(m.entry_count) AS entries
            FROM settled_months m JOIN settled_periods USING (period) WHERE state <> 'dropped' GROUP BY 1, 2, 3
          ), noted AS (
            SELECT s.* FROM settled_sums s JOIN settled_periods USING (period)
            WHERE state <> 'dropped' AND owner <> '00000000-0000-0000-0000-000000000000')
          SELECT format('%s, %s %s: told are %s entries, credited %s, debited %s; noted %s, %s, %s', coalesce(n.period, t.period),
                        coalesce(n.account_type, t.account_type), coalesce(n.owner, t.owner), t.entries,
                        t.credited, t.debited, n.entry_count, n.credited_micros, n.debited_micros) AS breach
          FROM noted n FULL JOIN told t ON t.period = n.period AND t.account_type = n.account_type AND t.owner = n.owner
          WHERE (coalesce(t.entries, 0), coalesce(t.credited, 0), coalesce(t.debited, 0))
            IS DISTINCT FROM (coalesce(n.entry_count, 0), coalesce(n.credited_micros, 0), coalesce(n.debited_micros, 0))`,
  },
  {
    name: 'periods_equal_calls',
    description: 'each month that is not sealed has as many calls and entries as are noted of it',
    sql: `WITH calls AS (
            SELECT p.period, count(*) AS total FROM settled_calls c
            JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id AND p.seal IS NULL
            WHERE c.call_id >= (SELECT unsealed_from()) GROUP BY 1
          ), entries AS (
            SELECT p.period, count(*) AS total, sum(e.amount_micros) AS micros FROM settled_entries e
            JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id AND p.seal IS NULL
            WHERE e.call_id >= (SELECT unsealed_from()) GROUP BY 1)
          SELECT format('%s: calls %s, entries %s of %s; noted %s, %s of %s', p.period, c.total, e.total, e.micros, p.call_count, p.entry_count, p.amount_micros) AS breach
          FROM settled_periods p LEFT JOIN calls c ON c.period = p.period LEFT JOIN entries e ON e.period = p.period
          WHERE p.seal IS NULL AND (coalesce(c.total, 0), coalesce(e.total, 0), coalesce(e.micros, 0))
            IS DISTINCT FROM (p.call_count, p.entry_count, p.amount_micros)`,
  },
  {
    name: 'seals_chained',
    description: 'each sealed month has the seal that follows from what it consists of and from the seal before',
    sql: `SELECT format('%s: the seal is not that of its parts, or of the month before', p.period) AS breach
          FROM (SELECT s AS whole, s.*, lag(s.seal) OVER (ORDER BY s.period) AS before FROM settled_periods s) AS p
          WHERE p.seal IS NOT NULL AND (p.seal IS DISTINCT FROM seal_of(p.whole) OR p.previous_seal IS DISTINCT FROM coalesce(p.before, '\\x'))
          UNION ALL SELECT format('%s is sealed, and a month before it is not', max(period)) FROM settled_periods
          WHERE seal IS NOT NULL HAVING max(period) > (SELECT min(period) FROM settled_periods WHERE seal IS NULL)`,
  },
  {
    name: 'sealed_sums_unchanged',
    description: 'the sums of sealed months, and what is carried on of dropped ones, are those that were sealed',
    sql: `SELECT format('%s: its sums are not those that were sealed', period) AS breach FROM settled_periods
          WHERE state = 'sealed' AND sums_digest IS DISTINCT FROM sums_digest_of(period)
          UNION ALL SELECT format('what is carried on after %s is not what was noted', period) FROM (
            SELECT period, carried_digest FROM settled_periods WHERE state = 'dropped' ORDER BY period DESC LIMIT 1) AS last
          WHERE carried_digest IS DISTINCT FROM sums_digest_of('0001-01-01')
          UNION ALL SELECT 'sums are carried on and no month was dropped' FROM settled_sums
          WHERE period = '0001-01-01' AND NOT EXISTS (SELECT FROM settled_periods WHERE state = 'dropped') GROUP BY 1`,
  },
  {
    name: 'periods_present',
    description: 'each month that was not dropped has its tables',
    sql: `SELECT format('%s: the table %s is missing', p.period, t.name) AS breach
          FROM settled_periods p
          CROSS JOIN LATERAL (VALUES ('settled_calls' || to_char(p.period, '_YYYY_MM')), ('settled_entries' || to_char(p.period, '_YYYY_MM'))) AS t (name)
          WHERE p.state <> 'dropped' AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(t.name))`,
  },
]

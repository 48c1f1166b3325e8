import type { Client } from 'pg'
import { sumAppDays } from '../app-days.ts'

/** How many calls to make up, and from when. */
export interface OldCalls {
  readonly count: number
  /** The first of them was made so many days ago, the last one a day ago. */
  readonly days: number
}

const CALLS_PER_STATEMENT = 250_000

// What such a call left behind, as settle_away would have moved it: made up in bulk, since to make ten million by hand takes hours.
const CALLS = `
  INSERT INTO settled_calls (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros, fee_micros,
                             window_index, total_tokens, reserved_at, expires_at, resolved_at, outcome, corrected)
  SELECT overlay(gen_random_uuid()::text placing left(call_id_floor(at)::text, 14) || '7' from 1 for 15)::uuid,
         'captured', p.buyer_id, p.id, p.app_id, a.publisher_id, 'paid', 'lookup', 10, 0, 0, 0, at, at, at, 'ok', false
  FROM generate_series($1::bigint, $2::bigint - 1) AS n
  CROSS JOIN LATERAL (SELECT now() - interval '1 day' - $3 * interval '1 day' * (1 - n / $4::float8) AS at) AS made
  JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS turn FROM purchases) AS p ON p.turn = n % (SELECT count(*) FROM purchases)
  JOIN apps a ON a.id = p.app_id`

const ENTRIES = `
  INSERT INTO settled_entries (id, kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id, created_at)
  SELECT nextval('journal_id_seq'), 'capture', 'wallet', buyer_id, 'publisher_payable', publisher_id, price_micros, call_id, resolved_at
  FROM settled_calls ORDER BY call_id`

const SUMS = `
  WITH legs AS (
    SELECT p.period, leg.* FROM settled_entries e JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id
    CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
      AS leg (account_type, owner, credited, debited)
  ), summed AS (
    INSERT INTO settled_sums SELECT period, account_type, owner, sum(credited), sum(debited), count(*) FROM legs GROUP BY 1, 2, 3
  ), metered AS (
    INSERT INTO settled_meters
    SELECT c.purchase_id, c.window_index, p.period, count(*) FROM settled_calls c
    JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id GROUP BY 1, 2, 3
  )
  UPDATE settled_periods q SET call_count = n.calls, entry_count = n.calls, amount_micros = n.micros
  FROM (SELECT p.period, count(*) AS calls, sum(c.price_micros) AS micros FROM settled_calls c
        JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id GROUP BY 1) AS n WHERE n.period = q.period`

const MONTHS = `
  INSERT INTO settled_months (account_type, owner, month, kind, app_id, period, credited_micros, debited_micros, entry_count)
  SELECT leg.account_type, leg.owner, (date_trunc('month', e.created_at, 'UTC') AT TIME ZONE 'UTC')::date, e.kind, c.app_id, p.period,
         sum(leg.credited), sum(leg.debited), count(*)
  FROM settled_entries e JOIN settled_calls c USING (call_id) JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id
  CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
    AS leg (account_type, owner, credited, debited)
  GROUP BY 1, 2, 3, 4, 5, 6`

const BALANCES = `
  WITH used AS (SELECT purchase_id, sum(call_count) AS calls FROM settled_meters GROUP BY 1),
  counted AS (UPDATE purchases p SET used = p.used + u.calls FROM used u WHERE u.purchase_id = p.id),
  spent AS (SELECT owner, sum(debited_micros) AS micros FROM settled_sums WHERE account_type = 'wallet' GROUP BY 1)
  UPDATE wallets w SET posted = w.posted - s.micros FROM spent s WHERE s.owner = w.buyer_id`

const HOURS = `
  INSERT INTO account_hours (account_type, owner, hour, kind, credited_micros, debited_micros, entry_count)
  SELECT 'publisher_payable', credit_owner, date_trunc('hour', created_at, 'UTC'), 'capture', sum(amount_micros), 0, count(*)
  FROM settled_entries GROUP BY 2, 3`

/** Makes the months that calls of so many days are settled into. */
export async function makeSettledPeriods(client: Client, days: number): Promise<void> {
  await client.query(`
    SELECT ensure_settled_period(call_id_floor(at)) FROM generate_series(now() - ${days + 1} * interval '1 day', now(), interval '1 day') AS at`)
}

/** Enters the settled calls of an installation that has no others, all of them captured and paid, into its books: entries, sums, balances. */
export async function enterSettledCalls(client: Client): Promise<void> {
  for (const statement of [ENTRIES, SUMS, MONTHS, BALANCES, HOURS]) await client.query(statement)
  await sumAppDays(client)
}

/** Puts old calls behind the buyers that are there, with balances, meters and sums to match. */
export async function makeOldCalls(client: Client, { count, days }: OldCalls): Promise<void> {
  await makeSettledPeriods(client, days)
  for (let from = 0; from < count; from += CALLS_PER_STATEMENT) {
    await client.query(CALLS, [from, Math.min(from + CALLS_PER_STATEMENT, count), days, count])
  }
  await enterSettledCalls(client)
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
}

import type { Client } from 'pg'

/** Sums made-up settled calls by app and day, as `sum_settled` does with each call that is settled. */
export async function sumAppDays(billing: Client): Promise<void> {
  await billing.query(`
    INSERT INTO settled_app_days (app_id, day, buyer_id, key_id, tool, call_count, micros)
    SELECT app_id, day_of(call_id_time(call_id)), buyer_id, coalesce(key_id, '00000000-0000-0000-0000-000000000000'), tool,
           count(*), sum(price_micros)
    FROM settled_calls WHERE tier = 'paid' AND call_id >= call_id_floor(app_days_from()) GROUP BY 1, 2, 3, 4, 5`)
}

import { Client } from 'pg'
import type { CappedKey } from './caps.ts'
import type { ResolvedCall, Witness } from './judge.ts'

const CALLS = `
  SELECT call_id AS "callId", buyer_id AS "buyerId", publisher.username || '/' || app.name AS app, tool, state, outcome, corrected
  FROM billing.reservations AS call JOIN billing.apps AS app ON app.id = call.app_id
    JOIN billing.publishers AS publisher ON publisher.id = app.publisher_id
  WHERE buyer_id IS NOT NULL`

const UNFINISHED = `
  SELECT (SELECT count(*) FROM billing.reversals WHERE state = 'requested')
       + (SELECT count(*) FROM billing.payouts WHERE state = 'requested')
       + (SELECT count(*) FROM billing.test_events WHERE delivered_at IS NULL)
       + (SELECT count(*) FROM billing.top_ups JOIN billing.test_checkouts ON top_up_id = top_ups.id
          WHERE test_checkouts.state = 'paid' AND top_ups.state = 'pending') AS count`

interface CappedKeyRow extends Pick<CappedKey, 'buyerId' | 'name' | 'concurrent' | 'openCalls'> {
  readonly spentMicros: string
  readonly totalMicros: string | null
}

const CAPPED_KEYS = `
  SELECT key.buyer_id AS "buyerId", key.name, key.total_micros AS "totalMicros", key.concurrent,
         coalesce(sum(call.price_micros), 0) AS "spentMicros",
         (count(*) FILTER (WHERE call.state = 'open'))::int AS "openCalls"
  FROM billing.key_limits AS key
  LEFT JOIN (billing.all_calls AS call JOIN billing.key_limits AS own ON own.key_id = call.key_id)
    ON key.key_id = ANY (own.lineage) AND (call.state = 'open' OR call.state = 'captured' AND NOT call.corrected)
  GROUP BY key.key_id`

// A handle that never left holds its call's price for a minute after the task's time: nobody waits that long here.
const END_GRACE = `
  UPDATE billing.reservations SET expires_at = clock_timestamp()
  WHERE state = 'open' AND call_id IN (
    SELECT call_id FROM billing.tasks WHERE NOT handed_over AND expires_at <= clock_timestamp())`

/** Looks into the database itself, past everything that was killed. */
export function openWitness(databaseUrl: string): Witness {
  async function query<Row extends object>(text: string): Promise<Row[]> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  return {
    endGrace: async () => void (await query(END_GRACE)),
    async cappedKeys() {
      const rows = await query<CappedKeyRow>(CAPPED_KEYS)
      return rows.map(row => ({
        ...row,
        spentMicros: BigInt(row.spentMicros),
        totalMicros: row.totalMicros === null ? null : BigInt(row.totalMicros),
      }))
    },
    reservations: () => query<ResolvedCall>(CALLS),
    async unfinishedTransfers() {
      const [row] = await query<{ count: string }>(UNFINISHED)
      return Number(row?.count)
    },
  }
}

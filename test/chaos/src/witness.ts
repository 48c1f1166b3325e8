import { Client } from 'pg'
import type { ResolvedCall, Witness } from './judge.ts'

const CALLS = `SELECT call_id AS "callId", buyer_id AS "buyerId", state, corrected
               FROM billing.reservations WHERE buyer_id IS NOT NULL`

const UNFINISHED = `
  SELECT (SELECT count(*) FROM billing.reversals WHERE state = 'requested')
       + (SELECT count(*) FROM billing.payouts WHERE state = 'requested')
       + (SELECT count(*) FROM billing.test_events WHERE delivered_at IS NULL)
       + (SELECT count(*) FROM billing.top_ups JOIN billing.test_checkouts ON top_up_id = top_ups.id
          WHERE test_checkouts.state = 'paid' AND top_ups.state = 'pending') AS count`

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
    reservations: () => query<ResolvedCall>(CALLS),
    async unfinishedTransfers() {
      const [row] = await query<{ count: string }>(UNFINISHED)
      return Number(row?.count)
    },
  }
}

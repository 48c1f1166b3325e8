import type { Queryable } from '@mtg/postgres'
import type { TestBooks, TestCheckout } from '../domain/test-checkout.ts'

const OPEN = {
  name: 'open-test-checkout',
  text: `
    INSERT INTO test_checkouts (id, top_up_id, amount_micros, return_url) VALUES ($1, $2, $3, $4)
    ON CONFLICT (top_up_id) DO UPDATE SET return_url = excluded.return_url RETURNING id`,
}

const FIND = {
  name: 'find-test-checkout',
  text: `
    SELECT id, top_up_id AS "topUpId", amount_micros AS "amountMicros", return_url AS "returnUrl", state
    FROM test_checkouts WHERE id = $1`,
}

const CLOSE = {
  name: 'close-test-checkout',
  text: `UPDATE test_checkouts SET state = $2 WHERE id = $1 AND state = 'open' RETURNING id`,
}

const ADD_EVENT = {
  name: 'emit-test-event',
  text: 'INSERT INTO test_events (id, payload) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
}

/** The test processor's books in the database. */
export function createTestBooks(db: Queryable): TestBooks {
  return {
    async openCheckout({ id, topUpId, amountMicros, returnUrl }) {
      const [row] = await db.query<{ id: string }>(OPEN, [id, topUpId, amountMicros.toString(), returnUrl])
      return row?.id ?? id
    },
    async findCheckout(id) {
      const [row] = await db.query<Omit<TestCheckout, 'amountMicros'> & { amountMicros: string }>(FIND, [id])
      return row && { ...row, amountMicros: BigInt(row.amountMicros) }
    },
    async closeCheckout(id, state) {
      return (await db.query(CLOSE, [id, state])).length > 0
    },
    async addEvent(id, payload) {
      await db.query(ADD_EVENT, [id, payload])
    },
  }
}

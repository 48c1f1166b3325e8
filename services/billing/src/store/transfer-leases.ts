import type { Queryable, Statement } from '@mtg/postgres'

/** Tables of money that the payment processor is asked to send. */
export type Transfers = 'payouts' | 'reversals'

const take = (table: Transfers): Statement => ({
  name: `take-lease-of-${table}`,
  text: `UPDATE ${table} SET sending_until = clock_timestamp() + $2 * interval '1 millisecond'
         WHERE id = $1 AND state = 'requested' AND (sending_until IS NULL OR sending_until <= clock_timestamp())
         RETURNING sending_until::text AS lease`,
})
const end = (table: Transfers): Statement => ({
  name: `end-lease-of-${table}`,
  text: `UPDATE ${table} SET sending_until = NULL WHERE id = $1 AND sending_until = $2::timestamptz`,
})
const statements = {
  payouts: { take: take('payouts'), end: end('payouts') },
  reversals: { take: take('reversals'), end: end('reversals') },
}

/** Takes the right to ask the processor for a transfer; undefined when somebody else has it, or it is known what became of it. */
export async function takeTransferLease(
  db: Queryable,
  table: Transfers,
  id: string,
  leaseMs: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ lease: string }>(statements[table].take, [id, leaseMs])
  return row?.lease
}

/** Lets others ask. */
export async function endTransferLease(db: Queryable, table: Transfers, id: string, lease: string): Promise<void> {
  await db.query(statements[table].end, [id, lease])
}

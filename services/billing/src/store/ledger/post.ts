import type { Queryable } from '@mtg/postgres'
import type { Posting } from '../../domain/journal.ts'

// Wallets move in the same statement; a wallet that would fall below what is held breaks its CHECK and nothing happens.
const POST = {
  name: 'post-entry',
  text: `
    WITH entry AS (
      INSERT INTO journal (kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, reference, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
      ON CONFLICT (kind, reference) WHERE reference IS NOT NULL DO NOTHING
      RETURNING debit_type, debit_owner, credit_type, credit_owner, amount_micros
    ), taken AS (
      UPDATE wallets SET posted = posted - entry.amount_micros
      FROM entry WHERE entry.debit_type = 'wallet' AND wallets.buyer_id = entry.debit_owner
    ), given AS (
      INSERT INTO wallets (buyer_id, posted)
      SELECT credit_owner, amount_micros FROM entry WHERE credit_type = 'wallet'
      ON CONFLICT (buyer_id) DO UPDATE SET posted = wallets.posted + excluded.posted
    )
    SELECT count(*)::int AS entered FROM entry`,
}

/** Enters a movement in the journal and moves the balances; false when its cause had been entered before. */
export async function post(tx: Queryable, posting: Posting): Promise<boolean> {
  const { kind, debit, credit, amountMicros, reference } = posting
  const [row] = await tx.query<{ entered: number }>(POST, [
    kind,
    debit.type,
    debit.owner ?? null,
    credit.type,
    credit.owner ?? null,
    amountMicros.toString(),
    reference,
  ])
  return row?.entered === 1
}

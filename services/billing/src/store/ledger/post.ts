import type { Queryable } from '@mtg/postgres'

/** Kinds of journal entries that are not made by calls. */
export type PostingKind = 'topup' | 'refund' | 'dispute' | 'payout'

/** An account of the journal; those with an owner are many. */
export type Account =
  | { readonly type: 'wallet' | 'publisher_payable' | 'receivable'; readonly owner: string }
  | { readonly type: 'platform_fee' | 'processor_clearing' | 'payout' }

/** A movement of money between two accounts. */
export interface Posting {
  readonly kind: PostingKind
  /** Gives. */
  readonly debit: Account
  /** Takes. */
  readonly credit: Account
  readonly amountMicros: bigint
  /** Names the cause; the same cause is entered once. */
  readonly reference: string
}

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

/** Enters a movement in the journal and moves the balances; answers false when its cause had been entered before. */
export async function post(tx: Queryable, posting: Posting): Promise<boolean> {
  const { kind, debit, credit, amountMicros, reference } = posting
  const [row] = await tx.query<{ entered: number }>(POST, [
    kind,
    debit.type,
    ownerOf(debit),
    credit.type,
    ownerOf(credit),
    amountMicros.toString(),
    reference,
  ])
  return row?.entered === 1
}

function ownerOf(account: Account): string | null {
  return 'owner' in account ? account.owner : null
}

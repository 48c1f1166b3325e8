import type { Client } from 'pg'
import type { Person } from './people.ts'

const TOP_UPS = 500
const REFUNDS = 100
const REFUND_MICROS = 1_000_000
const PAYOUTS = 300
const PAYOUT_MICROS = 10_000
const DAYS = 30

const MADE_TOP_UPS = `
  INSERT INTO top_ups (id, buyer_id, amount_micros, state, processor, request_id, payment_id, created_at, paid_at)
  SELECT gen_random_uuid(), $1::uuid, $2::bigint, 'paid', 'test', 'filled-' || n, 'filled-' || n, at, at
  FROM generate_series(1, ${TOP_UPS}) AS n, CAST(now() - n::float8 / ${TOP_UPS} * ${DAYS} * interval '1 day' AS timestamptz) AS at`

const ENTERED_TOP_UPS = `
  INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference, created_at)
  SELECT 'topup', 'processor_clearing', 'wallet', buyer_id, amount_micros, 'topup:' || id, paid_at
  FROM top_ups WHERE buyer_id = $1 ORDER BY paid_at`

const REFUNDED = `
  INSERT INTO reversals (id, top_up_id, kind, state, amount_micros, from_wallet_micros, request_id, processor_ref, created_at)
  SELECT gen_random_uuid(), id, 'refund', 'taken', ${REFUND_MICROS}, ${REFUND_MICROS}, request_id, request_id, created_at
  FROM top_ups WHERE buyer_id = $1 ORDER BY created_at LIMIT ${REFUNDS}`

const NOTED_REFUNDS = `
  UPDATE top_ups AS t SET reversed_micros = r.amount_micros FROM reversals AS r WHERE r.top_up_id = t.id AND t.buyer_id = $1`

const ENTERED_REFUNDS = `
  INSERT INTO journal (kind, debit_type, debit_owner, credit_type, amount_micros, reference, created_at)
  SELECT 'refund', 'wallet', t.buyer_id, 'processor_clearing', r.amount_micros, r.id || ':wallet', r.created_at
  FROM reversals AS r JOIN top_ups AS t ON t.id = r.top_up_id WHERE t.buyer_id = $1 ORDER BY r.created_at`

const INTO_WALLET = `
  UPDATE wallets SET posted = posted + (SELECT sum(amount_micros - reversed_micros) FROM top_ups WHERE buyer_id = $1) WHERE buyer_id = $1`

/** Top-ups of a buyer that pay for so much, some of them sent back in part. */
export async function addTopUps(sql: Client, { id }: Person, totalMicros: number): Promise<void> {
  await sql.query(MADE_TOP_UPS, [id, Math.ceil(totalMicros / TOP_UPS / 10_000) * 10_000 + REFUND_MICROS])
  for (const statement of [ENTERED_TOP_UPS, REFUNDED, NOTED_REFUNDS, ENTERED_REFUNDS, INTO_WALLET]) {
    await sql.query(statement, [id])
  }
}

const PAID_OUT = `
  INSERT INTO payouts (id, publisher_id, state, amount_micros, account, request_id, transfer_id, created_at)
  SELECT gen_random_uuid(), id, 'paid', ${PAYOUT_MICROS}, 'acct_filled', 'filled-' || n, 'filled-' || n,
         now() - n::float8 / ${PAYOUTS} * ${DAYS} * interval '1 day'
  FROM publishers, generate_series(1, ${PAYOUTS}) AS n WHERE username = $1`

const ENTERED_PAYOUTS = `
  INSERT INTO journal (kind, debit_type, debit_owner, credit_type, amount_micros, reference, created_at)
  SELECT 'payout', leg.debit_type::account_type, leg.owner, leg.credit_type::account_type, amount_micros, reference, created_at
  FROM payouts AS p
  CROSS JOIN LATERAL (VALUES ('publisher_payable', p.publisher_id, 'payout', 'payout:' || p.id),
                             ('payout', NULL, 'processor_clearing', 'payout:' || p.id || ':paid'))
    AS leg (debit_type, owner, credit_type, reference)
  WHERE p.publisher_id = (SELECT id FROM publishers WHERE username = $1) ORDER BY created_at, reference`

/** Payouts that a publisher has had; earned once the calls are made. */
export async function addPayouts(sql: Client, username: string): Promise<void> {
  await sql.query(PAID_OUT, [username])
  await sql.query(ENTERED_PAYOUTS, [username])
}

import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import type { PaymentProcessor } from '../../clients/processor/processor.ts'
import { isWholeCents } from '../../domain/cents.ts'
import { findTopUp, type TopUp } from './top-up.ts'

/** Spec "Wallet top-up: 5 to 1000 (USD)". */
const AMOUNT_MICROS_MIN = 5_000_000n
const AMOUNT_MICROS_MAX = 1_000_000_000n

/** What a buyer wants to pay in. */
export interface CreateTopUp {
  readonly buyerId: string
  readonly amountMicros: bigint
  /** Undefined: every request is a new top-up. */
  readonly requestId: string | undefined
  readonly returnUrl: string
}

/** Starts a top-up and its checkout page. Nothing is in the wallet before the processor's event. */
export async function createTopUp(db: Database, processor: PaymentProcessor, request: CreateTopUp): Promise<TopUp> {
  validateAmount(request.amountMicros)
  const { id, checkoutUrl } = await db.transaction(tx => insertOnce(tx, processor.name, request))
  if (checkoutUrl === null) {
    const { buyerId, amountMicros, returnUrl } = request
    const url = await processor.createCheckout({ topUpId: id, buyerId, amountMicros, returnUrl })
    await db.query(SET_URL, [id, url])
  }
  const topUp = await findTopUp(db, id)
  if (topUp === undefined) throw new Error(`top-up ${id} has vanished`)
  return topUp
}

function validateAmount(amountMicros: bigint): void {
  const detail = { amountMicros }
  if (amountMicros < AMOUNT_MICROS_MIN || amountMicros > AMOUNT_MICROS_MAX)
    throw appError('topup_amount_invalid', { detail })
  if (!isWholeCents(amountMicros))
    throw appError('topup_amount_invalid', { message: 'A top-up must be a whole number of cents.', detail })
}

const INSERT = {
  name: 'insert-top-up',
  text: `
    INSERT INTO top_ups (id, buyer_id, amount_micros, processor, request_id) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (buyer_id, request_id) DO NOTHING`,
}

const KNOWN = {
  name: 'known-top-up',
  text: `SELECT id, amount_micros AS "amountMicros", checkout_url AS "checkoutUrl" FROM top_ups
         WHERE buyer_id = $1 AND request_id = $2`,
}

const SET_URL = {
  name: 'set-checkout-url',
  text: 'UPDATE top_ups SET checkout_url = $2 WHERE id = $1 AND checkout_url IS NULL',
}

async function insertOnce(
  tx: Queryable,
  processor: string,
  request: CreateTopUp,
): Promise<{ id: string; checkoutUrl: string | null }> {
  const id = uuidv7(systemClock.nowMs())
  const { buyerId, amountMicros, requestId = id } = request
  await tx.query(INSERT, [id, buyerId, amountMicros.toString(), processor, requestId])
  const [row] = await tx.query<{ id: string; amountMicros: string; checkoutUrl: string | null }>(KNOWN, [
    buyerId,
    requestId,
  ])
  if (row === undefined) throw new Error(`top-up ${id} has vanished`)
  if (BigInt(row.amountMicros) !== amountMicros)
    throw invalidField('amount_micros', 'differs from the first request with this request_id')
  return row
}

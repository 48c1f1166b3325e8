import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { type BuyerId, systemClock, uuidv7 } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import type { PaymentProcessor } from '../../clients/processor/processor.ts'
import { isWholeCents } from '../../domain/cents.ts'
import type { TopUp } from '../../domain/top-up.ts'
import { findTopUp, insertTopUpOnce, setCheckoutUrl } from '../../store/top-ups.ts'

/** Spec "Wallet top-up: 5 to 1000 (USD)". */
const AMOUNT_MICROS_MIN = 5_000_000n
const AMOUNT_MICROS_MAX = 1_000_000_000n

/** What a buyer wants to pay in. */
export interface CreateTopUp {
  readonly buyerId: BuyerId
  readonly amountMicros: bigint
  /** Undefined: every request is a new top-up. */
  readonly requestId: string | undefined
  readonly returnUrl: string
}

/** Starts a top-up and its checkout page. Nothing is in the wallet before the processor's event. */
export async function createTopUp(db: Database, processor: PaymentProcessor, request: CreateTopUp): Promise<TopUp> {
  validateAmount(request.amountMicros)
  const { id, checkoutUrl } = await insertOnce(db, processor.name, request)
  if (checkoutUrl === null) {
    const { buyerId, amountMicros, returnUrl } = request
    const url = await processor.createCheckout({ topUpId: id, buyerId, amountMicros, returnUrl })
    await setCheckoutUrl(db, id, url)
  }
  const topUp = await findTopUp(db, id)
  if (topUp === undefined) throw new Error(`top-up ${id} has vanished`)
  return topUp
}

function validateAmount(amountMicros: bigint): void {
  const detail = { amountMicros }
  if (amountMicros < AMOUNT_MICROS_MIN || amountMicros > AMOUNT_MICROS_MAX) {
    throw appError('topup_amount_invalid', { detail })
  }
  if (!isWholeCents(amountMicros)) {
    throw appError('topup_amount_invalid', { message: 'A top-up must be a whole number of cents.', detail })
  }
}

async function insertOnce(db: Database, processor: string, request: CreateTopUp): Promise<TopUp> {
  const id = uuidv7(systemClock.nowMs())
  const { buyerId, amountMicros, requestId = id } = request
  const topUp = await db.transaction(tx => insertTopUpOnce(tx, { id, buyerId, amountMicros, processor, requestId }))
  if (topUp.amountMicros !== amountMicros) {
    throw invalidField('amount_micros', 'differs from the first request with this request_id')
  }
  return topUp
}

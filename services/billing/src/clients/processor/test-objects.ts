import { toCents } from '../../domain/cents.ts'
import type { TestCheckout } from '../../domain/test-checkout.ts'

const PAYMENT_PREFIX = 'pi_'

/** The name of the payment that was made at a checkout page. */
function paymentIdOf(checkout: TestCheckout): string {
  return `${PAYMENT_PREFIX}${checkout.id}`
}

/** The checkout page that a payment was made at. */
export function checkoutIdOf(paymentId: string): string {
  return paymentId.slice(PAYMENT_PREFIX.length)
}

/** A checkout page as Stripe's events show one. */
export function sessionOf(checkout: TestCheckout, isPaid: boolean): object {
  return {
    id: checkout.id,
    object: 'checkout.session',
    currency: 'usd',
    amount_total: toCents(checkout.amountMicros),
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: isPaid ? paymentIdOf(checkout) : null,
    metadata: { top_up_id: checkout.topUpId },
  }
}

/** A dispute of all that was paid, as Stripe's events show one. */
export function disputeOf(checkout: TestCheckout): object {
  return {
    id: `dp_${checkout.id}`,
    object: 'dispute',
    currency: 'usd',
    amount: toCents(checkout.amountMicros),
    payment_intent: paymentIdOf(checkout),
  }
}

/** A refund as Stripe's events show one. */
export function refundOf(refund: {
  readonly ref: string
  readonly reversalId: string
  readonly paymentId: string
  readonly amountMicros: bigint
}): object {
  return {
    id: refund.ref,
    object: 'refund',
    currency: 'usd',
    amount: toCents(refund.amountMicros),
    status: 'succeeded',
    payment_intent: refund.paymentId,
    metadata: { reversal_id: refund.reversalId },
  }
}

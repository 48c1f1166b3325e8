import { appError } from '@mtg/errors'
import type { Stripe } from 'stripe'
import { fromCents } from '../../domain/cents.ts'
import type { ProcessorEvent, ProcessorNews } from './processor.ts'

/** How a webhook's body is checked and read. */
export interface WebhookReader {
  readonly webhooks: Stripe['webhooks']
  readonly secret: string
}

/** The event in a webhook's body, or `webhook_signature_invalid`. */
export function readStripeWebhook(
  { webhooks, secret }: WebhookReader,
  body: Buffer,
  signature: string,
): ProcessorEvent {
  try {
    return fromStripeEvent(webhooks.constructEvent(body, signature, secret))
  } catch (cause) {
    throw appError('webhook_signature_invalid', { cause })
  }
}

/** A Stripe event as this service's own. What does not concern top-ups is `other`. */
function fromStripeEvent(event: Stripe.Event): ProcessorEvent {
  return { id: event.id, name: event.type, news: newsOf(event) }
}

function newsOf(event: Stripe.Event): ProcessorNews {
  if (event.type === 'checkout.session.completed') return fromPaidSession(event.data.object)
  if (event.type === 'checkout.session.async_payment_succeeded') return fromPaidSession(event.data.object)
  if (event.type === 'checkout.session.expired') return fromUnpaidSession(event.data.object)
  if (event.type === 'checkout.session.async_payment_failed') return fromUnpaidSession(event.data.object)
  if (event.type === 'refund.created') return fromRefund(event.data.object)
  if (event.type === 'refund.updated') return fromRefund(event.data.object)
  if (event.type === 'refund.failed') return fromRefund(event.data.object)
  if (event.type === 'charge.dispute.funds_withdrawn') return fromDispute(event.data.object, 'reversed')
  if (event.type === 'charge.dispute.funds_reinstated') return fromDispute(event.data.object, 'reversal_undone')
  return { type: 'other' }
}

function fromPaidSession(session: Stripe.Checkout.Session): ProcessorNews {
  const paymentId = idOf(session.payment_intent)
  const topUpId = session.metadata?.top_up_id
  // Methods that take days complete the page first and pay later, with an event of their own.
  const isPaid = session.payment_status === 'paid' && session.currency === 'usd' && session.amount_total !== null
  if (!isPaid || topUpId === undefined || paymentId === undefined) return { type: 'other' }
  return { type: 'paid', topUpId, paymentId, amountMicros: fromCents(session.amount_total ?? 0) }
}

function fromUnpaidSession(session: Stripe.Checkout.Session): ProcessorNews {
  const topUpId = session.metadata?.top_up_id
  return topUpId === undefined ? { type: 'other' } : { type: 'not_paid', topUpId }
}

function fromRefund(refund: Stripe.Refund): ProcessorNews {
  const paymentId = idOf(refund.payment_intent)
  if (paymentId === undefined || refund.currency !== 'usd') return { type: 'other' }
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    type: failed ? 'reversal_undone' : 'reversed',
    kind: 'refund',
    ref: refund.id,
    paymentId,
    amountMicros: fromCents(refund.amount),
    reversalId: refund.metadata?.reversal_id,
  }
}

function fromDispute(dispute: Stripe.Dispute, type: 'reversed' | 'reversal_undone'): ProcessorNews {
  const paymentId = idOf(dispute.payment_intent)
  if (paymentId === undefined || dispute.currency !== 'usd') return { type: 'other' }
  const amountMicros = fromCents(dispute.amount)
  return { type, kind: 'dispute', ref: dispute.id, paymentId, amountMicros, reversalId: undefined }
}

function idOf(reference: string | { readonly id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}

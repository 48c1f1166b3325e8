import { Stripe } from 'stripe'
import { fromCents, toCents } from '../../domain/cents.ts'
import type { CheckoutRequest, PaymentProcessor, Transfer } from './processor.ts'
import { readStripeWebhook } from './stripe-events.ts'

/** How to reach Stripe. */
export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Where the API is; another host than Stripe's own is for tests. */
  readonly apiUrl: URL
}

const TIMEOUT_MS = 10_000
const NETWORK_RETRIES_MAX = 2

/** Moves money through Stripe: Checkout for top-ups, refunds, and transfers to connected accounts. */
export function createStripeProcessor(options: StripeOptions): PaymentProcessor {
  const stripe = openStripe(options)
  const webhookReader = { webhooks: stripe.webhooks, secret: options.webhookSecret }
  return {
    name: 'stripe',
    async createCheckout(request) {
      const idempotencyKey = `top-up:${request.topUpId}`
      const session = await stripe.checkout.sessions.create(toSessionParams(request), { idempotencyKey })
      if (session.url === null) throw new Error(`checkout session ${session.id} has no page`)
      return session.url
    },
    refund: ({ reversalId, paymentId, amountMicros }) =>
      asTransfer(
        stripe.refunds.create(
          { payment_intent: paymentId, amount: toCents(amountMicros), metadata: { reversal_id: reversalId } },
          { idempotencyKey: `refund:${reversalId}` },
        ),
      ),
    payOut: ({ payoutId, account, amountMicros }) =>
      asTransfer(
        stripe.transfers.create(
          {
            amount: toCents(amountMicros),
            currency: 'usd',
            destination: account,
            transfer_group: payoutId,
            metadata: { payout_id: payoutId },
          },
          { idempotencyKey: `payout:${payoutId}` },
        ),
      ),
    defaultAccount: () => undefined,
    readWebhook: async (body, signature) => readStripeWebhook(webhookReader, body, signature),
    async findPayment(paymentId) {
      const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 })
      const [session] = data
      const topUpId = session?.metadata?.top_up_id
      if (session === undefined || topUpId === undefined || session.payment_status !== 'paid') return undefined
      return { topUpId, amountMicros: fromCents(session.amount_total ?? 0) }
    },
  }
}

function openStripe({ secretKey, apiUrl }: StripeOptions): Stripe {
  const { protocol, hostname, port } = apiUrl
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port: Number(port) }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES_MAX,
    telemetry: false,
  })
}

function toSessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { topUpId, buyerId, amountMicros, returnUrl } = request
  const metadata = { top_up_id: topUpId, buyer_id: buyerId }
  const price = { currency: 'usd', unit_amount: toCents(amountMicros), product_data: { name: 'Wallet top-up' } }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    client_reference_id: topUpId,
    metadata,
    payment_intent_data: { metadata },
    success_url: returnUrl,
    cancel_url: returnUrl,
  }
}

/** Stripe's "no" is an answer. Anything else (not reached, broken, our key is wrong) is not, and is asked again. */
async function asTransfer(request: Promise<{ readonly id: string }>): Promise<Transfer> {
  try {
    return { accepted: true, ref: (await request).id }
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeInvalidRequestError || thrown instanceof Stripe.errors.StripeCardError) {
      return { accepted: false, reason: thrown.message }
    }
    throw thrown
  }
}

import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { TestAction, TestBooks, TestCheckout } from '../../domain/test-checkout.ts'
import type { PaymentProcessor } from './processor.ts'
import { readStripeWebhook } from './stripe-events.ts'
import { checkoutIdOf, disputeOf, refundOf, sessionOf } from './test-objects.ts'

/** The built-in processor: no real money, but pages, books and signed events as a real one has. */
export interface TestProcessor extends PaymentProcessor {
  findCheckout(id: string): Promise<TestCheckout | undefined>
  /** Does it, unless the state of the page does not allow it. */
  act(checkout: TestCheckout, action: TestAction): Promise<void>
}

/** Where the test processor keeps its books, and how it reaches the outside. */
export interface TestProcessorOptions {
  readonly books: TestBooks
  /** Signs and checks events. */
  readonly webhookSecret: string
  /** Where its checkout pages are. */
  readonly baseUrl: () => string
  /** Called when there are events to deliver. */
  readonly onEvent: () => void
}

/** Transfers to this account are refused, so that refusals can be tried. */
const REFUSED_ACCOUNT = 'acct_refused'

let webhooks: Promise<Stripe['webhooks']> | undefined

/** Stripe's library signs and checks; no request is ever made with it. It is large, and loaded with the first event. */
function openWebhooks(): Promise<Stripe['webhooks']> {
  webhooks ??= import('stripe').then(library => new library.Stripe('sk_test_built_in').webhooks)
  return webhooks
}

/** The header that signs an event, as Stripe's own. */
export async function signTestEvent(payload: string, secret: string): Promise<string> {
  return (await openWebhooks()).generateTestHeaderString({ payload, secret })
}

/** The test processor. Its events are Stripe's in form and signature, so that both take the same way in. */
export function createTestProcessor(options: TestProcessorOptions): TestProcessor {
  const { books, webhookSecret } = options

  async function emit(id: string, type: string, object: object): Promise<void> {
    const payload = JSON.stringify({ id: `evt_${id}`, object: 'event', type, data: { object } })
    await books.addEvent(`evt_${id}`, payload)
    options.onEvent()
  }

  async function close(checkout: TestCheckout, action: 'pay' | 'decline'): Promise<void> {
    const isPaid = action === 'pay'
    if (!(await books.closeCheckout(checkout.id, isPaid ? 'paid' : 'expired'))) return
    const type = isPaid ? 'checkout.session.completed' : 'checkout.session.expired'
    await emit(`${action}_${checkout.id}`, type, sessionOf(checkout, isPaid))
  }

  async function dispute(checkout: TestCheckout, action: 'dispute' | 'win_dispute'): Promise<void> {
    if (checkout.state !== 'paid') return
    const type = action === 'dispute' ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated'
    await emit(`${action}_${checkout.id}`, type, disputeOf(checkout))
  }

  return {
    name: 'test',
    findCheckout: id => books.findCheckout(id),
    async createCheckout({ topUpId, amountMicros, returnUrl }) {
      const id = `cs_test_${randomBytes(16).toString('hex')}`
      const pageId = await books.openCheckout({ id, topUpId, amountMicros, returnUrl })
      return `${options.baseUrl()}/v1-beta/checkout/${pageId}`
    },
    act: (checkout, action) =>
      action === 'pay' || action === 'decline' ? close(checkout, action) : dispute(checkout, action),
    async refund({ reversalId, paymentId, amountMicros }) {
      const ref = `re_${reversalId}`
      await emit(`refund_${reversalId}`, 'refund.created', refundOf({ ref, reversalId, paymentId, amountMicros }))
      return { accepted: true, ref }
    },
    async payOut({ payoutId, account }) {
      if (account === REFUSED_ACCOUNT) return { accepted: false, reason: 'the account takes no transfers' }
      return { accepted: true, ref: `tr_${payoutId}` }
    },
    defaultAccount: username => `acct_${username}`,
    async readWebhook(body, signature) {
      return readStripeWebhook({ webhooks: await openWebhooks(), secret: webhookSecret }, body, signature)
    },
    async findPayment(paymentId) {
      const checkout = await books.findCheckout(checkoutIdOf(paymentId))
      return checkout?.state === 'paid' ? checkout : undefined
    },
  }
}

import { randomBytes } from 'node:crypto'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { Stripe } from 'stripe'
import { toCents } from '../../domain/cents.ts'
import type { PaymentProcessor } from './processor.ts'
import { fromStripeEvent } from './stripe-events.ts'

/** What the buyer, or the buyer's bank, does at the test processor's checkout page. */
export const testActions = ['pay', 'decline', 'dispute', 'win_dispute'] as const

/** One of `testActions`. */
export type TestAction = (typeof testActions)[number]

/** A checkout page of the test processor. */
export interface TestCheckout {
  readonly id: string
  readonly topUpId: string
  readonly amountMicros: bigint
  readonly returnUrl: string
  readonly state: 'open' | 'paid' | 'expired'
}

/** The built-in processor: no real money, but pages, books and signed events as a real one has. */
export interface TestProcessor extends PaymentProcessor {
  findCheckout(id: string): Promise<TestCheckout | undefined>
  /** Does it, unless the state of the page does not allow it. */
  act(checkout: TestCheckout, action: TestAction): Promise<void>
}

/** What the test processor needs. */
export interface TestProcessorOptions {
  readonly db: Database
  /** Signs and checks events. */
  readonly webhookSecret: string
  /** Where its checkout pages are. */
  readonly baseUrl: () => string
  /** Called when there are events to deliver. */
  readonly onEvent: () => void
}

/** Transfers to this account are refused, so that refusals can be tried. */
export const REFUSED_ACCOUNT = 'acct_refused'

const PAYMENT_PREFIX = 'pi_'

/** Makes the test processor. Its events are Stripe's in form and signature, so that both take the same way in. */
export function createTestProcessor(options: TestProcessorOptions): TestProcessor {
  const { db } = options
  // No request is ever made with it: it signs and checks.
  const { webhooks } = new Stripe('sk_test_built_in')

  async function emit(id: string, type: string, object: object): Promise<void> {
    const payload = JSON.stringify({ id: `evt_${id}`, object: 'event', type, data: { object } })
    await db.query(EMIT, [`evt_${id}`, payload])
    options.onEvent()
  }

  const sessionOf = (checkout: TestCheckout, isPaid: boolean) => ({
    id: checkout.id,
    object: 'checkout.session',
    currency: 'usd',
    amount_total: toCents(checkout.amountMicros),
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: isPaid ? paymentOf(checkout) : null,
    metadata: { top_up_id: checkout.topUpId },
  })

  const disputeOf = (checkout: TestCheckout) => ({
    id: `dp_${checkout.id}`,
    object: 'dispute',
    currency: 'usd',
    amount: toCents(checkout.amountMicros),
    payment_intent: paymentOf(checkout),
  })

  async function findCheckout(id: string): Promise<TestCheckout | undefined> {
    const [row] = await db.query<Omit<TestCheckout, 'amountMicros'> & { amountMicros: string }>(FIND, [id])
    return row === undefined ? undefined : { ...row, amountMicros: BigInt(row.amountMicros) }
  }

  return {
    name: 'test',
    findCheckout,
    async createCheckout({ topUpId, amountMicros, returnUrl }) {
      const id = `cs_test_${randomBytes(16).toString('hex')}`
      const [row] = await db.query<{ id: string }>(OPEN, [id, topUpId, amountMicros.toString(), returnUrl])
      return `${options.baseUrl()}/v1-beta/checkout/${row?.id ?? id}`
    },
    async act(checkout, action) {
      const { id } = checkout
      if (action === 'pay' || action === 'decline') {
        const isPaid = action === 'pay'
        const closed = await db.query(CLOSE, [id, isPaid ? 'paid' : 'expired'])
        if (closed.length === 0) return
        const type = isPaid ? 'checkout.session.completed' : 'checkout.session.expired'
        return await emit(`${action}_${id}`, type, sessionOf(checkout, isPaid))
      }
      if (checkout.state !== 'paid') return
      const type = action === 'dispute' ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated'
      await emit(`${action}_${id}`, type, disputeOf(checkout))
    },
    async refund({ reversalId, paymentId, amountMicros }) {
      const ref = `re_${reversalId}`
      const refund = {
        id: ref,
        object: 'refund',
        currency: 'usd',
        amount: toCents(amountMicros),
        status: 'succeeded',
        payment_intent: paymentId,
        metadata: { reversal_id: reversalId },
      }
      await emit(`refund_${reversalId}`, 'refund.created', refund)
      return { accepted: true, ref }
    },
    async payOut({ payoutId, account }) {
      if (account === REFUSED_ACCOUNT) return { accepted: false, reason: 'the account takes no transfers' }
      return { accepted: true, ref: `tr_${payoutId}` }
    },
    defaultAccount: username => `acct_${username}`,
    readWebhook(body, signature) {
      try {
        return fromStripeEvent(webhooks.constructEvent(body, signature, options.webhookSecret))
      } catch (cause) {
        throw appError('webhook_signature_invalid', { cause })
      }
    },
    async findPayment(paymentId) {
      const checkout = await findCheckout(paymentId.slice(PAYMENT_PREFIX.length))
      return checkout?.state === 'paid' ? checkout : undefined
    },
  }
}

function paymentOf(checkout: TestCheckout): string {
  return `${PAYMENT_PREFIX}${checkout.id}`
}

/** The header that signs an event, as Stripe's own. */
export function signTestEvent(payload: string, secret: string): string {
  return new Stripe('sk_test_built_in').webhooks.generateTestHeaderString({ payload, secret })
}

const OPEN = {
  name: 'open-test-checkout',
  text: `
    INSERT INTO test_checkouts (id, top_up_id, amount_micros, return_url) VALUES ($1, $2, $3, $4)
    ON CONFLICT (top_up_id) DO UPDATE SET return_url = excluded.return_url RETURNING id`,
}

const FIND = {
  name: 'find-test-checkout',
  text: `
    SELECT id, top_up_id AS "topUpId", amount_micros AS "amountMicros", return_url AS "returnUrl", state
    FROM test_checkouts WHERE id = $1`,
}

const CLOSE = {
  name: 'close-test-checkout',
  text: `UPDATE test_checkouts SET state = $2 WHERE id = $1 AND state = 'open' RETURNING id`,
}

const EMIT = {
  name: 'emit-test-event',
  text: 'INSERT INTO test_events (id, payload) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
}

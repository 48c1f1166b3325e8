import { appError } from '@mtg/errors'
import { type Html, html, sendPage } from '@mtg/pages'
import type { TestProcessor } from '../clients/processor/test-processor.ts'
import { type TestAction, type TestCheckout, testActions } from '../domain/test-checkout.ts'
import { checkoutPage } from './checkout-page.ts'
import type { Routes } from './server.ts'

/** Where checkout pages send buyers who came from nowhere else. */
export const DONE_PATH = '/v1-beta/checkout/done'

/** The page that tells a buyer to go back to work. */
export const doneRoutes: Routes = app => {
  app.get(DONE_PATH, async (_request, reply) =>
    sendPage(
      reply,
      200,
      checkoutPage(
        'Thank you',
        html`<p>The wallet is topped up as soon as the payment has arrived. You can close this page.</p>`,
      ),
    ),
  )
}

const PATH = '/v1-beta/checkout/:id'

/** The test processor's checkout page: pay or decline, and afterwards dispute the payment as a bank would. */
export function checkoutRoutes(processor: TestProcessor): Routes {
  const find = async (id: string): Promise<TestCheckout> => {
    const checkout = await processor.findCheckout(id)
    if (checkout === undefined) throw appError('not_found')
    return checkout
  }
  return app => {
    app.get<{ Params: { id: string } }>(PATH, async (request, reply) =>
      sendPage(reply, 200, checkoutPage('Test checkout', viewOf(await find(request.params.id)))),
    )
    app.post<{ Params: { id: string } }>(PATH, async (request, reply) => {
      const checkout = await find(request.params.id)
      await processor.act(checkout, actionIn(request.body))
      return await reply.redirect(request.url, 303)
    })
  }
}

function actionIn(body: unknown): TestAction {
  const action = Buffer.isBuffer(body) ? new URLSearchParams(body.toString('utf8')).get('action') : null
  const known = testActions.find(name => name === action)
  if (known === undefined) throw appError('bad_request')
  return known
}

function viewOf(checkout: TestCheckout): Html {
  const cents = checkout.amountMicros / 10_000n
  const amount = html`<p class="amount">$${(cents / 100n).toString()}.${(cents % 100n).toString().padStart(2, '0')}</p>`
  return html`${amount}${choices[checkout.state](checkout)}`
}

const choices: Readonly<Record<TestCheckout['state'], (checkout: TestCheckout) => Html>> = {
  open: () => html`<p>Wallet top-up through the built-in test processor. No real money moves.</p>
    <form method="post"><button class="first" name="action" value="pay">Pay</button>
    <button name="action" value="decline">Decline</button></form>`,
  paid: checkout => html`<p>Paid. The wallet is topped up in a moment. <a href="${checkout.returnUrl}">Go back</a></p>
    <p class="note">What the buyer's bank may do later:</p>
    <form method="post"><button name="action" value="dispute">Dispute the payment</button>
    <button name="action" value="win_dispute">Decide the dispute for us</button></form>`,
  expired: checkout => html`<p>Declined: nothing was paid. <a href="${checkout.returnUrl}">Go back</a></p>`,
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { type FakeStripe, postEvent, startFakeStripe } from './fake-stripe.ts'
import { codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

const WEBHOOK_SECRET = 'whsec_test'

let stripe: FakeStripe
let system: Harness
let webhookUrl: string
let topUps: ReturnType<typeof connect>

const connect = (address: string) => createClient(services.billing.TopUpService, { address })

before(async () => {
  stripe = await startFakeStripe(WEBHOOK_SECRET)
  const listen = `127.0.0.1:${await freePort()}`
  webhookUrl = `http://${listen}/v1-beta/webhooks/stripe`
  system = await startHarness({
    env: {
      HTTP_LISTEN: listen,
      PAYMENT_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_billing',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
      TRANSFER_RETRY_MS: '50',
    },
  })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  topUps = connect(system.address)
})
after(async () => {
  topUps?.close()
  await system?.stop()
  await stripe?.close()
})

async function start(buyerId: string, amountMicros: string, requestId = ''): Promise<billing.TopUp__Output> {
  const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros, requestId }, LIMITS)
  assert.ok(topUp)
  return topUp
}

async function read(topUpId: string): Promise<billing.TopUp__Output> {
  const { topUp } = await topUps.GetTopUp({ topUpId }, LIMITS)
  assert.ok(topUp)
  return topUp
}

const send = (type: string, object: object, id?: string) => stripe.send(webhookUrl, type, object, id)

/** A buyer with 25 USD, paid in. */
async function paidUp() {
  const buyerId = randomUUID()
  const { topUpId } = await start(buyerId, '25000000')
  const { paymentId, session } = stripe.pay(topUpId, 2500)
  assert.equal(await send('checkout.session.completed', session), 200)
  return { buyerId, topUpId, paymentId, session }
}

const dispute = (paymentId: string, amount = 2500) => ({
  id: `dp_${paymentId}`,
  object: 'dispute',
  currency: 'usd',
  amount,
  payment_intent: paymentId,
})

const refund = (id: string, paymentId: string, amount: number, status = 'succeeded') => ({
  id,
  object: 'refund',
  currency: 'usd',
  amount,
  status,
  payment_intent: paymentId,
  metadata: {},
})

const balanceOf = async (buyerId: string) => (await system.wallet(buyerId)).balance

async function stateOf(refundId: string): Promise<string | undefined> {
  const { rows } = await system.sql.query<{ state: string }>('SELECT state FROM reversals WHERE id = $1', [refundId])
  return rows[0]?.state
}

/** Has the processor refuse a refund while the one who asked first still waits for its answer: it is accepted once `goOn` is called. */
async function refusedWhileUnderWay(topUpId: string) {
  const goOn = stripe.hold()
  const answer = topUps.RefundTopUp({ topUpId, requestId: 'r1' }, LIMITS)
  await eventually(() => assert.equal(stripe.waiting(), 1))
  // Whoever asked is taken for dead; another one asks.
  stripe.forget()
  stripe.spoil({ kind: 'refuse at once', times: 1 })
  await system.sql.query("UPDATE reversals SET sending_until = clock_timestamp() WHERE state = 'requested'")
  const refundId = await eventually(async () => {
    const { rows } = await system.sql.query<{ id: string }>(
      "SELECT id FROM reversals WHERE top_up_id = $1 AND state = 'returned'",
      [topUpId],
    )
    assert.ok(rows[0])
    return rows[0].id
  })
  return { goOn, answer, refundId }
}

const SPENT = 20_000n

/** Spends by a captured call of 20,000 micro-USD. */
async function spend(buyerId: string, calls: number): Promise<void> {
  const purchases = [{ app: 'acme/search', tier: 'TIER_PAID', status: 'PURCHASE_STATUS_ACTIVE', renews: true } as const]
  await system.catalog.ApplyCatalog({ buyers: [{ buyerId, email: `${buyerId}@example.test`, purchases }] }, LIMITS)
  const reserved = await Promise.all(Array.from({ length: calls }, () => system.reserve({ buyerId, toolName: 'deep' })))
  await Promise.all(reserved.map(({ callId }) => system.capture(callId)))
}

for (const [amount, why] of [
  ['4990000', 'less than 5 USD'],
  ['1000010000', 'more than 1000 USD'],
  ['5000001', 'parts of a cent'],
  ['0', 'nothing'],
  ['-5000000', 'a negative amount'],
]) {
  test(`a top-up of ${why} is refused`, async () => {
    assert.equal(await codeOf(start(randomUUID(), amount ?? '')), 'topup_amount_invalid')
  })
}

test('a top-up leads to a checkout page of the processor, and puts nothing into the wallet before it is paid', async () => {
  const buyerId = randomUUID()
  const topUp = await start(buyerId, '5000000')
  assert.match(topUp.checkoutUrl, /^https:\/\/checkout\.stripe\.test\//)
  assert.deepEqual([topUp.state, topUp.amountMicros, topUp.processor], ['TOP_UP_STATE_PENDING', '5000000', 'stripe'])
  assert.equal(await balanceOf(buyerId), 0n)
  const { params } = stripe.requests.at(-1) ?? {}
  assert.equal(params?.get('line_items[0][price_data][unit_amount]'), '500')
})

test('a paid top-up is in the wallet once, however often the event comes', async () => {
  const buyerId = randomUUID()
  const { topUpId } = await start(buyerId, '1000000000')
  const { session } = stripe.pay(topUpId, 100_000)
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => send('checkout.session.completed', session, 'the-same')),
  )
  assert.deepEqual(new Set(sent), new Set([200]))
  await send('checkout.session.async_payment_succeeded', session)
  assert.equal(await balanceOf(buyerId), 1_000_000_000n)
  const topUp = await read(topUpId)
  assert.deepEqual([topUp.state, topUp.checkoutUrl], ['TOP_UP_STATE_PAID', ''])
  const { entries } = await system.wallets.ListJournalEntries({ buyerId }, LIMITS)
  assert.deepEqual(
    entries.map(entry => [entry.kind, entry.debitAccount, entry.reference]),
    [['topup', 'processor_clearing', `topup:${topUpId}`]],
  )
})

test('the same request is one top-up; with another amount it is refused', async () => {
  const buyerId = randomUUID()
  const first = await start(buyerId, '5000000', 'order-1')
  const again = await start(buyerId, '5000000', 'order-1')
  assert.deepEqual([again.topUpId, again.checkoutUrl], [first.topUpId, first.checkoutUrl])
  assert.equal(await codeOf(start(buyerId, '6000000', 'order-1')), 'invalid_argument')
  assert.notEqual((await start(randomUUID(), '5000000', 'order-1')).topUpId, first.topUpId)
})

test('a processor that fails is asked again by the same request, which makes one checkout page', async () => {
  const buyerId = randomUUID()
  stripe.spoil({ kind: 'fail', times: 3 })
  assert.equal(await codeOf(start(buyerId, '5000000', 'order-1')), 'internal_error')
  stripe.spoil({ kind: 'lose reply', times: 1 })
  const topUp = await start(buyerId, '5000000', 'order-1')
  const made = stripe.requests.filter(request => request.idempotencyKey === `top-up:${topUp.topUpId}`)
  assert.equal(made.length, 1)
})

test('an event that the processor did not sign changes nothing', async () => {
  const buyerId = randomUUID()
  const { topUpId } = await start(buyerId, '5000000')
  const { session } = stripe.pay(topUpId, 500)
  const event = { id: 'evt_forged', object: 'event', type: 'checkout.session.completed', data: { object: session } }
  const payload = JSON.stringify(event)
  const good = stripe.sign(payload)
  const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600
  for (const signature of [
    '',
    't=1,v1=00',
    good.replace(/.$/, digit => (digit === '0' ? '1' : '0')),
    stripe.sign(payload, tenMinutesAgo),
  ]) {
    assert.equal(await postEvent(webhookUrl, payload, signature), 400, signature)
  }
  assert.equal(await postEvent(webhookUrl, payload.replace('500', '900'), good), 400)
  assert.equal(await balanceOf(buyerId), 0n)
  assert.equal(await postEvent(webhookUrl, payload, good), 200)
  assert.equal(await balanceOf(buyerId), 5_000_000n)
})

test('an event without a signature is refused with webhook_signature_invalid', async () => {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { error } = (await response.json()) as { error: { code: string; status: number } }
  assert.deepEqual([response.status, error.code, error.status], [400, 'webhook_signature_invalid', 400])
})

test('a checkout page that ends unpaid ends the top-up; a payment that comes after all still counts', async () => {
  const buyerId = randomUUID()
  const { topUpId } = await start(buyerId, '5000000')
  const { session } = stripe.pay(topUpId, 500)
  await send('checkout.session.completed', { ...session, payment_status: 'unpaid' })
  assert.equal((await read(topUpId)).state, 'TOP_UP_STATE_PENDING')
  await send('checkout.session.async_payment_failed', session)
  assert.equal((await read(topUpId)).state, 'TOP_UP_STATE_FAILED')
  await send('checkout.session.completed', session)
  assert.equal((await read(topUpId)).state, 'TOP_UP_STATE_PAID')
  await send('checkout.session.expired', session)
  assert.equal((await read(topUpId)).state, 'TOP_UP_STATE_PAID')
  assert.equal(await balanceOf(buyerId), 5_000_000n)
})

test('events of other business in the same Stripe account are taken and ignored', async () => {
  const { session } = stripe.pay(randomUUID(), 700)
  assert.equal(await send('checkout.session.completed', session), 200)
  assert.equal(await send('checkout.session.completed', { ...session, metadata: {} }), 200)
  assert.equal(await send('charge.dispute.funds_withdrawn', dispute('pi_elsewhere')), 200)
  assert.equal(await send('invoice.paid', { id: 'in_1', object: 'invoice' }), 200)
})

test('a dispute takes the money back, and gives it again when it is won, once each', async () => {
  const { buyerId, topUpId, paymentId } = await paidUp()
  await send('charge.dispute.funds_withdrawn', dispute(paymentId))
  await send('charge.dispute.funds_withdrawn', dispute(paymentId))
  assert.equal(await balanceOf(buyerId), 0n)
  assert.equal((await read(topUpId)).reversedMicros, '25000000')
  await send('charge.dispute.funds_reinstated', dispute(paymentId))
  await send('charge.dispute.funds_reinstated', dispute(paymentId))
  assert.equal(await balanceOf(buyerId), 25_000_000n)
  assert.equal((await read(topUpId)).reversedMicros, '0')
})

test('a disputed payment that was spent leaves the wallet at zero and the buyer owing the rest; calls under way are paid', async () => {
  const { buyerId, paymentId } = await paidUp()
  await spend(buyerId, 100)
  const underWay = await system.reserve({ buyerId, toolName: 'deep' })
  await send('charge.dispute.funds_withdrawn', dispute(paymentId))
  assert.deepEqual(await system.wallet(buyerId), { balance: 20_000n, held: 20_000n })
  assert.equal(await codeOf(system.reserve({ buyerId })), 'insufficient_balance')
  assert.equal(await system.capture(underWay.callId), 20_000n)
  const account = `receivable:${buyerId}`
  const { entries } = await system.ledger.ListEntries({ account }, LIMITS)
  assert.deepEqual(
    entries.map(entry => [entry.kind, entry.amountMicros]),
    [['dispute', '2020000']],
  )
  await send('charge.dispute.funds_reinstated', dispute(paymentId))
  assert.equal(await balanceOf(buyerId), 22_980_000n)
})

test("a dispute whose payment's own event was lost is applied to the payment that the processor knows", async () => {
  const buyerId = randomUUID()
  const { topUpId } = await start(buyerId, '25000000')
  const { paymentId, session } = stripe.pay(topUpId, 2500)
  assert.equal(await send('charge.dispute.funds_withdrawn', dispute(paymentId)), 200)
  assert.equal(await balanceOf(buyerId), 0n)
  await send('checkout.session.completed', session)
  assert.equal(await balanceOf(buyerId), 0n)
  assert.deepEqual((await read(topUpId)).reversedMicros, '25000000')
})

test('events that arrive in the wrong order end in the same place', async () => {
  const { buyerId, paymentId } = await paidUp()
  await send('charge.dispute.funds_reinstated', dispute(paymentId))
  await send('charge.dispute.funds_withdrawn', dispute(paymentId))
  await send('refund.failed', refund('re_late', paymentId, 1000, 'failed'))
  await send('refund.created', refund('re_late', paymentId, 1000, 'pending'))
  assert.equal(await balanceOf(buyerId), 25_000_000n)
})

test("a refund made in the processor's own console takes the money out of the wallet", async () => {
  const { buyerId, paymentId } = await paidUp()
  await send('refund.created', refund('re_console', paymentId, 1000, 'pending'))
  await send('refund.updated', refund('re_console', paymentId, 1000))
  assert.equal(await balanceOf(buyerId), 15_000_000n)
})

test('a refund leaves the wallet at once and is sent once', async () => {
  const { buyerId, topUpId, paymentId } = await paidUp()
  const request = { topUpId, amountMicros: '10000000', requestId: 'r1' }
  const [first, second] = await Promise.all([topUps.RefundTopUp(request, LIMITS), topUps.RefundTopUp(request, LIMITS)])
  assert.equal(first.refundId, second.refundId)
  assert.equal(await balanceOf(buyerId), 15_000_000n)
  const sent = stripe.requests.filter(sent => sent.params.get('payment_intent') === paymentId)
  assert.deepEqual(
    sent.map(({ path, params }) => [path, params.get('amount'), params.get('metadata[reversal_id]')]),
    [['/v1/refunds', '1000', first.refundId]],
  )
  const event = { ...refund('re_other', paymentId, 1000), metadata: { reversal_id: first.refundId } }
  await send('refund.created', event)
  assert.equal(await balanceOf(buyerId), 15_000_000n)
  const rest = await topUps.RefundTopUp({ topUpId, requestId: 'r2' }, LIMITS)
  assert.equal(rest.amountMicros, '15000000')
  assert.equal(await codeOf(topUps.RefundTopUp({ topUpId, requestId: 'r3' }, LIMITS)), 'invalid_argument')
})

test('what has been spent cannot be refunded, nor what was never paid', async () => {
  const { buyerId, topUpId } = await paidUp()
  await spend(buyerId, 1)
  assert.equal(await codeOf(topUps.RefundTopUp({ topUpId, requestId: 'r1' }, LIMITS)), 'insufficient_balance')
  const unpaid = await start(buyerId, '5000000')
  const refundUnpaid = topUps.RefundTopUp({ topUpId: unpaid.topUpId, requestId: 'r1' }, LIMITS)
  assert.equal(await codeOf(refundUnpaid), 'invalid_argument')
  assert.equal(await codeOf(topUps.RefundTopUp({ topUpId: randomUUID(), requestId: 'r1' }, LIMITS)), 'not_found')
})

test('a refund that the processor refuses or that fails later is in the wallet again', async () => {
  const { buyerId, topUpId, paymentId } = await paidUp()
  stripe.spoil({ kind: 'refuse', times: 1 })
  const refused = await topUps.RefundTopUp({ topUpId, requestId: 'r1' }, LIMITS)
  assert.equal(refused.returned, true)
  assert.equal(await balanceOf(buyerId), 25_000_000n)
  const { refundId } = await topUps.RefundTopUp({ topUpId, requestId: 'r2' }, LIMITS)
  assert.equal(await balanceOf(buyerId), 0n)
  await send('refund.failed', { ...refund('re_x', paymentId, 2500, 'failed'), metadata: { reversal_id: refundId } })
  assert.equal(await balanceOf(buyerId), 25_000_000n)
})

test('a refund whose reply was lost is finished later, and sent once', async () => {
  const { buyerId, topUpId, paymentId } = await paidUp()
  stripe.spoil({ kind: 'lose reply', times: 1000 })
  const { refundId } = await topUps.RefundTopUp({ topUpId, requestId: 'r1' }, LIMITS)
  assert.equal(await balanceOf(buyerId), 0n)
  stripe.spoil({ kind: 'lose reply', times: 0 })
  await eventually(async () => assert.equal(await stateOf(refundId), 'taken'))
  const sent = stripe.requests.filter(request => request.params.get('payment_intent') === paymentId)
  assert.equal(sent.length, 1)
})

test('a refund that the processor sends after it has refused it is in the books, and what was spent meanwhile is owed', async () => {
  const { buyerId, topUpId, paymentId } = await paidUp()
  const { goOn, answer, refundId } = await refusedWhileUnderWay(topUpId)
  assert.equal(await balanceOf(buyerId), 25_000_000n)
  await spend(buyerId, 1)
  goOn()
  assert.equal((await answer).returned, false)
  assert.equal(await stateOf(refundId), 'taken')
  assert.equal(await balanceOf(buyerId), 0n)
  assert.equal(stripe.requests.filter(sent => sent.params.get('payment_intent') === paymentId).length, 1)
  // The event says the same; the one that undoes it gives all of it back, what is owed first.
  const sent = { ...refund(`re_${refundId}`, paymentId, 2500), metadata: { reversal_id: refundId } }
  await send('refund.created', sent)
  assert.equal(await balanceOf(buyerId), 0n)
  await send('refund.failed', { ...sent, status: 'failed' })
  assert.deepEqual([await stateOf(refundId), await balanceOf(buyerId)], ['returned', 25_000_000n - SPENT])
  await send('refund.updated', sent)
  assert.deepEqual([await stateOf(refundId), await balanceOf(buyerId)], ['returned', 25_000_000n - SPENT])
})

test('a refund that fails before its late acceptance is heard of stays in the wallet', async () => {
  const { buyerId, topUpId, paymentId } = await paidUp()
  const { goOn, answer, refundId } = await refusedWhileUnderWay(topUpId)
  const sent = { ...refund(`re_${refundId}`, paymentId, 2500, 'failed'), metadata: { reversal_id: refundId } }
  await send('refund.failed', sent)
  goOn()
  assert.equal((await answer).returned, true)
  assert.deepEqual([await stateOf(refundId), await balanceOf(buyerId)], ['returned', 25_000_000n])
})

test('top-ups are listed newest first, in pages', async () => {
  const buyerId = randomUUID()
  const made: string[] = []
  for (let round = 0; round < 3; round += 1) made.unshift((await start(buyerId, '5000000')).topUpId)
  const first = await topUps.ListTopUps({ buyerId, pageSize: 2 }, LIMITS)
  const second = await topUps.ListTopUps({ buyerId, pageSize: 2, pageToken: first.nextPageToken }, LIMITS)
  assert.deepEqual(
    [...first.topUps, ...second.topUps].map(topUp => topUp.topUpId),
    made,
  )
  assert.equal(second.nextPageToken, '')
})

test('too large an event is refused, and an address that is not served is not found', async () => {
  assert.equal(await postEvent(webhookUrl, 'x'.repeat(300_000), 't=1,v1=0'), 413)
  assert.equal(await postEvent(webhookUrl.replace('stripe', 'test'), '{}', 't=1,v1=0'), 404)
})

test('the ledger adds up after all of this, and all accounts together are zero', async () => {
  assert.deepEqual(await system.breaches(), [])
  const { balances } = await system.ledger.ListBalances({}, LIMITS)
  assert.equal(
    balances.reduce((sum, balance) => sum + BigInt(balance.balanceMicros), 0n),
    0n,
  )
})

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'

/** A request that the fake has answered. */
interface StripeRequest {
  readonly path: string
  readonly params: URLSearchParams
  readonly idempotencyKey: string
}

/** Speaks the few parts of Stripe's API that billing uses, idempotency keys included, and signs events as Stripe does. */
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

/**
 * What the next requests get in place of an answer: Stripe's own "no", one that it does not remember (it had not begun), a failure, or an
 * answer that is lost.
 */
export type Mishap = { readonly kind: 'refuse' | 'refuse at once' | 'fail' | 'lose reply'; readonly times: number }

interface Sent {
  readonly status: number
  readonly text: string
}

const errorAnswer = (status: number, type: string): Sent => ({
  status,
  text: JSON.stringify({ error: { type, message: 'no' } }),
})

/** Starts a fake Stripe. */
export async function startFakeStripe(webhookSecret: string) {
  const answers = new Map<string, Sent>()
  const requests: StripeRequest[] = []
  const sessions: { paymentId: string; topUpId: string; amount: number }[] = []
  let mishap: { kind: Mishap['kind']; times: number } = { kind: 'fail', times: 0 }
  const { webhooks } = new Stripe('sk_test_fake')
  /** Idempotency keys of requests that are being carried out. */
  const underWay = new Set<string>()
  let overlaps = 0
  let held: Promise<void> | undefined

  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const spoiled = takeMishap()
    const send = ({ status, text }: Sent) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
    const key = String(request.headers['idempotency-key'] ?? '')
    if (underWay.has(key)) {
      overlaps += 1
      return send(errorAnswer(409, 'idempotency_error'))
    }
    if (key !== '') underWay.add(key)
    const wait = held
    held = undefined
    await wait
    underWay.delete(key)
    if (spoiled === 'fail') send(errorAnswer(500, 'api_error'))
    else if (spoiled === 'refuse at once') send(errorAnswer(400, 'invalid_request_error'))
    else if (spoiled === 'lose reply') {
      answerOnce(request, body)
      response.destroy()
    } else send(answerOnce(request, body, spoiled === 'refuse'))
  }

  function takeMishap(): Mishap['kind'] | undefined {
    if (mishap.times === 0) return undefined
    mishap = { ...mishap, times: mishap.times - 1 }
    return mishap.kind
  }

  /** As Stripe does: a key has one answer for good, also when that is a "no". */
  function answerOnce(request: IncomingMessage, body: string, isRefused = false): Sent {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const params = request.method === 'GET' ? url.searchParams : new URLSearchParams(body)
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
    const known = answers.get(idempotencyKey)
    if (known !== undefined) return known
    if (!isRefused) requests.push({ path: url.pathname, params, idempotencyKey })
    const answer = isRefused
      ? errorAnswer(400, 'invalid_request_error')
      : { status: 200, text: JSON.stringify(answerTo(request.method ?? '', url.pathname, params)) }
    if (idempotencyKey !== '') answers.set(idempotencyKey, answer)
    return answer
  }

  function answerTo(method: string, path: string, params: URLSearchParams): object {
    if (path === '/v1/checkout/sessions' && method === 'POST') {
      const id = `cs_${randomUUID()}`
      return { id, object: 'checkout.session', url: `https://checkout.stripe.test/${id}` }
    }
    if (path === '/v1/checkout/sessions') {
      const known = sessions.filter(session => session.paymentId === params.get('payment_intent'))
      return { object: 'list', data: known.map(session => sessionOf(session)) }
    }
    if (path === '/v1/refunds') return { id: `re_${randomUUID()}`, object: 'refund' }
    if (path === '/v1/transfers') return { id: `tr_${randomUUID()}`, object: 'transfer' }
    throw new Error(`the fake has no ${method} ${path}`)
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    requests,
    /** Gives the next requests something else than their answer. The official client asks up to three times. */
    spoil(next: Mishap): void {
      mishap = next
    },
    /** The next request is answered once the function returned is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** Requests that are being carried out. */
    waiting: () => underWay.size,
    /** Whoever asks again is not told that a request of the same key is under way. */
    forget: () => underWay.clear(),
    /** How often a request came while another one of the same key was being carried out. */
    overlaps: () => overlaps,
    /** The buyer pays: Stripe knows it, whether or not the event arrives. */
    pay(topUpId: string, amount: number): { paymentId: string; session: object } {
      const paid = { paymentId: `pi_${randomUUID()}`, topUpId, amount }
      sessions.push(paid)
      return { paymentId: paid.paymentId, session: sessionOf(paid) }
    },
    /** Sends a signed event to the webhook; answers with its status. */
    async send(webhookUrl: string, type: string, object: object, id: string = randomUUID()): Promise<number> {
      const payload = JSON.stringify({ id: `evt_${id}`, object: 'event', type, data: { object } })
      const signature = webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
      return await postEvent(webhookUrl, payload, signature)
    },
    sign: (payload: string, timestamp?: number) =>
      webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        ...(timestamp !== undefined && { timestamp }),
      }),
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

/** Posts an event; answers with the status. */
export async function postEvent(url: string, payload: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  const response = await fetch(url, { method: 'POST', headers, body: payload })
  await response.body?.cancel()
  return response.status
}

function sessionOf({ paymentId, topUpId, amount }: { paymentId: string; topUpId: string; amount: number }): object {
  return {
    id: `cs_${paymentId}`,
    object: 'checkout.session',
    payment_status: 'paid',
    payment_intent: paymentId,
    currency: 'usd',
    amount_total: amount,
    metadata: { top_up_id: topUpId },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

import { setTimeout as sleep } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import type { Span } from '@mtg/observability'
import type { Call } from '../adapters/adapter.ts'
import { isPaidWhenAbandoned } from '../call/abandoned.ts'
import type { Arrival } from '../call/arrival.ts'
import type { Reservation } from '../call/reservation.ts'
import type { Stopping } from '../call/stopping.ts'
import type { Principal } from '../clients/auth.ts'
import type { BuyerIdentities } from '../clients/buyer-identity.ts'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import { endedBy, startExchangeSpan } from '../observe/publisher-span.ts'
import type { Circuits, Permit } from '../publisher/circuit.ts'
import { classifyFailure } from '../publisher/classify-failure.ts'
import type { Exchange, ExchangeLimits } from '../publisher/exchange.ts'
import { PublisherFailure } from '../publisher/failure.ts'
import { headersForPublisher } from '../publisher/headers.ts'
import type { PublisherAnswer } from '../publisher/publisher-answer.ts'
import type { PublisherRequest, Sender } from '../publisher/sender.ts'

/** Reaches publishers. */
export interface ForwardServices {
  readonly sender: Sender
  readonly circuits: Circuits
  readonly buyerIdentities: BuyerIdentities
  readonly stopping: Stopping
  /** Memory for the answers of all publishers. */
  readonly answerBytes: ByteBudget
  readonly answerLimits: Omit<ExchangeLimits, 'firstByteMs' | 'isEndless'>
}

/** An answer of a publisher that is not a failure, and the exchange it came by, which must be finished. */
export interface Forwarded {
  readonly answer: PublisherAnswer
  readonly exchange: Exchange
  readonly permit: Permit
}

const RECONNECT_MIN_MS = 20
const RECONNECT_SPREAD_MS = 40

/** Sends the call to its publisher; throws app_offline, gateway_timeout and the publisher_* errors. */
export async function forward(
  arrival: Arrival,
  principal: Principal,
  call: Call,
  reservation: Reservation,
  services: ForwardServices,
  span: Span,
): Promise<Forwarded> {
  const app = arrival.app.name
  const permit = services.circuits.enter(app, principal.buyerId)
  try {
    const token = services.buyerIdentities.tokenFor(principal.buyerId, arrival.app.username, span)
    const buyerIdentity = token instanceof Promise ? await token : token
    const own = startExchangeSpan(span, arrival, call, reservation)
    const extra = { buyerIdentity, traceparent: own?.traceparent }
    const request = requestOf(arrival, principal, call, reservation, services, extra)
    const outlivesBuyer = isPaidWhenAbandoned(call, reservation)
    const { exchange, answer } = await endedBy(own, answerOf(request, arrival, services.sender, outlivesBuyer))
    permit.succeed()
    if (call.isSubscription) endOnStop(exchange, arrival, services.stopping)
    return { answer, exchange, permit }
  } catch (thrown) {
    const { error, blame } = classifyFailure(thrown)
    if (blame === 'none') permit.cancel()
    else permit.fail(blame)
    throw error
  }
}

/** A connection that could not be made has carried nothing, so it is tried once more. */
async function answerOf(request: PublisherRequest, arrival: Arrival, sender: Sender, outlivesBuyer: boolean) {
  let exchange = openFor(request, arrival, sender, outlivesBuyer)
  let answer: PublisherAnswer
  try {
    answer = await exchange.answer
  } catch (thrown) {
    const isUnsent = thrown instanceof PublisherFailure && thrown.kind === 'connect' && !thrown.wasSent
    if (!isUnsent) throw thrown
    await sleep(RECONNECT_MIN_MS + Math.random() * RECONNECT_SPREAD_MS)
    exchange = openFor(request, arrival, sender, outlivesBuyer)
    answer = await exchange.answer
  }
  if (answer.status >= 500) {
    exchange.finish(true)
    if (answer.kind === 'buffered') answer.release()
    throw appError('publisher_server_error', { status: answer.status })
  }
  return { exchange, answer }
}

function endOnStop(exchange: Exchange, { response }: Arrival, stopping: Stopping): void {
  const forget = stopping.onStop(() => exchange.abort('draining', 'the gateway is going away'))
  response.once('close', forget)
}

function openFor(request: PublisherRequest, { delivery }: Arrival, sender: Sender, outlivesBuyer: boolean): Exchange {
  const exchange = sender.open(request)
  delivery.onLeave(() => {
    if (outlivesBuyer && exchange.wasSent() && !delivery.hasBegun()) return
    exchange.abort('buyer_left', 'the buyer closed the connection')
  })
  return exchange
}

function requestOf(
  { callId, request, app }: Arrival,
  { buyerId }: Principal,
  call: Call,
  { terms: { upstream } }: Reservation,
  { answerLimits, answerBytes }: ForwardServices,
  extra: { buyerIdentity: string | undefined; traceparent: string | undefined },
): PublisherRequest {
  const credentials = { credential: upstream.credential, callId, ...extra }
  return {
    url: upstream.url,
    lane: { app: app.name, publisher: app.username, buyerId },
    headers: headersForPublisher(call.upstream.headers, request.headers, credentials),
    body: call.upstream.body,
    limits: { ...answerLimits, firstByteMs: upstream.timeoutMs, isEndless: call.isSubscription },
    answerBytes,
  }
}

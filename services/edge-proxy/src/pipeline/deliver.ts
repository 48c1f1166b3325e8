import type { OutgoingHttpHeaders } from 'node:http'
import type { Call, Verdict } from '../adapters/adapter.ts'
import { ABANDONED, isPaidWhenAbandoned } from '../call/abandoned.ts'
import type { Arrival } from '../call/arrival.ts'
import type { Attempt } from '../call/attempt.ts'
import { chargeTermsOf } from '../call/charge-terms.ts'
import type { Delivered } from '../call/ending.ts'
import { priceTagsOf } from '../call/price-tag.ts'
import type { Reservation } from '../call/reservation.ts'
import { mediaTypeOf } from '../publisher/answer-head.ts'
import type { Exchange } from '../publisher/exchange.ts'
import { headersForBuyer } from '../publisher/headers.ts'
import type { BufferedAnswer } from '../publisher/publisher-answer.ts'
import { BuyerLeft } from '../respond/delivery.ts'
import { deliverStream } from './deliver-stream.ts'
import type { Forwarded } from './forward.ts'

const NOTHING = Buffer.alloc(0)

/**
 * Hands the answer to the buyer and settles the reservation on the way: what is charged is captured before the last byte goes
 * out, and what is not charged is given back.
 */
export async function deliver(
  arrival: Arrival,
  call: Call,
  reservation: Reservation,
  forwarded: Forwarded,
  attempt: Attempt | undefined,
): Promise<Delivered> {
  const { answer, exchange } = forwarded
  if (answer.kind === 'stream') return await deliverStream(arrival, call, reservation, forwarded, answer)
  try {
    const delivered = await deliverBuffered(arrival, call, reservation, answer, exchange, attempt)
    arrival.delivery.onGone(answer.release)
    return delivered
  } catch (thrown) {
    answer.release()
    throw thrown
  }
}

async function deliverBuffered(
  arrival: Arrival,
  call: Call,
  reservation: Reservation,
  answer: BufferedAnswer,
  exchange: Exchange,
  attempt: Attempt | undefined,
): Promise<Delivered> {
  if (answer.status >= 400) {
    exchange.finish(true)
    return await deliverRefusal(arrival, call, reservation, answer)
  }
  const judged = await judge(call, reservation, answer, exchange)
  const { delivery } = arrival
  const outlivesBuyer = isPaidWhenAbandoned(call, reservation)
  if (delivery.hasLeft() && !outlivesBuyer) throw new BuyerLeft()
  reservation.promises?.answered(answer.firstByteAtMs)
  const verdict = await reservation.settle(judged)
  const hasLeft = delivery.hasLeft()
  if (hasLeft && !(outlivesBuyer && reservation.isCaptured())) throw new BuyerLeft()
  const headers = headersForBuyer(answer.headers, arrival.callId, 'application/json')
  const body =
    call.tagPrices === undefined ? answer.body : await call.tagPrices(answer.body, priceTagsOf(reservation.terms))
  // A buyer who left and was charged gets the answer by asking again with the same Idempotency-Key.
  const isBound = reservation.isCaptured() || reservation.isKept()
  if (attempt !== undefined && isBound) await keep(attempt, reservation, answer, headers)
  delivery.send(answer.status, headers, body)
  return hasLeft ? ABANDONED : { status: answer.status, outcome: verdict.outcome }
}

/** Delivers nothing that is not kept: the lease of an attempt that nobody hears of lapses, and its charge is given back. */
async function keep(
  attempt: Attempt,
  reservation: Reservation,
  { status, body }: BufferedAnswer,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  try {
    await attempt.keep(status, headers, body)
  } catch (thrown) {
    reservation.disown()
    throw thrown
  }
}

/** An answer that does not fit its request may belong to another one: its connection is closed. */
async function judge(
  call: Call,
  reservation: Reservation,
  { body }: BufferedAnswer,
  exchange: Exchange,
): Promise<Verdict> {
  let fits = false
  try {
    const verdict = await call.judge(body, chargeTermsOf(reservation))
    fits = true
    return verdict
  } finally {
    exchange.finish(fits)
  }
}

async function deliverRefusal(
  arrival: Arrival,
  call: Call,
  reservation: Reservation,
  answer: BufferedAnswer,
): Promise<Delivered> {
  const isJson = mediaTypeOf(answer.headers) === 'application/json'
  const error = call.translateRefusal(answer.status, isJson ? answer.body : NOTHING)
  if (error !== undefined) throw error
  await reservation.release('not_charged', 'publisher_client_error')
  const headers = headersForBuyer(answer.headers, arrival.callId, 'application/json')
  arrival.delivery.send(answer.status, headers, answer.body)
  return { status: answer.status, outcome: 'publisher_client_error' }
}

import { type AppError, toAppError } from '@mtg/errors'
import type { Call, Verdict } from '../adapters/adapter.ts'
import type { SseEvent } from '../adapters/sse/event.ts'
import { SseOverflow } from '../adapters/sse/splitter.ts'
import { withData } from '../adapters/sse/with-data.ts'
import { ABANDONED, isPaidWhenAbandoned } from '../call/abandoned.ts'
import type { Arrival } from '../call/arrival.ts'
import { chargeTermsOf } from '../call/charge-terms.ts'
import type { Delivered } from '../call/ending.ts'
import { priceTagsOf } from '../call/price-tag.ts'
import type { Reservation } from '../call/reservation.ts'
import { EVENT_BYTES_MAX, StreamRelay, type StreamSteps } from '../call/stream-relay.ts'
import { classifyFailure } from '../publisher/classify-failure.ts'
import { isOurCut, PublisherFailure } from '../publisher/failure.ts'
import { headersForBuyer } from '../publisher/headers.ts'
import type { StreamedAnswer } from '../publisher/publisher-answer.ts'
import { BuyerLeft, type Delivery } from '../respond/delivery.ts'
import type { Forwarded } from './forward.ts'

/**
 * Hands a stream of events to the buyer as they come, at the buyer's pace. The last event is handed over only once its
 * price is taken. A stream that breaks after it began ends with an event that says so.
 */
export async function deliverStream(
  arrival: Arrival,
  call: Call,
  reservation: Reservation,
  { exchange, permit }: Forwarded,
  answer: StreamedAnswer,
): Promise<Delivered> {
  const { delivery } = arrival
  const write = writerOf(arrival, call, reservation, answer)
  try {
    const { promises } = reservation
    const judge = call.judgeStream(chargeTermsOf(reservation))
    const verdict = await new StreamRelay(answer, {
      judge,
      settle: worth => reservation.settle(worth),
      onAnswer: promises && (() => promises.answered()),
      settleNews: news => reservation.settleNews(news),
      ...withTags(call, reservation),
      write,
    }).run()
    exchange.finish(true)
    delivery.end()
    return deliveredBy(verdict, delivery, reservation, answer.status)
  } catch (thrown) {
    exchange.finish(false)
    if (delivery.hasLeft()) return await settleAbandoned(delivery, reservation, answer.status)
    const failure = thrown instanceof SseOverflow ? tooLarge(thrown) : thrown
    const { error, blame } = classifyFailure(failure)
    if (blame !== 'none') permit.fail(blame)
    if (!delivery.hasHead()) throw error
    const ending = await settleBroken(delivery, reservation, failure, error)
    await delivery.write(call.errorEvent(ending.error), 'answer').catch(() => {})
    delivery.end()
    return { status: answer.status, outcome: ending.outcome }
  }
}

/** Writes events to the buyer, the head before the first; to nobody while a call goes on whose buyer left before it. */
function writerOf({ delivery, callId }: Arrival, call: Call, reservation: Reservation, answer: StreamedAnswer) {
  const outlivesBuyer = isPaidWhenAbandoned(call, reservation)
  const headers = headersForBuyer(answer.headers, callId, 'text/event-stream')
  headers['x-accel-buffering'] = 'no'
  return async (event: SseEvent): Promise<void> => {
    if (outlivesBuyer && wasAbandoned(delivery)) return
    if (!delivery.hasHead()) delivery.open(headers)
    await delivery.write(event.bytes, event.data === undefined ? 'heartbeat' : 'answer')
  }
}

/** The last event of a list of tools, with their prices. */
function withTags({ tagPrices }: Call, { terms }: Reservation): Pick<StreamSteps, 'complete'> {
  if (tagPrices === undefined) return {}
  return {
    async complete(last) {
      return last.data === undefined ? last : withData(last, await tagPrices(last.data, priceTagsOf(terms)))
    },
  }
}

/** A stream that ended as it should. */
function deliveredBy(verdict: Verdict, delivery: Delivery, reservation: Reservation, status: number): Delivered {
  if (!wasAbandoned(delivery)) return { status, outcome: verdict.outcome }
  if (reservation.isCaptured()) return ABANDONED
  throw new BuyerLeft()
}

/** Whether the buyer left before the first byte of the answer. */
const wasAbandoned = (delivery: Delivery) => delivery.hasLeft() && !delivery.hasBegun()

interface BrokenEnding {
  /** What the buyer is told. */
  readonly error: AppError
  readonly outcome: string
}

/** A stream that its publisher broke costs nothing; one that we cut, after it had begun, is charged for what was delivered. */
async function settleBroken(
  delivery: Delivery,
  reservation: Reservation,
  failure: unknown,
  error: AppError,
): Promise<BrokenEnding> {
  if (!isOurCut(failure) || !delivery.hasBegun()) {
    await reservation.release('not_charged', error.code)
    return { error, outcome: error.code }
  }
  try {
    // What a tool gives for programs comes last.
    const cut = { charged: true, outcome: failure.kind, totalTokens: 0, output: { json: undefined } }
    return { error, outcome: (await reservation.settle(cut)).outcome }
  } catch (thrown) {
    const untaken = toAppError(thrown)
    return { error: untaken, outcome: untaken.code }
  }
}

/** Design "What is charged": leaving after the first byte of the answer is charged, leaving before it is not. */
async function settleAbandoned(delivery: Delivery, reservation: Reservation, status: number): Promise<Delivered> {
  if (!delivery.hasBegun()) throw new BuyerLeft()
  const { outcome } = await reservation.settle({ charged: true, outcome: 'buyer_left', totalTokens: 0 })
  return { status, outcome }
}

function tooLarge(cause: SseOverflow): PublisherFailure {
  return new PublisherFailure('too_large', `an event of more than ${EVENT_BYTES_MAX} bytes`, { wasSent: true, cause })
}

import { type AppError, toAppError } from '@mtg/errors'
import type { Call, Verdict } from '../adapters/adapter.ts'
import type { SseEvent } from '../adapters/sse/event.ts'
import { createSseSplitter, SseOverflow } from '../adapters/sse/splitter.ts'
import { ABANDONED, isPaidWhenAbandoned } from '../call/abandoned.ts'
import type { Arrival } from '../call/arrival.ts'
import type { Delivered } from '../call/ending.ts'
import type { Reservation } from '../call/reservation.ts'
import { nextTurn } from '../limits/event-turns.ts'
import { classifyFailure } from '../publisher/classify-failure.ts'
import type { StreamedAnswer } from '../publisher/exchange.ts'
import { isOurCut, PublisherFailure } from '../publisher/failure.ts'
import { headersForBuyer } from '../publisher/headers.ts'
import { BuyerLeft, type Delivery } from '../respond/delivery.ts'
import type { Forwarded } from './forward.ts'

const EVENT_BYTES_MAX = 10 * 1024 * 1024
/** A chunk may carry thousands of small events; everybody else has a turn between so many. */
const EVENTS_PER_TURN = 8
/** So much of a chunk is cut into events before everybody else has a turn: half a millisecond at worst. */
const PIECE_BYTES = 4 * 1024

/**
 * Hands a stream of events to the buyer as they come, at the buyer's pace. The last event is handed over only once its
 * price is taken. A stream that breaks after it began ends with an event that says so.
 */
export async function relayStream(
  arrival: Arrival,
  call: Call,
  reservation: Reservation,
  { exchange, permit }: Forwarded,
  answer: StreamedAnswer,
): Promise<Delivered> {
  const { delivery } = arrival
  const headers = headersForBuyer(answer.headers, arrival.callId, 'text/event-stream')
  headers['x-accel-buffering'] = 'no'
  const outlivesBuyer = isPaidWhenAbandoned(call, reservation)
  const write = async (event: SseEvent) => {
    if (outlivesBuyer && delivery.hasLeft() && !delivery.hasBegun()) return
    if (!delivery.hasHead()) delivery.open(headers)
    await delivery.write(event.bytes, event.data === undefined ? 'heartbeat' : 'answer')
  }
  try {
    const verdict = await relayEvents(answer, call, reservation, write)
    exchange.finish(true)
    delivery.end()
    const wasAbandoned = delivery.hasLeft() && !delivery.hasBegun()
    if (!wasAbandoned) return { status: answer.status, outcome: verdict.outcome }
    if (reservation.isCaptured()) return ABANDONED
    throw new BuyerLeft()
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
    await reservation.capture(0)
    return { error, outcome: failure.kind }
  } catch (thrown) {
    const untaken = toAppError(thrown)
    return { error: untaken, outcome: untaken.code }
  }
}

async function relayEvents(
  answer: StreamedAnswer,
  call: Call,
  reservation: Reservation,
  write: (event: SseEvent) => Promise<void>,
): Promise<Verdict> {
  const judge = call.judgeStream(reservation.terms.upstream)
  const splitter = createSseSplitter(EVENT_BYTES_MAX)
  let held: SseEvent | undefined
  const finish = async (verdict: Verdict, last: SseEvent | undefined) => {
    await reservation.settle(verdict)
    if (held !== undefined) await write(held)
    if (last !== undefined) await write(last)
    return verdict
  }
  for await (const chunk of answer.chunks) {
    let hasEnded = false
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      if (from > 0) await nextTurn()
      const events = splitter.push(chunk.subarray(from, from + PIECE_BYTES))
      hasEnded ||= events.length > 0
      for (const [index, event] of events.entries()) {
        if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn()
        const judged = judge.onEvent(event)
        const step = judged instanceof Promise ? await judged : judged
        if (step.action === 'last') return await finish(step.verdict, event)
        if (event.data !== undefined && held !== undefined) {
          await write(held)
          held = undefined
        }
        if (step.action === 'hold') held = event
        else await write(event)
      }
    }
    // The splitter keeps no more than an event that has begun, which is part of this chunk if another one ended in it.
    if (hasEnded) answer.keepLast(chunk.length)
  }
  return await finish(judge.onEnd(), undefined)
}

/** Design "What is charged": leaving after the first byte of the answer is charged, leaving before it is not. */
async function settleAbandoned(delivery: Delivery, reservation: Reservation, status: number): Promise<Delivered> {
  if (!delivery.hasBegun()) throw new BuyerLeft()
  await reservation.capture(0)
  return { status, outcome: 'buyer_left' }
}

function tooLarge(cause: SseOverflow): PublisherFailure {
  return new PublisherFailure('too_large', `an event of more than ${EVENT_BYTES_MAX} bytes`, { wasSent: true, cause })
}

import type { Call, Verdict } from '../adapters/adapter.ts'
import type { SseEvent } from '../adapters/sse/event.ts'
import { createSseSplitter, SseOverflow } from '../adapters/sse/splitter.ts'
import { classifyFailure } from '../publisher/classify-failure.ts'
import type { StreamedAnswer } from '../publisher/exchange.ts'
import { PublisherFailure } from '../publisher/failure.ts'
import { headersForBuyer } from '../publisher/headers.ts'
import { BuyerLeft, type Delivery } from '../respond/delivery.ts'
import type { Arrival } from './arrival.ts'
import type { Delivered } from './delivered.ts'
import type { Forwarded } from './forward.ts'
import type { Hold } from './hold.ts'
import { settle } from './settle.ts'

const EVENT_BYTES_MAX = 10 * 1024 * 1024
/** How long a publisher may take to end a stream whose last event has been handed over. */
const LINGER_MS = 1_000

/**
 * Hands a stream of events to the buyer as they come, at the buyer's pace. The last event is handed over only once its
 * price is taken. A stream that breaks after it began ends with an event that says so.
 */
export async function relayStream(
  arrival: Arrival,
  call: Call,
  hold: Hold,
  { exchange, permit }: Forwarded,
  answer: StreamedAnswer,
): Promise<Delivered> {
  const { delivery } = arrival
  const headers = { ...headersForBuyer(answer.headers, arrival.callId), 'x-accel-buffering': 'no' }
  const write = async (event: SseEvent) => {
    if (!delivery.hasHead()) delivery.open(headers)
    await delivery.write(event.bytes, event.data === undefined ? 'heartbeat' : 'answer')
  }
  try {
    const verdict = await relayEvents(answer, call, hold, write)
    delivery.end()
    setTimeout(() => exchange.abort('transport', 'the publisher lingers'), LINGER_MS).unref()
    return { status: answer.status, outcome: verdict.outcome }
  } catch (thrown) {
    if (delivery.hasLeft()) return await settleAbandoned(delivery, hold, answer.status)
    const failure = thrown instanceof SseOverflow ? tooLarge(thrown) : thrown
    exchange.abort('transport', 'the stream is given up')
    const { error, countsAgainstApp } = classifyFailure(failure)
    if (countsAgainstApp) permit.fail()
    if (!delivery.hasHead()) throw error
    await hold.release('not_charged', error.code)
    await delivery.write(call.errorEvent(error), 'answer').catch(() => {})
    delivery.end()
    return { status: answer.status, outcome: error.code }
  }
}

async function relayEvents(
  answer: StreamedAnswer,
  call: Call,
  hold: Hold,
  write: (event: SseEvent) => Promise<void>,
): Promise<Verdict> {
  const judge = call.judgeStream(hold.admission.upstream)
  const splitter = createSseSplitter(EVENT_BYTES_MAX)
  let held: SseEvent | undefined
  const finish = async (verdict: Verdict, last: SseEvent | undefined) => {
    await settle(hold, verdict)
    if (held !== undefined) await write(held)
    if (last !== undefined) await write(last)
    return verdict
  }
  for await (const chunk of answer.chunks) {
    for (const event of splitter.push(chunk)) {
      const step = judge.onEvent(event)
      if (step.action === 'last') return await finish(step.verdict, event)
      if (event.data !== undefined && held !== undefined) {
        await write(held)
        held = undefined
      }
      if (step.action === 'hold') held = event
      else await write(event)
    }
  }
  return await finish(judge.onEnd(), undefined)
}

/** Design "What is charged": leaving after the first byte of the answer is charged, leaving before it is not. */
async function settleAbandoned(delivery: Delivery, hold: Hold, status: number): Promise<Delivered> {
  if (!delivery.hasBegun()) throw new BuyerLeft()
  await hold.capture(0)
  return { status, outcome: 'buyer_left' }
}

function tooLarge(cause: SseOverflow): PublisherFailure {
  return new PublisherFailure('too_large', `an event of more than ${EVENT_BYTES_MAX} bytes`, { wasSent: true, cause })
}

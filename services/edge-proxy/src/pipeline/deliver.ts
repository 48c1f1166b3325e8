import type { Call } from '../adapters/adapter.ts'
import type { BufferedAnswer } from '../publisher/exchange.ts'
import { headersForBuyer } from '../publisher/headers.ts'
import { BuyerLeft } from '../respond/delivery.ts'
import type { Arrival } from './arrival.ts'
import type { Attempt } from './attempt.ts'
import type { Delivered } from './delivered.ts'
import type { Forwarded } from './forward.ts'
import type { Hold } from './hold.ts'
import { relayStream } from './relay-stream.ts'
import { settle } from './settle.ts'

/**
 * Hands the answer to the buyer and settles the hold on the way: what is charged is captured before the last byte goes
 * out, and what is not charged is given back.
 */
export async function deliver(
  arrival: Arrival,
  call: Call,
  hold: Hold,
  forwarded: Forwarded,
  attempt: Attempt | undefined,
): Promise<Delivered> {
  const { answer } = forwarded
  if (answer.kind === 'stream') return await relayStream(arrival, call, hold, forwarded, answer)
  if (answer.status >= 400) return await deliverRefusal(arrival, call, hold, answer)
  const verdict = call.judge(answer.body, hold.admission.upstream)
  if (arrival.delivery.hasLeft()) throw new BuyerLeft()
  await settle(hold, verdict)
  if (arrival.delivery.hasLeft()) throw new BuyerLeft()
  const headers = headersForBuyer(answer.headers, arrival.callId)
  if (attempt !== undefined && hold.isCaptured()) await attempt.keep(answer.status, headers, answer.body)
  arrival.delivery.send(answer.status, headers, answer.body)
  return { status: answer.status, outcome: verdict.outcome }
}

async function deliverRefusal(arrival: Arrival, call: Call, hold: Hold, answer: BufferedAnswer): Promise<Delivered> {
  const error = call.translateRefusal(answer.status, answer.body)
  if (error !== undefined) throw error
  await hold.release('not_charged', 'publisher_client_error')
  arrival.delivery.send(answer.status, headersForBuyer(answer.headers, arrival.callId), answer.body)
  return { status: answer.status, outcome: 'publisher_client_error' }
}

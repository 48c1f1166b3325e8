import { randomUUID } from 'node:crypto'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import type { ExchangeLimits } from './exchange.ts'
import { headersForPublisher } from './headers.ts'
import type { PublisherAnswer } from './publisher-answer.ts'
import type { Sender } from './sender.ts'

/** A question of the gateway's own, which no buyer pays for. */
interface OwnAsk {
  readonly url: string
  readonly lane: { readonly app: string; readonly publisher: string; readonly buyerId: string }
  /** What the gateway presents to the publisher. */
  readonly credential: string
  readonly question: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }
  /** For the whole answer. */
  readonly timeMs: number
  readonly limits: Omit<ExchangeLimits, 'totalMs' | 'firstByteMs' | 'isEndless'>
  readonly answerBytes: ByteBudget
}

/** Asks a publisher, and gives everything back once `read` has understood the answer. */
export async function askPublisher<Understood>(
  sender: Sender,
  { url, lane, credential, question, timeMs, limits, answerBytes }: OwnAsk,
  read: (answer: PublisherAnswer) => Promise<Understood>,
): Promise<Understood> {
  const credentials = { credential, callId: randomUUID(), buyerIdentity: undefined, traceparent: undefined }
  const exchange = sender.open({
    url,
    lane,
    headers: headersForPublisher(question.headers, {}, credentials),
    body: question.body,
    limits: { ...limits, totalMs: timeMs, firstByteMs: timeMs, isEndless: false },
    answerBytes,
  })
  try {
    const answer = await exchange.answer
    try {
      return await read(answer)
    } finally {
      if (answer.kind === 'buffered') answer.release()
    }
  } finally {
    exchange.finish(false)
  }
}

export const isGood = ({ status }: PublisherAnswer): boolean => status >= 200 && status < 300

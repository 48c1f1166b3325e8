import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { AttemptsClient, KeptAnswer, NamedCall } from '../clients/attempts.ts'

/** Leave to carry out a request that its buyer named, renewed until the call has ended. */
export interface Attempt {
  /**
   * Stores the answer of a charged call before it is handed over, so that nothing that happens later can lose it. Throws
   * idempotency_conflict when another attempt has taken over: its charge counts, and this answer must not leave.
   */
  keep(status: number, headers: OutgoingHttpHeaders, body: Buffer): Promise<void>
  /**
   * Says that the call was charged, once its answer has left. False when the charge is not known to stand: another attempt
   * has given it back, or billing does not answer. Never rejects.
   */
  finish(): Promise<boolean>
  /** Says that the call was not charged, so that the request can be tried again. Never rejects. */
  abandon(outcome: string): Promise<void>
}

/** What an attempt needs. */
export interface AttemptOptions {
  readonly call: NamedCall
  readonly leaseMs: number
  readonly response: ServerResponse
  readonly attempts: AttemptsClient
  readonly log: Logger
}

const TAKEN_OVER = 'Another request with this Idempotency-Key has taken the place of this one.'
const ANSWER_BYTES_MAX = 64 * 1024
const RENEWALS_PER_LEASE = 3
const END_TRIES = 7
const BACKOFF_MIN_MS = 50
/** How long the last bytes of an answer that was not kept may take to leave. */
const HAND_OVER_MS = 30_000

/** Makes the attempt of a call that billing has let start. */
export function createAttempt({ call, leaseMs, response, attempts, log }: AttemptOptions): Attempt {
  let answer: KeptAnswer | undefined
  let isFinished = false
  const about = { callId: call.callId }
  const renew = () => {
    attempts.renew(call).catch((thrown: unknown) => log.warn({ err: thrown, ...about }, 'a lease was not renewed'))
  }
  const renewal = setInterval(renew, leaseMs / RENEWALS_PER_LEASE)

  /** Tries for a while; afterwards the lease is left to lapse. */
  async function conclude(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await persist(work)
    } catch (thrown) {
      log.error({ err: thrown, ...about }, 'an attempt could not be ended: its lease will lapse')
      return false
    } finally {
      clearInterval(renewal)
    }
  }

  return {
    async keep(status, headers, body) {
      if (body.length > ANSWER_BYTES_MAX) return
      answer = { status, headers: textsOf(headers), body }
      const isDone = await attempts.finish(call, answer).catch((thrown: unknown) => {
        log.warn({ err: thrown, ...about }, 'an answer is kept later')
      })
      if (isDone === false) throw appError('idempotency_conflict', { message: TAKEN_OVER })
      isFinished = isDone === true
    },
    async finish() {
      // An edge that dies while the last bytes leave must leave the request free to be tried again.
      if (answer === undefined) await handedOver(response)
      return await conclude(async () => isFinished || (await attempts.finish(call, answer)))
    },
    async abandon(outcome) {
      await conclude(async () => {
        await attempts.abandon(call, outcome)
        return true
      })
    },
  }
}

async function persist<T>(work: () => Promise<T>): Promise<T> {
  let backoffMs = BACKOFF_MIN_MS
  for (let left = END_TRIES - 1; ; left -= 1) {
    try {
      return await work()
    } catch (thrown) {
      if (left === 0) throw thrown
      await sleep(backoffMs * (0.5 + Math.random()))
      backoffMs *= 2
    }
  }
}

async function handedOver(response: ServerResponse): Promise<void> {
  // A buyer who left in the middle has had what there is to have.
  await finished(response, { signal: AbortSignal.timeout(HAND_OVER_MS) }).catch(() => {})
}

function textsOf(headers: OutgoingHttpHeaders): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(', ') : String(value)
  }
  return texts
}

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { AttemptsClient, KeptAnswer, NamedCall } from '../clients/attempts.ts'

/** A call that billing has let start, and what keeps its lease. */
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

/** Leave to carry out a request that its buyer named, renewed until the call has ended. */
export class Attempt {
  readonly #call: NamedCall
  readonly #response: ServerResponse
  readonly #attempts: AttemptsClient
  readonly #log: Logger
  readonly #renewal: NodeJS.Timeout
  #answer: KeptAnswer | undefined
  #isFinished = false

  constructor({ call, leaseMs, response, attempts, log }: AttemptOptions) {
    this.#call = call
    this.#response = response
    this.#attempts = attempts
    this.#log = log
    this.#renewal = setInterval(this.#renew, leaseMs / RENEWALS_PER_LEASE)
  }

  /**
   * Stores the answer of a charged call before it is handed over, so that nothing that happens later can lose it. When it throws
   * the answer must not leave, and whether the charge stands is not this call's to say: with idempotency_conflict another
   * attempt has taken over; with any other code billing could not be asked, and the charge stands only if the answer is kept.
   */
  async keep(status: number, headers: OutgoingHttpHeaders, body: Buffer): Promise<void> {
    if (body.length > ANSWER_BYTES_MAX) return
    this.#answer = { status, headers: textsOf(headers), body }
    const isDone = await persist(() => this.#attempts.finish(this.#call, this.#answer))
    if (!isDone) throw appError('idempotency_conflict', { message: TAKEN_OVER })
    this.#isFinished = true
  }

  /**
   * Says that the call was charged, once its answer has left. False when the charge is not known to stand: another attempt
   * has given it back, or billing does not answer. Never rejects.
   */
  async finish(): Promise<boolean> {
    // An edge that dies while the last bytes leave must leave the request free to be tried again.
    if (this.#answer === undefined) await handedOver(this.#response)
    return await this.#conclude(async () => this.#isFinished || (await this.#attempts.finish(this.#call, this.#answer)))
  }

  /** Says that the call was not charged, so that the request can be tried again. Never rejects. */
  async abandon(outcome: string): Promise<void> {
    await this.#conclude(async () => {
      await this.#attempts.abandon(this.#call, outcome)
      return true
    })
  }

  readonly #renew = (): void => {
    this.#attempts
      .renew(this.#call)
      .catch((thrown: unknown) => this.#log.warn({ err: thrown, callId: this.#call.callId }, 'a lease was not renewed'))
  }

  /** Tries for a while; afterwards the lease is left to lapse. */
  async #conclude(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await persist(work)
    } catch (thrown) {
      this.#log.error({ err: thrown, callId: this.#call.callId }, 'an attempt could not be ended: its lease will lapse')
      return false
    } finally {
      clearInterval(this.#renewal)
    }
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

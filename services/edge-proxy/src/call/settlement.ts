import { setTimeout as sleep } from 'node:timers/promises'
import { type AppError, appError, toAppError } from '@mtg/errors'
import type { Logger, Span } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { BillingClient, CallRef, ReleaseReason } from '../clients/billing.ts'

/** Where reservations are settled, and where failures are logged. */
export interface SettlementOptions {
  readonly billing: BillingClient
  readonly clock: Clock
  readonly log: Logger
  readonly random?: () => number
}

/** Billing's refusals that asking again cannot change. */
const finalCodes = new Set(['reservation_resolved', 'reservation_not_found', 'call_conflict', 'invalid_argument'])
const CAPTURE_RETRIES = 3
/** An edge that dies after it has told of an error can give nothing back; a buyer who is cut off knows to ask again. */
const UNDO_WAIT_MS = 5_000
const RELEASE_RETRIES = 12
const BACKOFF_MIN_MS = 25
const BACKOFF_MAX_MS = 30_000
/** A capture that takes longer is no ordinary one. */
const CAPTURE_SLOW_MS = 250
/** After one that failed. */
const DOUBT_MS = 1_000

/** Captures and releases reservations, whatever happens on the way; what cannot be done at once is done in the background. */
export class Settlement {
  readonly #billing: BillingClient
  readonly #clock: Clock
  readonly #log: Logger
  readonly #random: () => number
  /** When those under way began, oldest first. */
  readonly #capturing = new Set<{ readonly sinceMs: number }>()
  #doubtedUntilMs = 0
  readonly #background = new Set<Promise<void>>()

  constructor({ billing, clock, log, random = Math.random }: SettlementOptions) {
    this.#billing = billing
    this.#clock = clock
    this.#log = log
    this.#random = random
  }

  /**
   * Resolves once the price is taken for good. When it rejects, nothing may be delivered, and nothing is charged: what may
   * have been taken all the same is given back, before it rejects if that is possible in a few seconds.
   */
  async capture(call: CallRef, totalTokens: number, span?: Span): Promise<bigint> {
    const capturing = { sinceMs: this.#clock.monotonicMs() }
    this.#capturing.add(capturing)
    try {
      return await this.#billing.capture(call, totalTokens, span)
    } catch (thrown) {
      // Of one call alone it says nothing of the next.
      if (!finalCodes.has(toAppError(thrown).code)) this.#doubtedUntilMs = this.#clock.monotonicMs() + DOUBT_MS
      return await this.#captureAgain(thrown, call, totalTokens, span)
    } finally {
      this.#capturing.delete(capturing)
    }
  }

  /** Whether what is reserved can most likely be captured at this moment: nothing fails, and nothing takes long. */
  isSteady(): boolean {
    const nowMs = this.#clock.monotonicMs()
    const [oldest] = this.#capturing
    return nowMs >= this.#doubtedUntilMs && (oldest === undefined || nowMs - oldest.sinceMs < CAPTURE_SLOW_MS)
  }

  /** Resolves when the reservation is given back, or soon will be. */
  async release(call: CallRef, reason: ReleaseReason, outcome: string, span?: Span): Promise<void> {
    try {
      await this.#billing.release(call, reason, outcome, span)
    } catch (thrown) {
      this.#log.warn({ err: thrown, callId: call.callId }, 'a release is tried again')
      void this.#releaseUntilDone(call, reason, outcome)
    }
  }

  /** For a reserve of which it is not known whether it happened: gives back what it may have taken. */
  releaseInBackground(call: CallRef, reason: ReleaseReason, outcome: string): void {
    void this.#releaseUntilDone(call, reason, outcome)
  }

  /** How many releases are still being tried. */
  pending(): number {
    return this.#background.size
  }

  /** Waits for them; the caller bounds it. Reservations that stay behind expire by themselves. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#background)
  }

  async #captureAgain(failure: unknown, call: CallRef, totalTokens: number, span?: Span): Promise<bigint> {
    try {
      return await this.#retry(failure, CAPTURE_RETRIES, () => this.#billing.captureAgain(call, totalTokens, span))
    } catch (thrown) {
      const error = toAppError(thrown)
      // It may have happened after all: a release as undelivered also corrects a captured call.
      const undone = this.#releaseUntilDone(call, 'undelivered', 'capture_unknown')
      if (!finalCodes.has(error.code)) await Promise.race([undone, sleep(UNDO_WAIT_MS, undefined, { ref: false })])
      throw undeliverable(error)
    }
  }

  #releaseUntilDone(call: CallRef, reason: ReleaseReason, outcome: string): Promise<void> {
    const release = () => this.#billing.releaseAgain(call, reason, outcome)
    const work = release()
      .catch((thrown: unknown) => this.#retry(thrown, RELEASE_RETRIES, release))
      .catch((thrown: unknown) =>
        this.#log.error(
          { err: thrown, callId: call.callId, reason },
          'a reservation could not be released: it will expire',
        ),
      )
      .finally(() => this.#background.delete(work))
    this.#background.add(work)
    return work
  }

  /** Repeats work that has failed, with growing pauses, for as long as the failure is one that may pass. */
  async #retry<T>(failure: unknown, retries: number, work: () => Promise<T>): Promise<T> {
    let error = toAppError(failure)
    let backoffMs = BACKOFF_MIN_MS
    for (let left = retries; left > 0 && !finalCodes.has(error.code); left -= 1) {
      await sleep(backoffMs * (0.5 + this.#random()))
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS)
      try {
        return await work()
      } catch (thrown) {
        error = toAppError(thrown)
      }
    }
    throw error
  }
}

function undeliverable(error: AppError): AppError {
  if (error.code === 'database_error' || error.code === 'cell_unavailable' || error.code === 'overloaded') return error
  return appError('internal_error', {
    detail: { reason: 'the price could not be taken', code: error.code },
    cause: error,
  })
}

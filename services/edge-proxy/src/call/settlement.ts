import { setTimeout as sleep } from 'node:timers/promises'
import { type AppError, appError, toAppError } from '@mtg/errors'
import type { Logger, Span } from '@mtg/observability'
import type { BillingClient, ReleaseReason } from '../clients/billing.ts'

/** Captures and releases reservations, whatever happens on the way; what cannot be done at once is done in the background. */
export interface Settlement {
  /**
   * Resolves once the price is taken for good. When it rejects, nothing may be delivered, and nothing is charged: what may
   * have been taken all the same is given back, before it rejects if that is possible in a few seconds.
   */
  capture(callId: string, totalTokens: number, span?: Span): Promise<bigint>
  /** Resolves when the reservation is given back, or soon will be. */
  release(callId: string, reason: ReleaseReason, outcome: string, span?: Span): Promise<void>
  /** For a reserve of which it is not known whether it happened: gives back what it may have taken. */
  releaseInBackground(callId: string, reason: ReleaseReason, outcome: string): void
  /** How many releases are still being tried. */
  pending(): number
  /** Waits for them; the caller bounds it. Reservations that stay behind expire by themselves. */
  drain(): Promise<void>
}

/** Where reservations are settled, and where its failures are told. */
export interface SettlementOptions {
  readonly billing: BillingClient
  readonly log: Logger
  readonly random?: () => number
}

/** Answers of billing that no repetition changes. */
const finalCodes = new Set(['reservation_resolved', 'reservation_not_found', 'call_conflict', 'invalid_argument'])
const CAPTURE_RETRIES = 3
/** An edge that dies after it has told of an error can give nothing back; a buyer who is cut off knows to ask again. */
const UNDO_WAIT_MS = 5_000
const RELEASE_RETRIES = 12
const BACKOFF_MIN_MS = 25
const BACKOFF_MAX_MS = 30_000

/** Makes the settlement of one edge process. */
export function createSettlement({ billing, log, random = Math.random }: SettlementOptions): Settlement {
  const background = new Set<Promise<void>>()

  /** Does it again after a failure, and after every further one that may pass. */
  async function retry<T>(failure: unknown, retries: number, work: () => Promise<T>): Promise<T> {
    let error = toAppError(failure)
    let backoffMs = BACKOFF_MIN_MS
    for (let left = retries; left > 0 && !finalCodes.has(error.code); left -= 1) {
      await sleep(backoffMs * (0.5 + random()))
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS)
      try {
        return await work()
      } catch (thrown) {
        error = toAppError(thrown)
      }
    }
    throw error
  }

  async function captureAfter(failure: unknown, callId: string, totalTokens: number, span?: Span): Promise<bigint> {
    try {
      return await retry(failure, CAPTURE_RETRIES, () => billing.captureAgain(callId, totalTokens, span))
    } catch (thrown) {
      const error = toAppError(thrown)
      // It may have happened after all: a release as undelivered also corrects a captured call.
      const undone = releaseUntilDone(callId, 'undelivered', 'capture_unknown')
      if (!finalCodes.has(error.code)) await Promise.race([undone, sleep(UNDO_WAIT_MS, undefined, { ref: false })])
      throw undeliverable(error)
    }
  }

  function releaseUntilDone(callId: string, reason: ReleaseReason, outcome: string): Promise<void> {
    const release = () => billing.releaseAgain(callId, reason, outcome)
    const work = release()
      .catch((thrown: unknown) => retry(thrown, RELEASE_RETRIES, release))
      .catch((thrown: unknown) =>
        log.error({ err: thrown, callId, reason }, 'a reservation could not be released: it will expire'),
      )
      .finally(() => background.delete(work))
    background.add(work)
    return work
  }

  return {
    async capture(callId, totalTokens, span) {
      try {
        return await billing.capture(callId, totalTokens, span)
      } catch (thrown) {
        return await captureAfter(thrown, callId, totalTokens, span)
      }
    },
    async release(callId, reason, outcome, span) {
      try {
        await billing.release(callId, reason, outcome, span)
      } catch (thrown) {
        log.warn({ err: thrown, callId }, 'a release is tried again')
        void releaseUntilDone(callId, reason, outcome)
      }
    },
    releaseInBackground: (callId, reason, outcome) => void releaseUntilDone(callId, reason, outcome),
    pending: () => background.size,
    async drain() {
      await Promise.allSettled(background)
    },
  }
}

function undeliverable(error: AppError): AppError {
  if (error.code === 'database_error' || error.code === 'overloaded') return error
  return appError('internal_error', {
    detail: { reason: 'the price could not be taken', code: error.code },
    cause: error,
  })
}

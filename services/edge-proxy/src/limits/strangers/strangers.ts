import type { IncomingMessage } from 'node:http'
import { type AppError, appError } from '@mtg/errors'
import { type Clock } from '@mtg/primitives'
import { addressOf } from '../address.ts'
import type { Load } from '../load/load.ts'
import type { RefusalCounts } from '../shed-refusals.ts'
import { AddressBuckets } from './address-buckets.ts'
import { LookupTurns } from './lookup-turns.ts'

/**
 * Requests of nobody known: without a credential, with one that is good for nothing, or with one that the edge has yet to
 * ask auth about. Each address may be wrong so often and no more; questions to auth are few at once, and addresses take
 * turns. Known callers never come here.
 */
export interface Strangers {
  /**
   * Throws `rate_limit_exceeded` for an address that was wrong too often, and `overloaded` while there is too much to do and
   * much of it is the address's guesses.
   */
  check(request: IncomingMessage): void
  /** The request's credential is missing, or good for nothing. */
  failed(request: IncomingMessage): void
  /** Counts a request that needs no credential; throws as `check` does. */
  visit(request: IncomingMessage): void
  /** Asks when the address has its turn; rejects with `overloaded` when that takes too long. */
  ask<Answer>(request: IncomingMessage, question: () => Promise<Answer>): Promise<Answer>
  /** Questions that wait for their turn. */
  waiting(): number
}

/** What strangers may do. */
export interface StrangerOptions {
  readonly clock: Clock
  readonly refusals: RefusalCounts
  readonly trustForwardedFor: boolean
  /** Failures of one address. */
  readonly failuresPerMinute: number
  /** Requests of one address that need no credential. */
  readonly visitsPerMinute: number
  /** Questions to auth at once, and in a second, of all strangers together. */
  readonly lookupsMax: number
  readonly lookupsPerSecond: number
  /** How long a question may wait for its turn. */
  readonly waitMs: number
  readonly load: Pick<Load, 'acceptGuess' | 'acceptVisit' | 'countGuess'>
}

/** The limits of strangers at one edge process. */
export function createStrangers(options: StrangerOptions): Strangers {
  const { clock, refusals, load } = options
  const failures = new AddressBuckets(options.failuresPerMinute)
  const visits = new AddressBuckets(options.visitsPerMinute)
  const lookups = new LookupTurns(options)
  const ownerOf = (request: IncomingMessage) => addressOf(request, options.trustForwardedFor)

  return {
    check(request) {
      const owner = ownerOf(request)
      load.acceptGuess(owner)
      const waitMs = failures.known(owner)?.waitMs(clock.monotonicMs()) ?? 0
      if (waitMs > 0) throw tooMany(refusals, waitMs)
    },
    failed(request) {
      const owner = ownerOf(request)
      load.countGuess(owner)
      failures.of(owner).take(clock.monotonicMs())
    },
    visit(request) {
      const owner = ownerOf(request)
      load.acceptVisit(owner)
      const bucket = visits.of(owner)
      const now = clock.monotonicMs()
      if (!bucket.take(now)) throw tooMany(refusals, bucket.waitMs(now))
    },
    ask: (request, question) => lookups.ask(ownerOf(request), question, () => refusals.overloaded('stranger')),
    waiting: () => lookups.waiting(),
  }
}

function tooMany(refusals: RefusalCounts, waitMs: number): AppError {
  refusals.count('address')
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return appError('rate_limit_exceeded', {
    message: `Too many requests without a valid credential came from this address. Try again in ${seconds} s.`,
    detail: { limit: 'address' },
  })
}

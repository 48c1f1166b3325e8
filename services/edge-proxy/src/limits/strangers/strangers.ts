import type { IncomingMessage } from 'node:http'
import { appError } from '@mtg/errors'
import { type Clock } from '@mtg/primitives'
import { createFairQueue } from '@mtg/runtime'
import { LRUCache } from 'lru-cache'
import { addressOf } from '../address.ts'
import type { Load } from '../load/load.ts'
import type { RefusalCounts } from '../shed-refusals.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/**
 * Requests of nobody known: without a credential, with one that is good for nothing, or with one that the edge has yet to
 * ask auth about. Each address may be wrong so often and no more; questions to auth are few at once, and addresses take
 * turns. Known callers never come here.
 */
export interface Strangers {
  /**
   * Counts a request; throws `rate_limit_exceeded` for an address that was wrong too often, and `overloaded` while there is
   * too much to do and the address asks for much.
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
  readonly load: Pick<Load, 'admitStranger'>
}

interface Question {
  readonly ask: () => void
  readonly giveUp: () => void
  readonly untilMs: number
}

const ADDRESSES_MAX = 20_000
const WAITING_MAX = 4_096
const SECONDS_PER_MINUTE = 60
/** Also how often those whose time is over are told so. */
const PAUSE_MS = 25

/** Makes the limits of one edge process. */
export function createStrangers(options: StrangerOptions): Strangers {
  const { clock, refusals, load } = options
  const failures = createBuckets(options.failuresPerMinute)
  const visits = createBuckets(options.visitsPerMinute)
  const pace = createTokenBucket(options.lookupsPerSecond, options.lookupsPerSecond)
  const queue = createFairQueue<Question>(WAITING_MAX)
  const ownerOf = (request: IncomingMessage) => addressOf(request, options.trustForwardedFor)
  let underWay = 0
  let timer: NodeJS.Timeout | undefined

  function work(): void {
    while (underWay < options.lookupsMax && queue.size > 0) {
      const now = clock.monotonicMs()
      if (!pace.hasAny(now)) return later()
      const question = queue.shift()
      if (question === undefined) return
      if (question.untilMs < now) question.giveUp()
      else {
        pace.take(now)
        question.ask()
      }
    }
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, PAUSE_MS)
  }

  function tooMany(waitMs: number): Error {
    refusals.count('address')
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    return appError('rate_limit_exceeded', {
      message: `Too many requests without a valid credential came from this address. Try again in ${seconds} s.`,
      detail: { limit: 'address' },
    })
  }

  return {
    check(request) {
      const owner = ownerOf(request)
      load.admitStranger(owner, 'guess')
      const waitMs = failures.get(owner)?.waitMs(clock.monotonicMs()) ?? 0
      if (waitMs > 0) throw tooMany(waitMs)
    },
    failed: request => void failures.of(ownerOf(request)).take(clock.monotonicMs()),
    visit(request) {
      const owner = ownerOf(request)
      load.admitStranger(owner, 'visit')
      const bucket = visits.of(owner)
      const now = clock.monotonicMs()
      if (!bucket.take(now)) throw tooMany(bucket.waitMs(now))
    },
    ask(request, question) {
      return new Promise((resolve, reject) => {
        const ask = () => {
          underWay += 1
          const done = () => {
            underWay -= 1
            work()
          }
          question().then(resolve, reject).finally(done)
        }
        const giveUp = () => reject(refusals.overloaded('stranger'))
        const untilMs = clock.monotonicMs() + options.waitMs
        queue.push(ownerOf(request), { ask, giveUp, untilMs })?.giveUp()
        work()
      })
    },
    waiting: () => queue.size,
  }
}

/** A bucket for each address that was seen lately. */
function createBuckets(perMinute: number) {
  const buckets = new LRUCache<string, TokenBucket>({ max: ADDRESSES_MAX })
  return {
    get: (address: string) => buckets.get(address),
    of(address: string): TokenBucket {
      const known = buckets.get(address)
      if (known !== undefined) return known
      const bucket = createTokenBucket(perMinute / SECONDS_PER_MINUTE, perMinute)
      buckets.set(address, bucket)
      return bucket
    },
  }
}

import { appError } from '@mtg/errors'
import type { LoginCounters, LoginOrigin } from '@mtg/logins'
import type { Logger } from '@mtg/observability'

/** Slows down the guessing of passwords. */
export interface LoginThrottle {
  /** Counts an attempt as failed until it is taken back, or throws `rate_limit_exceeded`; `redis_error` while Redis is away. */
  attempt(origin: LoginOrigin): Promise<CountedAttempt>
}

/** An attempt that may go on. */
interface CountedAttempt {
  /** The password was right: its network is known from now on. Never fails. */
  succeeded(): Promise<void>
  /** Nobody could look at the password: it does not count. Never fails. */
  cancelled(): Promise<void>
}

/** Every attempt counts until it is taken back, so that attempts at the same moment cannot slip past a limit. */
export function createLoginThrottle(counters: LoginCounters, log: Logger): LoginThrottle {
  return {
    async attempt(origin) {
      // Guessing must not become free by an outage.
      const counted = await counters.count(origin).catch((cause: unknown) => {
        throw appError('redis_error', { cause })
      })
      if ('waitMs' in counted) throw tooMany(counted.waitMs, counted.counter)
      const takeBack = async (outcome: 'succeeded' | 'cancelled') => {
        await counters
          .takeBack(origin, counted, outcome)
          .catch((err: unknown) => log.warn({ err }, 'a login that did not fail still counts as failed'))
      }
      return { succeeded: () => takeBack('succeeded'), cancelled: () => takeBack('cancelled') }
    },
  }
}

function tooMany(waitMs: number, counter: string): Error {
  const minutes = Math.ceil(waitMs / 60_000)
  return appError('rate_limit_exceeded', {
    message: `There were too many failed logins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    detail: { reason: 'throttled', counter, retryAfterSeconds: Math.ceil(waitMs / 1000) },
  })
}

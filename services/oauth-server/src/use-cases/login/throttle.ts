import type { LoginCounters, LoginOrigin } from '@mtg/logins'
import type { Logger } from '@mtg/observability'
import { oauthError } from '../../domain/oauth-error.ts'

/** Slows down the guessing of passwords. */
export interface LoginThrottle {
  /**
   * Counts an attempt. Throws `temporarily_unavailable`: with 429 and the time to wait when there were too many, with
   * 503 when Redis is away, since guessing must not become free by an outage.
   */
  attempt(origin: LoginOrigin): Promise<LoginAttempt>
}

/** An attempt that may go on. */
interface LoginAttempt {
  /** The password was right: it does not count as failed, and its network is known from now on. Never fails. */
  succeeded(): Promise<void>
  /** Nobody could look at the password: it does not count. Never fails. */
  cancelled(): Promise<void>
}

/** Every attempt counts as failed until it is taken back, so that attempts at the same moment cannot slip past a limit. */
export function createLoginThrottle(counters: LoginCounters, log: Logger): LoginThrottle {
  return {
    async attempt(origin) {
      const counted = await counters.count(origin).catch((thrown: unknown) => {
        throw oauthError('temporarily_unavailable', { cause: thrown, detail: { reason: 'redis' } })
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
  return oauthError('temporarily_unavailable', {
    status: 429,
    description: `There were too many failed logins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    detail: { reason: 'throttled', counter },
  })
}

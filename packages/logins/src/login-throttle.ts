import type { Logger } from '@mtg/observability'
import type { LoginCounters } from './login-counters.ts'
import type { LoginOrigin } from './login-limits.ts'

/** Slows down the guessing of passwords. */
export interface LoginThrottle {
  /** Counts an attempt as failed until it is taken back, or throws one of the service's refusals. */
  attempt(origin: LoginOrigin): Promise<LoginAttempt>
}

/** An attempt that may go on. */
interface LoginAttempt {
  /** The password was right: it does not count as failed, and its network is known from now on. Never fails. */
  succeeded(): Promise<void>
  /** It does not count, and says nothing of its network: nobody could look at the password, or it proves nothing. Never fails. */
  cancelled(): Promise<void>
}

/** The errors with which a service refuses attempts. */
export interface LoginRefusals {
  /** Redis is away: guessing must not become free by an outage. */
  unavailable(cause: unknown): Error
  /** There were too many failures; `counter` says of what, for the log. */
  tooMany(refusal: { readonly message: string; readonly retryAfterSeconds: number; readonly counter: string }): Error
}

/** Every attempt counts as failed until it is taken back, so that attempts at the same moment cannot slip past a limit. */
export function createLoginThrottle(counters: LoginCounters, log: Logger, refusals: LoginRefusals): LoginThrottle {
  return {
    async attempt(origin) {
      const counted = await counters.count(origin).catch((cause: unknown) => {
        throw refusals.unavailable(cause)
      })
      if ('waitMs' in counted) {
        const { waitMs, counter } = counted
        throw refusals.tooMany({ message: waitText(waitMs), retryAfterSeconds: Math.ceil(waitMs / 1000), counter })
      }
      const takeBack = async (outcome: 'succeeded' | 'cancelled') => {
        await counters
          .takeBack(origin, counted, outcome)
          .catch((err: unknown) => log.warn({ err }, 'a login that did not fail still counts as failed'))
      }
      return { succeeded: () => takeBack('succeeded'), cancelled: () => takeBack('cancelled') }
    },
  }
}

function waitText(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return `There were too many failed logins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

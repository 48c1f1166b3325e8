import { appError } from '@mtg/errors'
import type { LoginRefusals } from '@mtg/logins'

/** How the API refuses attempts to log in: `redis_error` while nobody can count them, `rate_limit_exceeded` with the time to wait. */
export const loginRefusals: LoginRefusals = {
  unavailable: cause => appError('redis_error', { cause }),
  tooMany: ({ message, retryAfterSeconds, counter }) =>
    appError('rate_limit_exceeded', { message, detail: { reason: 'throttled', counter, retryAfterSeconds } }),
}

import type { LoginRefusals } from '@mtg/logins'
import { oauthError } from '../../domain/oauth-error.ts'

/** How OAuth's endpoint refuses attempts: 503 when Redis is away, 429 with the time to wait when there were too many. */
export const loginRefusals: LoginRefusals = {
  unavailable: cause => oauthError('temporarily_unavailable', { cause, detail: { reason: 'redis' } }),
  tooMany: ({ message, retryAfterSeconds, counter }) =>
    oauthError('temporarily_unavailable', {
      status: 429,
      description: message,
      retryAfterSeconds,
      detail: { reason: 'throttled', counter },
    }),
}

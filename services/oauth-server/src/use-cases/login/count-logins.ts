import { OauthError } from '../../domain/oauth-error.ts'
import type { LoginOutcome } from '../../observe/logins.ts'
import type { LogIn } from './log-in.ts'

const OUTCOME_BY_REASON: ReadonlyMap<unknown, LoginOutcome> = new Map([
  ['missing', 'incomplete'],
  ['too long', 'wrong'],
  ['not owner', 'wrong'],
  ['wrong', 'wrong'],
  ['suspended', 'suspended'],
  ['throttled', 'throttled'],
])

/** Logs in, and says how it ended. */
export function countLogins(logIn: LogIn, count: (outcome: LoginOutcome) => void): LogIn {
  return async (...login) => {
    try {
      await logIn(...login)
    } catch (thrown) {
      count(outcomeOf(thrown))
      throw thrown
    }
    count('ok')
  }
}

/** Whatever is not said to be somebody's own doing is an outage: nobody could tell whether the password was right. */
function outcomeOf(thrown: unknown): LoginOutcome {
  const reason = thrown instanceof OauthError ? thrown.detail['reason'] : undefined
  return OUTCOME_BY_REASON.get(reason) ?? 'unavailable'
}

import { type auth, services } from '@mtg/contracts'
import { toAppError } from '@mtg/errors'
import type { Metrics, Telemetry } from '@mtg/observability'
import { batchHandler, implement, toRefusal, traceServed } from '@mtg/rpc'
import type { Authenticate } from '../use-cases/authenticate.ts'
import type { CallerNews } from '../use-cases/list-caller-changes.ts'
import { sinceOf } from './requests.ts'
import { toWireCallerNews, toWirePrincipal } from './wire.ts'

const METHOD = `${services.auth.AuthService.name}/Authenticate`

/** Where checks are counted and traced. */
export interface AuthObservers {
  readonly telemetry: Telemetry
  readonly metrics: Metrics
}

/** Who a credential belongs to, and what has changed of those who were looked up. */
export interface AuthQuestions {
  readonly authenticate: Authenticate
  readonly listChanges: (since: bigint | undefined) => Promise<CallerNews>
}

/** AuthService: one check, alone or in batches, and what has changed since. */
export function authService(questions: AuthQuestions, { telemetry, metrics }: AuthObservers) {
  const checks = metrics.counter('mtg_auth_checks_total', 'Credentials checked, by what was found.', ['code'])
  const passed = checks.bind({ code: 'ok' })
  const authenticate: Authenticate = async credential => {
    try {
      const principal = await questions.authenticate(credential)
      passed.inc()
      return principal
    } catch (thrown) {
      checks.inc({ code: toAppError(thrown).code })
      throw thrown
    }
  }
  const answerItem = async (item: auth.AuthenticateItem__Output): Promise<auth.AuthenticateResult> => {
    const { requestId, traceparent } = item
    const check = () => authenticate(item.request?.credential ?? '')
    return { requestId, principal: toWirePrincipal(await traceServed(telemetry, METHOD, traceparent, check)) }
  }
  return implement(services.auth.AuthService, {
    Authenticate: async request => ({ principal: toWirePrincipal(await authenticate(request.credential)) }),
    AuthenticateStream: batchHandler({
      itemsOf: (message: auth.AuthenticateStreamRequest__Output) => message.items,
      handle: answerItem,
      refuse: ({ requestId }, thrown) => ({ requestId, refusal: toRefusal(thrown) }),
      toMessage: (results: auth.AuthenticateResult[]): auth.AuthenticateStreamResponse => ({ results }),
    }),
    ListCallerChanges: async request => toWireCallerNews(await questions.listChanges(sinceOf(request))),
  })
}

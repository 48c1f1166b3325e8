import { type auth, batchHandler, implement, services, toRefusal, traceServed } from '@mtg/rpc'
import type { Telemetry } from '@mtg/runtime'
import type { Authenticate } from '../authenticate.ts'

const METHOD = `${services.auth.AuthService.name}/Authenticate`

/** AuthService: one check, alone or in batches. */
export function authService(authenticate: Authenticate, telemetry: Telemetry) {
  const answerItem = async (item: auth.AuthenticateItem__Output): Promise<auth.AuthenticateResult> => {
    const { requestId, traceparent } = item
    const check = () => authenticate(item.request?.credential ?? '')
    try {
      return { requestId, principal: await traceServed(telemetry, METHOD, traceparent, check) }
    } catch (thrown) {
      return { requestId, refusal: toRefusal(thrown) }
    }
  }
  return implement(services.auth.AuthService, {
    Authenticate: async request => ({ principal: await authenticate(request.credential) }),
    AuthenticateStream: batchHandler({
      itemsOf: (message: auth.AuthenticateStreamRequest__Output) => message.items,
      handle: answerItem,
      toMessage: (results: auth.AuthenticateResult[]): auth.AuthenticateStreamResponse => ({ results }),
    }),
  })
}

import { type auth, batchHandler, implement, services, toRefusal } from '@mtg/rpc'
import type { Authenticate } from '../authenticate.ts'

/** AuthService: one check, alone or in batches. */
export function authService(authenticate: Authenticate) {
  const answerItem = async (item: auth.AuthenticateItem__Output): Promise<auth.AuthenticateResult> => {
    const { requestId } = item
    try {
      return { requestId, principal: await authenticate(item.request?.credential ?? '') }
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

import { type auth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { type Metrics, noSpan, type Span } from '@mtg/observability'
import { createBatchClient, fromRefusal, traceCall } from '@mtg/rpc'

/** An authenticated caller. */
export interface Principal {
  readonly buyerId: string
  readonly keyId: string
  /** Space separated; empty: unrestricted. */
  readonly scope: string
  /** Unix milliseconds at which the credential or its key expires; 0: never. */
  readonly expiresAtMs: number
  /** Keys above the key: when one of them ends, so does this one. */
  readonly ancestorIds: readonly string[]
  /** Of the publisher that the caller's account owns; empty: none. */
  readonly publisherUsername: string
  /** Whether the key asks for digests of requests and answers in usage records. */
  readonly wantsDigests: boolean
}

/** Auth, as the edge sees it. */
export interface AuthClient {
  /** Rejects with the AppError that the caller gets. */
  authenticate(credential: string, span?: Span): Promise<Principal>
  close(): void
}

/** Where auth is, and how long to wait for it. */
export interface AuthClientOptions {
  readonly address: string
  readonly token: string
  readonly timeoutMs: number
  readonly metrics: Metrics
}

const METHOD = `${services.auth.AuthService.name}/Authenticate`
const REQUEST_ID_MAX = 0xffff_ffff

/** Connects to auth; works, or heals, whatever auth's state is. */
export function createAuthClient(options: AuthClientOptions): AuthClient {
  const stream = createBatchClient({
    service: services.auth.AuthService,
    method: 'AuthenticateStream',
    address: options.address,
    token: options.token,
    metrics: options.metrics,
    toMessage: (items: auth.AuthenticateItem[]) => ({ items }),
    keyOf: item => item.requestId ?? 0,
    resultsOf: message => message.results,
    keyOfResult: (result: auth.AuthenticateResult__Output) => result.requestId,
  })
  let lastRequestId = 0
  async function ask(credential: string, traceparent: string): Promise<Principal> {
    lastRequestId = lastRequestId === REQUEST_ID_MAX ? 1 : lastRequestId + 1
    const item = { requestId: lastRequestId, request: { credential }, traceparent }
    const { principal, refusal } = await stream.send(item, { timeoutMs: options.timeoutMs })
    if (refusal) throw fromRefusal(refusal)
    if (!principal) {
      throw appError('internal_error', { detail: { callee: 'AuthenticateStream', reason: 'empty result' } })
    }
    const { buyerId, keyId, scope, ancestorIds, publisherUsername, wantsDigests } = principal
    const expiresAtMs = Number(principal.expiresAtMs)
    return { buyerId, keyId, scope, ancestorIds, publisherUsername, wantsDigests, expiresAtMs }
  }

  return {
    authenticate: (credential, span = noSpan) => traceCall(span, METHOD, traceparent => ask(credential, traceparent)),
    close: () => stream.close(),
  }
}

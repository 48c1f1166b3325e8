import { type auth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { type Metrics, noSpan, type Span } from '@mtg/observability'
import { createBatchClient, createClient, fromRefusal, traceCall } from '@mtg/rpc'

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

/** Of whom what is known no longer holds: these buyers, these keys and all keys below them. */
export interface EndedCallers {
  readonly keyIds: ReadonlySet<string>
  readonly buyerIds: ReadonlySet<string>
}

/** What changed of callers since an earlier answer. */
export interface CallerChanges extends EndedCallers {
  /** The `since` of the next question. */
  readonly next: string
  /** Nothing that was known may hold any longer. */
  readonly everything: boolean
}

/** Auth, as the edge sees it. */
export interface AuthClient {
  /** Rejects with the AppError that the caller gets. */
  authenticate(credential: string, span?: Span): Promise<Principal>
  /** What changed since the answer whose `next` this is; empty: from now on. */
  listChanges(since: string): Promise<CallerChanges>
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
/** Whoever waits for it asks about one caller alone when it is late. */
const CHANGES_TIMEOUT_MS = 1_000

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
  const client = createClient(services.auth.AuthService, options)
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
    async listChanges(since) {
      const timeoutMs = Math.min(options.timeoutMs, CHANGES_TIMEOUT_MS)
      const { next, changes, everything } = await client.ListCallerChanges({ since }, { timeoutMs })
      return {
        next,
        keyIds: new Set(changes.flatMap(({ keyId }) => keyId ?? [])),
        buyerIds: new Set(changes.flatMap(({ buyerId }) => buyerId ?? [])),
        everything,
      }
    },
    close() {
      stream.close()
      client.close()
    },
  }
}

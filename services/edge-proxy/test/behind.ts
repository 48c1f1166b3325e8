import { type auth, type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { createLogger } from '@mtg/observability'
import { batchHandler, required, serveGrpc, toRefusal } from '@mtg/rpc'
import { type Behind, BUYER_ID, KEY_ID, type Settled } from './behind-state.ts'
import { taskService } from './behind-tasks.ts'
import { partOf } from './part-of.ts'

const never = new Promise<never>(() => {})
const healthy = { ready: true, checks: ['database', 'redis'].map(name => ({ name, healthy: true })) }

/** Starts it. */
export async function startBehind(): Promise<Behind> {
  const settled = new Map<string, Settled[]>()
  const state: Omit<Behind, 'address' | 'close'> = {
    terms: {
      open: true,
      priceMicros: '2000',
      timeoutMs: 5_000,
      chargeToolErrors: false,
      chargeAbandoned: false,
      chargeTasksOnAcceptance: false,
      promiseOutputSchema: false,
      promiseFirstByteMs: 0,
    },
    credentials: [],
    reserved: [],
    settled,
    buyerOf: () => BUYER_ID,
    scope: 'mcp:tools llm:completions',
    watchesLoops: false,
    loseCaptureReplies: 0,
    refuseCaptures: 0,
    releasesHeldUntil: Promise.resolve(),
    releasesAsked: new Set(),
    loseReserveReplies: 0,
    tasks: new Map(),
    refuseTasks: 0,
    due: [],
    signIdentities: true,
    upstream: '',
    quoted: {},
    quotes: [],
    usage: [],
    usageQueries: [],
    purchases: [],
  }

  function authenticate(credential: string): auth.Principal {
    state.credentials.push(credential)
    if (state.refuseCredential !== undefined) throw appError(state.refuseCredential)
    const buyerId = state.buyerOf(credential)
    if (buyerId === undefined) throw appError('api_key_invalid')
    return { buyerId, keyId: KEY_ID, scope: state.scope, kind: 'CREDENTIAL_KIND_API_KEY' }
  }

  async function reserve(request: billing.ReserveRequest__Output): Promise<billing.ReserveResult> {
    const { callId } = request
    state.reserved.push(request)
    if (state.refuse !== undefined) {
      const { code, retryAfterMs, message, times } = state.refuse
      if (times !== undefined) state.refuse = times > 1 ? { ...state.refuse, times: times - 1 } : undefined
      const error = appError(code, message === undefined ? {} : { message })
      return { callId, refusal: toRefusal(error, retryAfterMs) }
    }
    if (state.watchesLoops && request.billable && request.toolName !== '' && request.argumentsDigest.length === 0) {
      return { callId, refusal: toRefusal(appError('arguments_digest_needed')) }
    }
    if (state.loseReserveReplies > 0) {
      state.loseReserveReplies -= 1
      return await never
    }
    const { open, priceMicros, timeoutMs, ...charges } = state.terms
    const upstream = { url: state.upstream, credential: 'publisher-key', timeoutMs, ...charges }
    const ids = { purchaseId: KEY_ID, appId: KEY_ID, publisherId: KEY_ID }
    const isOpen = open && request.billable
    const prices = request.withPrices ? (state.prices ?? null) : null
    return { callId, reservation: { callId, open: isOpen, priceMicros, tier: 'TIER_PAID', ...ids, upstream, prices } }
  }

  function note(callId: string, entry: Settled): void {
    settled.set(callId, [...(settled.get(callId) ?? []), entry])
  }

  async function capture({ callId, totalTokens }: billing.CaptureRequest__Output): Promise<billing.CaptureResponse> {
    if (state.refuseCaptures > 0) {
      state.refuseCaptures -= 1
      throw appError('reservation_resolved')
    }
    if (settled.get(callId)?.at(-1)?.kind === 'released') throw appError('reservation_resolved')
    note(callId, { kind: 'captured', totalTokens })
    if (state.loseCaptureReplies > 0) {
      state.loseCaptureReplies -= 1
      return await never
    }
    return { capturedMicros: state.terms.priceMicros }
  }

  async function release({
    callId,
    reason,
    outcome,
  }: billing.ReleaseRequest__Output): Promise<billing.ReleaseResponse> {
    state.releasesAsked.add(callId)
    await state.releasesHeldUntil
    const isPaid = settled.get(callId)?.at(-1)?.kind === 'captured'
    if (isPaid && reason === 'RELEASE_REASON_NOT_CHARGED') throw appError('reservation_resolved')
    note(callId, { kind: 'released', reason, outcome })
    return { releasedMicros: state.terms.priceMicros }
  }

  async function settle(item: billing.SettleItem__Output): Promise<billing.SettleResult> {
    const callId = (item.capture ?? item.release)?.callId ?? ''
    try {
      if (item.capture) return { callId, captured: await capture(item.capture) }
      return { callId, released: await release(required(item.release, 'settlement')) }
    } catch (thrown) {
      return { callId, refusal: toRefusal(thrown) }
    }
  }

  const authService = partOf(services.auth.AuthService, {
    Authenticate: ({ credential }) => ({ principal: authenticate(credential) }),
    AuthenticateStream: batchHandler({
      itemsOf: (message: auth.AuthenticateStreamRequest__Output) => message.items,
      handle: async ({ requestId, request }): Promise<auth.AuthenticateResult> => ({
        requestId,
        principal: authenticate(request?.credential ?? ''),
      }),
      refuse: ({ requestId }, thrown) => ({ requestId, refusal: toRefusal(thrown) }),
      toMessage: (results): auth.AuthenticateStreamResponse => ({ results }),
    }),
  })
  const reservationService = partOf(services.billing.ReservationService, {
    Quote(request) {
      state.quotes.push(request)
      return state.quoted
    },
    Capture: capture,
    Release: release,
    ReserveStream: batchHandler({
      itemsOf: (message: billing.ReserveStreamRequest__Output) => message.items,
      handle: reserve,
      refuse: ({ callId }, thrown) => ({ callId, refusal: toRefusal(thrown) }),
      toMessage: (results): billing.ReserveStreamResponse => ({ results }),
    }),
    SettleStream: batchHandler({
      itemsOf: (message: billing.SettleStreamRequest__Output) => message.items,
      handle: settle,
      refuse: ({ capture, release }, thrown) => ({
        callId: (capture ?? release)?.callId ?? '',
        refusal: toRefusal(thrown),
      }),
      toMessage: (results): billing.SettleStreamResponse => ({ results }),
    }),
  })
  const identityService = partOf(services.oauth.IdentityService, {
    IssueBuyerIdentity({ buyerId, publisherUsername }) {
      if (!state.signIdentities) throw appError('internal_error')
      return { token: `identity.${buyerId}.${publisherUsername}`, expiresAtMs: String(Date.now() + 300_000) }
    },
  })

  const usageService = partOf(services.metering.UsageService, {
    ListUsage(request) {
      state.usageQueries.push(request)
      return { records: state.usage, nextPageToken: '' }
    },
  })
  const purchaseService = partOf(services.billing.PurchaseService, {
    ListPurchases: () => ({ purchases: state.purchases.map(app => ({ app })), nextPageToken: '' }),
  })

  const server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log: createLogger({ service: 'behind', level: 'silent' }),
    domain: 'gateway.test',
    implementations: [
      authService,
      reservationService,
      identityService,
      usageService,
      purchaseService,
      taskService(state),
    ],
    health: { ready: async () => healthy },
    closeTimeoutMs: 50,
  })
  return Object.assign(state, { address: server.address, close: () => server.close() })
}

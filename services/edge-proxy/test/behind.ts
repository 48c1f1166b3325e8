import { type auth, type billing, type metering, type ServiceRef, services } from '@mtg/contracts'
import { appError, type ErrorCode } from '@mtg/errors'
import { createLogger } from '@mtg/observability'
import { batchHandler, type Handlers, implement, required, serveGrpc, toRefusal } from '@mtg/rpc'

/** How the next reservations turn out. */
interface Terms {
  open: boolean
  priceMicros: string
  timeoutMs: number
  chargeToolErrors: boolean
  chargeAbandoned: boolean
  chargeTasksOnAcceptance: boolean
}

/** A task that was kept. */
interface KeptTask {
  readonly callId: string
  readonly buyerId: string
  readonly ttlMs: string
  isConfirmed: boolean
  isHastened: boolean
}

/** How a reservation ended. */
interface Settled {
  readonly kind: 'captured' | 'released'
  /** Of a release. */
  readonly reason?: string
  readonly outcome?: string
  readonly totalTokens?: string
}

/**
 * What stands behind the edge, at the other end of real gRPC connections, and does what a test says: answers can be
 * refused and replies lost, which the real services cannot be asked for.
 */
export interface Behind {
  readonly address: string
  readonly terms: Terms
  /** Credentials seen by auth. */
  readonly credentials: string[]
  readonly reserved: billing.ReserveRequest__Output[]
  /** Every settlement by call, in order. */
  readonly settled: Map<string, Settled[]>
  refuseCredential?: ErrorCode | undefined
  /** Whose a credential is; undefined for nobody's. */
  buyerOf: (credential: string) => string | undefined
  scope: string
  /** What calls cost, told to who asks. */
  prices?: billing.PriceList | undefined
  refuse?: { code: ErrorCode; retryAfterMs?: number; message?: string } | undefined
  /** Whether the key has a loop breaker, so that its tool calls need a digest of their arguments. */
  watchesLoops: boolean
  /** So many captures happen without an answer. */
  loseCaptureReplies: number
  /** So many captures fail. */
  refuseCaptures: number
  /** Releases are answered only once this has resolved. */
  releasesHeldUntil: Promise<void>
  /** Calls of releases that have arrived, answered or not. */
  readonly releasesAsked: Set<string>
  loseReserveReplies: number
  /** By the id that the publisher gave. */
  readonly tasks: Map<string, KeptTask>
  /** So many times a task cannot be kept. */
  refuseTasks: number
  /** Tasks that are to be asked about. */
  readonly due: { readonly taskId: string; readonly isOver: boolean }[]
  signIdentities: boolean
  upstream: string
  /** Billing's answer to questions for a price, and what it was asked. */
  quoted: billing.QuoteResponse
  readonly quotes: billing.QuoteRequest__Output[]
  /** Answers of metering, and what it was asked. */
  usage: metering.UsageRecord[]
  readonly usageQueries: metering.ListUsageRequest__Output[]
  /** Apps that the buyer has bought. */
  purchases: string[]
  close(): Promise<void>
}

export const BUYER_ID = '00000000-0000-7000-8000-000000000001'
export const KEY_ID = '00000000-0000-7000-8000-000000000002'

const never = new Promise<never>(() => {})
const healthy = { ready: true, checks: ['database', 'redis'].map(name => ({ name, healthy: true })) }

/** A service of which tests need these methods only. */
function partOf<Definition>(ref: ServiceRef<Definition>, handlers: Partial<Handlers<Definition>>) {
  const refuse = () => {
    throw appError('internal_error', { detail: { reason: 'not part of this test' } })
  }
  const refuseStream = batchHandler({ itemsOf: () => [], handle: refuse, refuse, toMessage: () => ({}) })
  const others = Object.entries(ref.definition).map(([name, method]) => [
    name,
    method.requestStream ? refuseStream : refuse,
  ])
  return implement(ref, { ...Object.fromEntries(others), ...handlers } as Handlers<Definition>)
}

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
      const { code, retryAfterMs, message } = state.refuse
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

  function taskMessage({ callId, buyerId }: KeptTask): billing.Task {
    const kinds = settled.get(callId)?.map(({ kind }) => kind) ?? []
    const isReleased = kinds.includes('released')
    const isCaptured = kinds.includes('captured')
    return {
      callId,
      state: isReleased ? 'TASK_STATE_RELEASED' : isCaptured ? 'TASK_STATE_CAPTURED' : 'TASK_STATE_OPEN',
      buyerId,
      appId: KEY_ID,
      publisherUsername: 'acme',
      appName: 'search',
      toolName: 'add',
      tier: 'TIER_PAID',
    }
  }

  const taskService = partOf(services.billing.TaskService, {
    KeepTask({ callId, taskId, ttlMs }) {
      if (state.refuseTasks > 0) {
        state.refuseTasks -= 1
        throw appError('internal_error')
      }
      if (state.tasks.has(taskId)) throw appError('call_conflict')
      const buyerId = state.reserved.find(request => request.callId === callId)?.buyerId ?? ''
      state.tasks.set(taskId, { callId, buyerId, ttlMs, isConfirmed: false, isHastened: false })
      return {}
    },
    ConfirmTask({ callId }) {
      for (const task of state.tasks.values()) if (task.callId === callId) task.isConfirmed = true
      return {}
    },
    FindTask({ buyerId, taskId, isCancelling }) {
      const task = state.tasks.get(taskId)
      if (task?.buyerId !== buyerId) throw appError('task_not_found')
      if (isCancelling) task.isHastened = true
      return { task: taskMessage(task) }
    },
    LeaseDueTasks() {
      const due = state.due.splice(0)
      const upstream = { url: state.upstream, credential: 'publisher-key', timeoutMs: 1000 }
      return {
        tasks: due.flatMap(({ taskId, isOver }) => {
          const task = state.tasks.get(taskId)
          return task === undefined ? [] : [{ task: taskMessage(task), taskId, isOver, upstream }]
        }),
      }
    },
  })

  const server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log: createLogger({ service: 'behind', level: 'silent' }),
    domain: 'gateway.test',
    implementations: [authService, reservationService, identityService, usageService, purchaseService, taskService],
    health: { ready: async () => healthy },
    closeTimeoutMs: 50,
  })
  return Object.assign(state, { address: server.address, close: () => server.close() })
}

import { type billing, services } from '@mtg/contracts'
import { type AppError, appError } from '@mtg/errors'
import { type Metrics, noSpan, type Span } from '@mtg/observability'
import { createBatchClient, createClient, fromBigint, fromRefusal, toBigint, traceCall } from '@mtg/rpc'
import { type ReservationTerms, type TermsAhead, toTerms, toTermsAhead } from './reservation-terms.ts'

/** A call for which a reservation is asked. */
export interface ReserveRequest {
  readonly callId: string
  readonly buyerId: string
  readonly adapter: string
  readonly publisherUsername: string
  readonly appName: string
  readonly billable: boolean
  readonly toolName: string
  readonly keyId: string
  /** What the usage record names, when that is not the tool. */
  readonly name: string
  /** What the buyer says that the call may cost at most, micro-USD. */
  readonly maxPriceMicros: bigint | undefined
  /** Stands for app, tool and arguments; empty unless billing has asked for it. */
  readonly argumentsDigest: Buffer
  /** Whether the answer is to say what the app's tools cost. */
  readonly withPrices: boolean
}

/** Billing's answer to a question for a reservation. */
export type ReserveAnswer =
  | { readonly kind: 'reserved'; readonly terms: ReservationTerms }
  /** `retryAfterMs`: for how long the same refusal will come again; 0 when unknown. */
  | { readonly kind: 'refused'; readonly error: AppError; readonly retryAfterMs: number }

/** A call, and whose it is: that says which billing has it. */
export interface CallRef {
  readonly callId: string
  readonly buyerId: string
}

/** Why a reservation is given back. */
export type ReleaseReason = 'not_charged' | 'buyer_left' | 'undelivered'

/**
 * Billing, as the edge sees it. Everything is idempotent by call id; everything rejects with an AppError; everything is
 * part of the caller's span, if it is given one.
 */
export interface BillingClient {
  reserve(request: ReserveRequest, span?: Span): Promise<ReserveAnswer>
  /** Answers with what was taken, micro-USD. */
  capture(call: CallRef, totalTokens: number, span?: Span): Promise<bigint>
  /** As `capture`, but not on the batched stream: for a call whose first attempt may still be travelling there. */
  captureAgain(call: CallRef, totalTokens: number, span?: Span): Promise<bigint>
  release(call: CallRef, reason: ReleaseReason, outcome: string, span?: Span): Promise<void>
  releaseAgain(call: CallRef, reason: ReleaseReason, outcome: string): Promise<void>
  /** Reserves for calls like this one that are to come; undefined: billing does not, at present. */
  reserveAhead(call: ReserveRequest, callIds: readonly string[]): Promise<TermsAhead | undefined>
  /** Likewise for the next call of somebody who comes back after pauses, many buyers to a message; its call id is the request's. */
  reserveNext(call: ReserveRequest): Promise<TermsAhead | undefined>
  /** A call has come on what was reserved for it so: from then on it is shown as under way. */
  noteUnderWay(call: CallRef): Promise<void>
  /** Gives back what was reserved for calls that did not come. */
  releaseAhead(buyerId: string, callIds: readonly string[], places: TermsAhead['places']): Promise<void>
  close(): void
}

/** Where billing is, and how long to wait for it. */
export interface BillingClientOptions {
  readonly address: string
  readonly token: string
  readonly metrics: Metrics
  readonly reserveTimeoutMs: number
  readonly settleTimeoutMs: number
}

type Server = Pick<BillingClientOptions, 'address' | 'token' | 'metrics'>

const OUTCOME_LENGTH_MAX = 64
const SERVICE = services.billing.ReservationService.name
const RESERVE = `${SERVICE}/Reserve`
const CAPTURE = `${SERVICE}/Capture`
const RELEASE = `${SERVICE}/Release`

const reasons = {
  not_charged: 'RELEASE_REASON_NOT_CHARGED',
  buyer_left: 'RELEASE_REASON_BUYER_LEFT',
  undelivered: 'RELEASE_REASON_UNDELIVERED',
} as const satisfies Record<ReleaseReason, string>

/** Connects to billing; works, or heals, whatever billing's state is. */
export function createBillingClient(options: BillingClientOptions): BillingClient {
  return new BatchedBillingClient(options)
}

/** Questions that many calls ask at once go over two batched streams. */
class BatchedBillingClient implements BillingClient {
  readonly #unary: ReturnType<typeof createUnary>
  readonly #reserving: ReturnType<typeof createReserveStream>
  readonly #reservingNext: ReturnType<typeof createNextStream>
  readonly #settling: ReturnType<typeof createSettleStream>
  readonly #reserveLimits: { readonly timeoutMs: number }
  readonly #settleLimits: { readonly timeoutMs: number }

  constructor({ address, token, metrics, reserveTimeoutMs, settleTimeoutMs }: BillingClientOptions) {
    this.#unary = createUnary({ address, token, metrics })
    this.#reserving = createReserveStream({ address, token, metrics })
    this.#reservingNext = createNextStream({ address, token, metrics })
    this.#settling = createSettleStream({ address, token, metrics })
    this.#reserveLimits = { timeoutMs: reserveTimeoutMs }
    this.#settleLimits = { timeoutMs: settleTimeoutMs }
  }

  reserve(request: ReserveRequest, span = noSpan): Promise<ReserveAnswer> {
    return traceCall(span, RESERVE, traceparent => this.#reserve(request, traceparent), refusalOf)
  }

  capture(call: CallRef, totalTokens: number, span = noSpan): Promise<bigint> {
    return traceCall(span, CAPTURE, traceparent => this.#capture(call, totalTokens, traceparent))
  }

  async captureAgain({ callId, buyerId }: CallRef, totalTokens: number, span = noSpan): Promise<bigint> {
    const { capturedMicros } = await this.#unary.Capture(
      { callId, buyerId, totalTokens },
      { ...this.#settleLimits, asksElsewhere: true, span },
    )
    return toBigint(capturedMicros)
  }

  release(call: CallRef, reason: ReleaseReason, outcome: string, span = noSpan): Promise<void> {
    const request = releaseRequest(call, reason, outcome)
    return traceCall(span, RELEASE, traceparent => this.#release(request, traceparent))
  }

  async releaseAgain(call: CallRef, reason: ReleaseReason, outcome: string): Promise<void> {
    const request = releaseRequest(call, reason, outcome)
    await this.#unary.Release(request, { ...this.#settleLimits, asksElsewhere: true })
  }

  async reserveAhead(call: ReserveRequest, callIds: readonly string[]): Promise<TermsAhead | undefined> {
    const { maxPriceMicros: _, ...rest } = call
    const answer = await this.#unary.ReserveAhead({ call: rest, callIds: [...callIds] }, this.#reserveLimits)
    return toTermsAhead(answer)
  }

  async noteUnderWay({ callId }: CallRef): Promise<void> {
    const { refusal } = await this.#reservingNext.send({ underWayCallId: callId }, this.#reserveLimits)
    if (refusal) throw fromRefusal(refusal)
  }

  async reserveNext({ maxPriceMicros: _, ...call }: ReserveRequest): Promise<TermsAhead | undefined> {
    const { ahead, refusal } = await this.#reservingNext.send({ call }, this.#reserveLimits)
    if (refusal) throw fromRefusal(refusal)
    if (!ahead) throw emptyResult('ReserveNextStream')
    return toTermsAhead(ahead)
  }

  async releaseAhead(buyerId: string, callIds: readonly string[], places: TermsAhead['places']): Promise<void> {
    const request = { buyerId, callIds: [...callIds], places: places ?? null }
    await this.#unary.ReleaseAhead(request, { ...this.#settleLimits, asksElsewhere: true })
  }

  close(): void {
    this.#unary.close()
    this.#reserving.close()
    this.#reservingNext.close()
    this.#settling.close()
  }

  async #reserve(request: ReserveRequest, traceparent: string): Promise<ReserveAnswer> {
    const { maxPriceMicros, ...rest } = request
    const item = {
      ...rest,
      traceparent,
      ...(maxPriceMicros === undefined ? undefined : { maxPriceMicros: fromBigint(maxPriceMicros) }),
    }
    const { reservation, refusal } = await this.#reserving.send(item, this.#reserveLimits)
    if (reservation) return { kind: 'reserved', terms: toTerms(reservation) }
    if (!refusal) throw emptyResult('ReserveStream')
    return { kind: 'refused', error: fromRefusal(refusal), retryAfterMs: Number(refusal.retryAfterMs) }
  }

  async #capture({ callId, buyerId }: CallRef, totalTokens: number, traceparent: string): Promise<bigint> {
    const item = { capture: { callId, buyerId, totalTokens }, traceparent }
    const { captured, refusal } = await this.#settling.send(item, this.#settleLimits)
    if (refusal) throw fromRefusal(refusal)
    if (!captured) throw emptyResult('SettleStream')
    return toBigint(captured.capturedMicros)
  }

  async #release(release: billing.ReleaseRequest, traceparent: string): Promise<void> {
    const { released, refusal } = await this.#settling.send({ release, traceparent }, this.#settleLimits)
    if (refusal) throw fromRefusal(refusal)
    if (!released) throw emptyResult('SettleStream')
  }
}

const releaseRequest = ({ callId, buyerId }: CallRef, reason: ReleaseReason, outcome: string) => ({
  callId,
  buyerId,
  reason: reasons[reason],
  outcome: outcome.slice(0, OUTCOME_LENGTH_MAX),
})

const refusalOf = (answer: ReserveAnswer) => (answer.kind === 'refused' ? answer.error : undefined)

function createUnary({ address, token }: Server) {
  return createClient(services.billing.ReservationService, { address, token })
}

function createReserveStream(server: Server) {
  return createBatchClient({
    ...server,
    service: services.billing.ReservationService,
    method: 'ReserveStream',
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: (result: billing.ReserveResult__Output) => result.callId,
  })
}

function createNextStream(server: Server) {
  return createBatchClient({
    ...server,
    service: services.billing.ReservationService,
    method: 'ReserveNextStream',
    toMessage: (items: billing.ReserveNextItem[]) => ({ items }),
    keyOf: ({ call, underWayCallId }) => call?.callId ?? underWayCallId ?? '',
    resultsOf: message => message.results,
    keyOfResult: (result: billing.ReserveNextResult__Output) => result.callId,
  })
}

function createSettleStream(server: Server) {
  return createBatchClient({
    ...server,
    service: services.billing.ReservationService,
    method: 'SettleStream',
    toMessage: (items: billing.SettleItem[]) => ({ items }),
    keyOf: ({ capture, release }) => (capture ?? release)?.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: (result: billing.SettleResult__Output) => result.callId,
  })
}

function emptyResult(method: string): AppError {
  return appError('internal_error', { detail: { callee: method, reason: 'the result is empty' } })
}

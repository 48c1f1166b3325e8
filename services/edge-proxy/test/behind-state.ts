import type { billing, metering } from '@mtg/contracts'
import type { ErrorCode } from '@mtg/errors'

/** How the next reservations turn out. */
interface Terms {
  open: boolean
  priceMicros: string
  timeoutMs: number
  chargeToolErrors: boolean
  chargeAbandoned: boolean
  chargeTasksOnAcceptance: boolean
  promiseOutputSchema: boolean
  promiseFirstByteMs: number
}

/** A task that was kept. */
export interface KeptTask {
  readonly callId: string
  readonly buyerId: string
  readonly ttlMs: string
  isConfirmed: boolean
  isHastened: boolean
}

/** How a reservation ended. */
export interface Settled {
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
  /** `times`: only so often. */
  refuse?: { code: ErrorCode; retryAfterMs?: number; message?: string; times?: number } | undefined
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

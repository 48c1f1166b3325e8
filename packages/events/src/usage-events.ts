/** Milliseconds are kept: ISO 8601 in UTC. */
type IsoTime = string

/**
 * A captured call, as the edge saw it (message UsageRecord of gateway.metering.v1), and how it went (message CallObservation;
 * the call arrived `durationMs` before `occurredAt`). Ids are UUIDs. Amounts are decimal integer strings: micro-USD and tokens.
 */
export interface UsageRecorded {
  readonly callId: string
  readonly occurredAt: IsoTime
  readonly buyerId: string
  readonly keyId: string
  readonly purchaseId: string
  readonly appId: string
  readonly publisherUsername: string
  readonly appName: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  readonly tier: string
  readonly chargedMicros: string
  readonly totalTokens: string
  readonly durationMs: number
  /** "ok", or a word for what became of the answer. An edge that leaves it and the next two out publishes a CallObserved. */
  readonly code?: string
  /** HTTP status answered. */
  readonly status?: number
  /** Steps in order, as `packStages` writes them. */
  readonly stages?: string
  /** The caller's account owns the publisher that was called. */
  readonly isOwn?: true
  /** SHA-256 of the request's body in base64url, for keys that ask for it; and of the answer's, empty when none was handed over. */
  readonly requestDigest?: string
  readonly answerDigest?: string
  /** W3C trace context of the span that made the event; only of calls that are traced. */
  readonly traceparent?: string | undefined
}

/** One step of a call. `note` is empty when it passed, else the reason it stopped the call, or a remark. */
export interface CallStage {
  readonly name: string
  readonly durationUs: number
  readonly note: string
}

/**
 * How a call that was not charged went through the edge, for `mtg explain` (message CallObservation). Best effort: it may be
 * lost.
 */
export interface CallObserved {
  readonly callId: string
  readonly startedAt: IsoTime
  readonly buyerId: string
  readonly keyId: string
  readonly app: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  readonly code: string
  readonly status: number
  readonly chargedMicros: string
  readonly stages: readonly CallStage[]
  /** Of the purchase that it was admitted by; older edges, and calls that were refused before, have none. */
  readonly tier?: string
  /** The caller's account owns the publisher that was called. */
  readonly isOwn?: true
}

/** The two kinds of usage event, the more important one first. */
export const usageKinds = ['recorded', 'observed'] as const

/** One of `usageKinds`. */
export type UsageKind = (typeof usageKinds)[number]

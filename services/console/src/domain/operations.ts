/** An operator who asks, for the audit log of the service that does it. */
export interface ActingOperator {
  readonly accountId: string
  /** Of the person's browser. */
  readonly address: string
}

/** An act in the audit log. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  /** Who owns what it was done to. */
  readonly service: string
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string }
  readonly road: string
  readonly address: string
  readonly action: string
  readonly target: string
  /** "done", "refused", "failed" or "unknown". */
  readonly outcome: string
  readonly code: string | undefined
  readonly asked: unknown
  readonly before: unknown
  readonly after: unknown
}

/** Which acts. */
export interface AuditQuery {
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly actor: string | undefined
  readonly action: string | undefined
  readonly target: string | undefined
}

/** A usage event that could not be stored. */
export interface DeadLetter {
  readonly id: string
  readonly subject: string
  readonly reason: string
  readonly detail: string
  readonly payload: string
  readonly isWhole: boolean
  readonly deliveryCount: number
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

/** How long a step of calls takes. */
interface StageTime {
  /** Of the pipeline, or "total". */
  readonly name: string
  readonly calls: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

/** How long the newest charged calls took. */
export interface StageTimes {
  readonly stages: readonly StageTime[]
  readonly calls: number
  /** When the first of them was recorded; undefined when there are none. */
  readonly from: Date | undefined
}

/** The circuit of an app at one edge. */
export interface Circuit {
  readonly app: string
  /** Whose calls it is for; undefined: everybody's. */
  readonly buyerId: string | undefined
  readonly state: 'closed' | 'open' | 'half_open'
  readonly consecutiveFailures: number
  readonly retryInMs: number
}

/** A key that signs, will or did. */
export interface SigningKey {
  readonly kid: string
  readonly state: 'next' | 'current' | 'retiring'
  readonly createdAt: Date
  readonly activatesAt: Date | undefined
  readonly expiresAt: Date | undefined
}

/** A buyer among others. */
export interface BuyerSummary {
  readonly id: string
  readonly email: string
  readonly suspended: boolean
  readonly createdAt: Date
}

/** A publisher among others. */
export interface PublisherSummary {
  readonly id: string
  readonly username: string
  readonly suspended: boolean
  readonly isPayable: boolean
  /** Drafts included. */
  readonly appCount: number
  readonly createdAt: Date
}

/** A refund or dispute of a top-up. */
export interface Reversal {
  readonly id: string
  readonly topUpId: string
  readonly buyerId: string
  readonly kind: string
  readonly state: string
  readonly amountMicros: bigint
  readonly fromWalletMicros: bigint
  readonly processorRef: string | undefined
  readonly createdAt: Date
}

/** A reservation that nobody has resolved yet. */
export interface OpenReservation {
  readonly callId: string
  readonly buyerId: string
  readonly app: string
  readonly toolName: string
  readonly priceMicros: bigint
  readonly reservedAt: Date
  readonly expiresAt: Date | undefined
}

/** What a comparison of captured calls with usage records found. */
export interface Drift {
  readonly capturedCalls: bigint
  readonly missingRecords: bigint
  readonly surplusRecords: bigint
}

/** How a service is. */
export interface ServiceHealth {
  readonly service: string
  readonly isServing: boolean
  /** What of it does not answer: itself, or what it stands on. */
  readonly failing: readonly string[]
  /** Since when it has been so, as this process saw it. */
  readonly since: Date
  /** What it stands on, each since when it has answered, or has not. */
  readonly dependencies: readonly { readonly name: string; readonly isAnswering: boolean; readonly since: Date }[]
}

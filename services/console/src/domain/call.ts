/** Which calls of a buyer. */
export interface CallQuery {
  /** "publisher/app"; undefined: all. */
  readonly app: string | undefined
  readonly code: string | undefined
  readonly keyId: string | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
}

/** A call in a list. */
export interface CallSummary {
  readonly id: string
  readonly at: Date
  readonly keyId: string | undefined
  readonly app: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  readonly code: string
  readonly chargedMicros: bigint
}

/** One step of a call. */
export interface CallStage {
  readonly name: string
  readonly ms: number
  readonly note: string
}

/** How a call went through the gateway. */
export interface CallPassage {
  readonly startedAt: Date
  readonly keyId: string | undefined
  readonly app: string
  readonly operation: string
  readonly name: string
  readonly code: string
  readonly status: number
  readonly stages: readonly CallStage[]
}

/** SHA-256 of the bodies of a call, in base64url. */
export interface CallDigests {
  readonly request: string
  /** Undefined when no answer was handed over. */
  readonly answer: string | undefined
}

/** What metering knows of a call. */
export interface KnownCall {
  /** What its usage record says that was charged; undefined: it has none. */
  readonly chargedMicros: bigint | undefined
  /** The record's facts, where the passage is not known any more. */
  readonly recorded: Omit<CallPassage, 'code' | 'status' | 'stages'> | undefined
  /** Undefined when it was lost or has been dropped. */
  readonly passage: CallPassage | undefined
  /** Undefined unless it was charged, and its key asked for them. */
  readonly digests: CallDigests | undefined
}

/** What sums are of. */
export type UsageGrouping = 'day' | 'app' | 'tool' | 'key'

/** The sum of one group of calls. */
export interface UsageSum {
  readonly group: string
  readonly callCount: bigint
  readonly chargedMicros: bigint
  readonly totalTokens: bigint
}

/** Calls that were not charged and ended with one code. */
export interface OutcomeSum {
  readonly code: string
  readonly callCount: bigint
}

/** How calls end that went as their caller wanted, or that the caller has ended. */
const NO_ERRORS: ReadonlySet<string> = new Set([
  'ok',
  'task',
  'task_cancelled',
  'input_required',
  'replayed',
  'buyer_left',
  'abandoned',
])

/** Whether a call that ended so has failed. */
export const isFailure = (code: string): boolean => !NO_ERRORS.has(code)

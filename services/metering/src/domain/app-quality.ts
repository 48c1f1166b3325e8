/** How well an app did, by paid calls of others than its publisher's own account. */
export interface AppQuality {
  /** "publisher/app". */
  readonly app: string
  readonly chargedCount: bigint
  /** Not charged, for a reason that its publisher answers for. */
  readonly failedCount: bigint
  /** Given back; not among the charged ones. */
  readonly refundedCount: bigint
  /** Undefined where no call's duration is known. */
  readonly p50Ms: number | undefined
  readonly p95Ms: number | undefined
}

/** What apps are measured by. */
export interface QualityTerms {
  /** How many days are looked back on, today included. */
  readonly windowDays: number
  /** Of how many buyers an app needs paid calls, so that none of them can be told from what is said of all. */
  readonly buyersMin: number
}

/**
 * How a call ends uncharged for a reason that its publisher answers for. What callers bring about at no cost (wrong arguments, which
 * publishers answer with errors of theirs) is not among them: anybody could spoil a competitor's figures with it.
 */
export const PUBLISHER_FAILURES: readonly string[] = [
  'publisher_server_error',
  'publisher_error',
  'gateway_timeout',
  'app_offline',
  'task_failed',
  'output_schema_broken',
  'first_byte_late',
]

/** What a publisher's sums are of. */
export type PublisherGrouping = 'day' | 'app' | 'tool'

/** A sum of a publisher's charged calls. */
export interface PublisherUsageSum {
  /** A day (UTC), or "publisher/app". */
  readonly group: string
  readonly calls: number
  readonly chargedMicros: bigint
  readonly tokens: number
  readonly buyers: number
}

/** How often calls of an app failed in one way. */
export interface FailureCount {
  readonly code: string
  readonly calls: number
  readonly countsInQuality: boolean
}

/** A call that failed, without whose it was. */
export interface FailedCall {
  readonly id: string
  readonly startedAt: Date
  readonly operation: string
  /** Tool name or model. */
  readonly name: string
  readonly code: string
  readonly status: number
  readonly stages: readonly { readonly name: string; readonly ms: number; readonly note: string }[]
  readonly countsInQuality: boolean
}
